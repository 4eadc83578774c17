# frozen_string_literal: true

require "json"
require "tempfile"

# Speaks to a driver by the core: with the requests of the lab, which Driver::Planned answers.
class PlannedTalk
  # Drivers that wait for another test, the one that waited longest first. A driver serves test after test, as the lab has it
  # serve cell after cell, because a start takes longer than a test.
  IDLE = [] # rubocop:disable Style/MutableConstant
  MOST_IDLE = 8
  LEAVE_S = 2
  # Seconds for a reply: a JVM that starts next to other tests takes that long.
  REPLY_S = 60
  private_constant :IDLE, :MOST_IDLE, :LEAVE_S, :REPLY_S

  # Driver::Planned.
  attr_reader :driver

  # Its command, and its use.
  attr_accessor :key

  # A driver that has served tests with the same command and `use`, or a new one, which may outlive the test.
  #: (Array[String], ?Object) -> PlannedTalk
  def self.take(argv, use = nil)
    found = IDLE.find { |talk| talk.key == [argv, use] }
    return IDLE.delete(found).again if found

    start(keeper, argv, ENV.slice("PATH", "HOME")).tap { |talk| talk.key = [argv, use] }
  end

  def self.keeper = @keeper&.alive? ? @keeper : @keeper = Cachemark::Host::Keeper.start
  private_class_method :keeper

  # Starts a driver. Its first message is its hello.
  #: (Cachemark::Host::Keeper, Array[String], Hash[String, String]) -> PlannedTalk
  def self.start(keeper, argv, env)
    log = Tempfile.new("driver-stderr")
    start = -> { CheckedSession.start(keeper: keeper, argv: argv, env: env, log: log.path, deadline_s: REPLY_S) }
    new(Cachemark::Driver::Planned.new(start.call, another: start), log)
  end

  # `log` is the file of the driver's stderr: errors quote its end.
  def initialize(driver, log)
    @log = log
    @driver = driver
    @left = {}
    again
  end

  # Begins with its hello.
  def again = tap { @said = [driver.hello] }

  def pid = driver.pid

  def send_line(text)
    message = JSON.parse(text)
    note(message)
    reply = @driver.request(message.delete("type"), message.except("id"), deadline_s: REPLY_S)
    @said << { **reply, "id" => message["id"] }
  rescue Cachemark::Driver::Refused => error
    @said << { **error.reply, "id" => message["id"] }
  end

  def read_line = @said.shift

  def ask(message)
    @said.clear
    send_line(JSON.generate({ id: 1, **message }))
    read_line
  end

  # Ends its driver as the lab does. Returns how, what it still said, and its stderr.
  def finish
    @driver.close
    [@driver.status, "", File.read(@log.path)]
  end

  # Kills one of its processes; whether the next request ends the others.
  def killed?
    Process.kill("KILL", @driver.pids.last)
    @driver.request("block", { cell: "c", iterations: 8 }, deadline_s: REPLY_S)
    false
  rescue Cachemark::Driver::Lost
    Processes.eventually { @driver.pids.none? { |pid| Processes.alive?(pid) } }
  end

  # Keeps it for another test, if it was taken. One that is lost, or that was changed for good, ends.
  def give_back
    return stop unless key && @driver.alive? && !@changed

    @left.each_value.to_a.each { |type, fields| @driver.request(type, fields, deadline_s: LEAVE_S) }
    @left.clear
    IDLE << self
    IDLE.shift.stop if IDLE.size > MOST_IDLE
  rescue Cachemark::Trouble
    stop
  end

  # Ends its driver.
  def stop
    @driver.kill
    @log.close!
  end

  private

  # Keeps the cells and actors that another test must not find.
  def note(message)
    case message["type"]
    when "open" then @left[[:cell, message["cell"]]] = ["close", message.slice("cell")]
    when "enter" then @left[[:actor, message["actor"]]] = ["leave", message.slice("actor")]
    when "close" then @left.delete([:cell, message["cell"]])
    when "leave" then @left.delete([:actor, message["actor"]])
    end
    @changed ||= message["collect"] == false
  end
end
