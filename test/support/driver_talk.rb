# frozen_string_literal: true

require "io/wait"
require "json"
require "open3"

# The bare pipes of a driver, for tests that say what no session would. Each of its messages must be valid.
class DriverTalk
  # What `bundle exec` would otherwise hand down.
  CLEAN = { "RUBYOPT" => nil, "RUBYLIB" => nil, "BUNDLE_GEMFILE" => nil }.freeze

  #: (Array[String]) -> void
  def initialize(argv)
    @input, @output, @errors, @process = Open3.popen3(CLEAN, *argv)
  end

  def send_line(text) = @input.puts(text)

  # The next message. Raises when the driver is silent for a minute (a JVM starts slowly) or says anything else.
  #: () -> Hash[String, Object]
  def read_line
    raise "the driver says nothing" unless @output.wait_readable(60)

    message = JSON.parse(@output.gets || raise("the driver ended: #{@errors.read}"))
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

  def stop
    Process.kill("KILL", @process.pid) if @process.alive?
    [@input, @output, @errors].each(&:close)
    @process.join
  rescue Errno::ESRCH
    nil
  end
end
