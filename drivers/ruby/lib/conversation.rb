# encoding: utf-8
require "json"

module CachemarkDriver
  # Answers requests, one line each, until its input ends. Every request gets one
  # reply with its id; a failure is a reply too, and the driver goes on.
  class Conversation
    FAILURES = [StandardError, ScriptError, NoMemoryError, SystemStackError]
    REQUESTS = %w(load open prepare verify block close)

    def initialize(input, output)
      @input = input
      @output = output
      @loaded = {}
      @cells = {}
      @shared = {}
    end

    # Speaks until end of input.
    def run
      say("type" => "hello", "protocol" => 1, "language" => "ruby", "runtime" => RUBY_DESCRIPTION, "pid" => Process.pid)
      while (line = @input.gets)
        answer(line)
      end
      @cells.each_value { |cell| leave(cell) }
    end

    private

    def answer(line)
      message = JSON.parse(line)
      raise ArgumentError, "unknown request: #{message["type"].inspect}" unless REQUESTS.include?(message["type"])
      say({"id" => message["id"]}.merge(send("on_#{message["type"]}", message)))
    rescue *FAILURES => error
      say({"id" => message.is_a?(Hash) ? message["id"] : nil}.merge(failure(error)))
    end

    def on_load(message)
      message.fetch("shims", []).each { |name| shim(name) }
      adapter = Adapter.named(message.fetch("adapter")).new(message["options"] || {})
      adapter.load
      @loaded[message.fetch("client")] = adapter
      GC.start # what loading left behind is not the client's cost
      libraries = adapter.libraries.map { |name, version, file| {"name" => name, "version" => version, "file" => file} }
      {"type" => "loaded", "client" => message["client"], "version" => adapter.version, "file" => adapter.file,
       "digest" => FolderDigest.of(adapter.roots), "libraries" => libraries}
    end

    def shim(name)
      path = File.expand_path("../../shims/#{name}.rb", __FILE__)
      raise ArgumentError, "no shim is called #{name.inspect}" unless name =~ /\A[a-z0-9_\-]+\z/ && File.exist?(path)
      require path
    end

    def on_open(message)
      id = message.fetch("cell")
      raise NotOffered.new("mode #{message["mode"]}", "driver") unless sync?(message)
      loaded = @loaded.fetch(message.fetch("client")) { |name| raise ArgumentError, "#{name} is not loaded" }
      adapter = loaded.with(message["options"] || {}, message["published"] == true)
      cell = @cells[id] = Cell.new(adapter, message, message["shared"] == true ? shared(adapter, message) : nil)
      {"type" => "opened", "cell" => id, "calls" => cell.calls}
    rescue NotOffered => lack
      {"type" => "not_offered", "cell" => id, "reason" => lack.message}
    end

    # The client that all cells of a published program use, made for the first of them.
    def shared(adapter, message)
      @shared[message["client"]] ||= adapter.connect(message["servers"], message["options"] || {})
    end

    def sync?(message)
      [nil, "sync"].include?(message["mode"])
    end

    def on_prepare(message)
      cell(message).prepare
      {"type" => "prepared", "cell" => message["cell"]}
    end

    def on_verify(message)
      {"type" => "verified", "cell" => message["cell"]}.merge(cell(message).verify(message["iterations"], message["state"] || []))
    end

    def on_block(message)
      iterations = positive(message, "iterations")
      batch = message["batch"] ? positive(message, "batch") : iterations
      told = cell(message).block(iterations, batch, message["latencies"] == true, message["watch"] || [])
      {"type" => "block", "cell" => message["cell"]}.merge(told)
    end

    def on_close(message)
      cell(message).close
      @cells.delete(message["cell"])
      {"type" => "closed", "cell" => message["cell"]}
    end

    def cell(message)
      @cells.fetch(message["cell"]) { |id| raise ArgumentError, "no cell is open as #{id.inspect}" }
    end

    def positive(message, field)
      number = message[field]
      return number if number.is_a?(Integer) && number > 0
      raise ArgumentError, "#{field} must be a positive integer, not #{number.inspect}"
    end

    def leave(cell)
      cell.close
    rescue *FAILURES
      nil
    end

    def failure(error)
      {"type" => "failed", "class" => error.class.name, "message" => clean(error.message),
       "backtrace" => (error.backtrace || []).first(3).map { |line| clean(line) }}
    end

    def clean(text)
      text.to_s.encode("UTF-8", "BINARY", :invalid => :replace, :undef => :replace)[0, 500]
    end

    def say(message)
      @output.write(JSON.generate(message) + "\n")
      @output.flush
    end
  end
end
