# frozen_string_literal: true

require "io/wait"
require "json"
require "open3"

# The bare pipes of a driver, for tests that say what no session would.
class DriverTalk
  # What `bundle exec` would otherwise hand down.
  CLEAN = { "RUBYOPT" => nil, "RUBYLIB" => nil, "BUNDLE_GEMFILE" => nil }.freeze

  attr_reader :pid

  #: (Array[String]) -> void
  def initialize(argv)
    @input, @output, @errors, @process = Open3.popen3(CLEAN, *argv)
    @pid = @process.pid
  end

  def send_line(text) = @input.puts(text)

  # The next message. Raises when the driver is silent for a minute (a JVM starts slowly) or says anything else.
  #: () -> Hash[String, Object]
  def read_line
    raise "the driver says nothing" unless @output.wait_readable(60)

    JSON.parse(@output.gets || raise("the driver ended: #{@errors.read}"))
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

  def stop
    Process.kill("KILL", pid) if @process.alive?
    [@input, @output, @errors].each(&:close)
    @process.join
  rescue Errno::ESRCH
    nil
  end
end
