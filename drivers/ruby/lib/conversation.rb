# encoding: utf-8
require "json"

module CachemarkDriver
  # Answers requests, one line each, until its input ends. Every request gets one
  # reply with its id; a failure is a reply too, and the driver goes on.
  class Conversation
    FAILURES = Modes::WorkerQueue::FAILURES
    REQUESTS = %w(load open connect prepare verify block traffic stampede close enter act leave)

    def initialize(input, output)
      @input = input
      @output = output
      @clients = Clients.new
      @cells = {}
      @actors = {}
      @kept = Hash.new { |kept, client| kept[client] = {} }
    end

    # Speaks until end of input.
    def run
      say({"type" => "hello", "protocol" => 1, "language" => "ruby", "runtime" => RUBY_DESCRIPTION, "pid" => Process.pid}
        .merge(stated("jit" => Jit.facts)))
      while (line = @input.gets)
        answer(line)
      end
      @cells.each_value { |cell| leave(cell) }
      @actors.each_value { |actor| actor.leave }
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
      adapter = @clients.load(message)
      GC.start # what loading left behind is not the client's cost
      libraries = adapter.libraries.map { |name, version, file| {"name" => name, "version" => version, "file" => file} }
      {"type" => "loaded", "client" => message["client"], "version" => adapter.version, "file" => adapter.file,
       "digest" => FolderDigest.of(adapter.roots), "libraries" => libraries}
    end

    def on_open(message)
      id = message.fetch("cell")
      mode = Mode.named(message["mode"])
      adapter = @clients.adapter(message)
      cell = @cells[id] = Cell.new(adapter, message, mode, message["shared"] == true ? @kept[message["client"]] : nil)
      {"type" => "opened", "cell" => id, "calls" => cell.calls}.merge(cell.pooled? ? {"pool" => true} : {})
    rescue NotOffered => lack
      {"type" => "not_offered", "cell" => id, "reason" => lack.message}
    end

    def on_connect(message)
      first = FirstReplies.new(@clients.adapter(message), message)
      {"type" => "connected", "ns" => first.measured(positive(message, "times"))}
    rescue NotOffered => lack
      {"type" => "not_offered", "reason" => lack.message}
    end

    def on_enter(message)
      id = message.fetch("actor")
      @clients.adapter(message) # a mistake in the request is no finding
      actor = @actors.delete(id)
      actor = Actors::Actor.new(@clients, message) if actor.nil? || actor.ended?
      @actors[id] = actor.enter(message)
      {"type" => "entered", "actor" => id, "pid" => actor.pid}
    rescue NotOffered => lack
      {"type" => "not_offered", "actor" => id, "reason" => lack.message}
    rescue Actors::Actor::Unmade => error
      {"type" => "not_entered", "actor" => id, "end" => error.message}
    end

    def on_act(message)
      deadline_ms = message.fetch("deadline_ms")
      silence_ms = message["silence_ms"] || deadline_ms
      events, ending = actor(message).act(message.fetch("steps"), deadline_ms / 1000.0, silence_ms / 1000.0)
      {"type" => "acted", "actor" => message["actor"], "events" => events, "end" => ending}
    end

    def on_leave(message)
      ending = actor(message).leave
      @actors.delete(message["actor"])
      {"type" => "left", "actor" => message["actor"], "end" => ending}
    end

    def actor(message)
      @actors.fetch(message["actor"]) { |id| raise ArgumentError, "no actor has entered as #{id.inspect}" }
    end

    def on_prepare(message)
      cell(message).prepare(message["flushed"] == true)
      stop_collecting if message["collect"] == false
      {"type" => "prepared", "cell" => message["cell"]}
    end

    def stop_collecting
      GC.start
      GC.disable
    end

    def on_verify(message)
      fields = cell(message).verify(message["iterations"], message["state"] || [], message["flushed"] == true)
      {"type" => "verified", "cell" => message["cell"]}.merge(fields)
    end

    def on_block(message)
      fields = Trace.over(message["trace"]) { message["arrivals"] ? open_loop(message) : closed_loop(message) }
      {"type" => "block", "cell" => message["cell"]}.merge(fields).merge(stated("compiled_bytes" => Jit.compiled_bytes))
    end

    # The fields of a reply that only some processes have.
    def stated(fields)
      fields.reject { |_, value| value.nil? }
    end

    def open_loop(message)
      cell(message).open_loop(Arrivals.dues(message["arrivals"]), message["watch"] || [])
    end

    def closed_loop(message)
      iterations = positive(message, "iterations")
      batch = message["batch"] ? positive(message, "batch") : iterations
      cell(message).block(iterations, batch, message["latencies"] == true, message["watch"] || [])
    end

    def on_traffic(message)
      {"type" => "traffic", "cell" => message["cell"]}.merge(cell(message).traffic(message))
    end

    def on_stampede(message)
      {"type" => "stampede", "cell" => message["cell"]}.merge(cell(message).stampede(message))
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
