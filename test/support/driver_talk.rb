# frozen_string_literal: true

require "io/wait"
require "json"
require "open3"

# The bare pipes of a driver, for tests that say what no session would.
class DriverTalk
  # What `bundle exec` would otherwise hand down.
  CLEAN = { "RUBYOPT" => nil, "RUBYLIB" => nil, "BUNDLE_GEMFILE" => nil }.freeze
  # Drivers that wait for another test, the one that waited longest first, and how many may. A driver serves test after test,
  # as the lab has it serve cell after cell, because a start takes longer than a test.
  IDLE = [] # rubocop:disable Style/MutableConstant
  MOST_IDLE = 8
  LEAVE_S = 2
  private_constant :IDLE, :MOST_IDLE, :LEAVE_S

  # A driver that has served tests with the same command and `use`, or a new one. Its first message is its hello.
  #: (Array[String], ?Object) -> DriverTalk
  def self.take(argv, use = nil)
    found = IDLE.find { |talk| talk.key == [argv, use] } or return new(argv, use)
    IDLE.delete(found).again
  end

  attr_reader :pid, :key

  #: (Array[String], ?Object) -> void
  def initialize(argv, use = nil)
    @key = [argv, use]
    @input, @output, @errors, @process = Open3.popen3(CLEAN, *argv)
    @pid = @process.pid
    @unanswered = 1
    @left = {}
  end

  def send_line(text)
    @input.puts(text)
    @unanswered += 1
    note(JSON.parse(text))
  rescue JSON::ParserError
    nil
  end

  # The next message. Raises when the driver is silent for a minute (a JVM starts slowly) or says anything else.
  #: (?Numeric) -> Hash[String, Object]
  def read_line(within_s = 60)
    return @again.tap { @again = nil } if @again
    raise "the driver says nothing" unless @output.wait_readable(within_s)

    message = JSON.parse(@output.gets || raise("the driver ended: #{@errors.read}"))
    @unanswered -= 1
    @hello ||= message
    ProtocolSchema.check("reply", message)
    message
  end

  #: (Hash) -> Hash[String, Object]
  def ask(message)
    send_line(JSON.generate({ id: 1 }.merge(message)))
    read_line
  end

  # Ends the driver's input; answers its Process::Status and what it still said.
  def finish
    @input.close
    rest = [@output, @errors].map { |stream| stream.read.tap { stream.close } }
    [@process.value, *rest]
  end

  # Kills it; whether all that it has started, which has its stderr too, is gone soon.
  def killed?
    Process.kill("KILL", pid)
    loop do
      said = @errors.read_nonblock(4096, exception: false)
      return true if said.nil?
      return false if said == :wait_readable && !@errors.wait_readable(10)
    end
  end

  # Keeps it for another test, without its cells and actors. One that did not answer all, or that was changed for good, ends.
  def give_back
    return stop unless @process.alive? && @unanswered.zero? && !@input.closed? && !@changed

    @left.each_value.to_a.each { |message| send_line(JSON.generate(message)) && read_line(LEAVE_S) }
    IDLE << self
    IDLE.shift.stop if IDLE.size > MOST_IDLE
  rescue RuntimeError, SystemCallError
    stop
  end

  def again = tap { @again = @hello }

  def stop
    Process.kill("KILL", pid) if @process.alive?
    [@input, @output, @errors].each(&:close)
    @process.join
  rescue Errno::ESRCH
    nil
  end

  private

  # Keeps the cells and actors that another test must not find.
  def note(message)
    return true unless message.is_a?(Hash)

    case message["type"]
    when "open" then @left[[:cell, message["cell"]]] = { id: 0, type: "close", cell: message["cell"] }
    when "enter" then @left[[:actor, message["actor"]]] = { id: 0, type: "leave", actor: message["actor"] }
    when "close" then @left.delete([:cell, message["cell"]])
    when "leave" then @left.delete([:actor, message["actor"]])
    end
    @changed ||= message["collect"] == false
    true
  end
end
