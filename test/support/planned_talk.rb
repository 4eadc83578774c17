# frozen_string_literal: true

require "json"
require "tempfile"

# Speaks to a driver that makes plans as DriverTalk does to the others, by the core.
class PlannedTalk
  # Driver::Planned.
  attr_reader :session

  # Starts a driver. Its first message is its hello.
  #: (Cachemark::Host::Keeper, Array[String], Hash[String, String]) -> PlannedTalk
  def self.start(keeper, argv, env)
    log = Tempfile.new("driver-stderr")
    new(Cachemark::Driver::Session.start(keeper: keeper, argv: argv, env: env, log: log.path, deadline_s: 30), log)
  end

  # `log` is the file of the driver's stderr: errors quote its end.
  def initialize(session, log)
    @log = log
    @session = session
    @said = [session.hello.slice("type", "language", "runtime", "pid", "jit").merge("protocol" => 1)]
  end

  def send_line(text)
    message = JSON.parse(text)
    reply = @session.request(message.delete("type"), message.except("id"), deadline_s: 20)
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

  # Ends its driver as the lab does. Returns how, and what it still said.
  def finish
    @session.close
    [@session.status, ""]
  end

  # Kills one of its processes; whether the next request ends the others.
  def killed?
    Process.kill("KILL", @session.pids.last)
    @session.request("block", { cell: "c", iterations: 8 }, deadline_s: 20)
    false
  rescue Cachemark::Driver::Lost
    @session.pids.none? { |pid| Processes.alive?(pid) }
  end

  # Ends its driver.
  def give_back
    @session.kill
    @log.close!
  end
  alias stop give_back
end
