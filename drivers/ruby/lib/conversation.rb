# encoding: utf-8
require "json"

module CachemarkDriver
  # Answers requests, one line each, until its input ends. Every request gets one
  # reply with its id; a failure is a reply too, and the driver goes on.
  class Conversation
    FAILURES = Modes::WorkerQueue::FAILURES
    MOST_MESSAGE = 500
    REQUESTS = %w(load open run clock close enter act leave)

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
      say({"type" => "hello", "protocol" => 2, "level" => 3, "language" => "ruby", "runtime" => RUBY_DESCRIPTION,
           "pid" => Process.pid, "modes" => Mode::NAMES, "interrupts" => Actors.interrupts, "encodings" => "strings"}
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
      known = message.is_a?(Hash) && REQUESTS.include?(message["type"])
      raise ArgumentError, "unknown request: #{message.inspect[0, 80]}" unless known
      say(named(message).merge(send("on_#{message["type"]}", message)))
    rescue NotOffered => lack
      say(named(message).merge("type" => "not_offered", "reason" => lack.message))
    rescue *FAILURES => error
      say({"id" => message.is_a?(Hash) ? message["id"] : nil}.merge(failure(error)))
    end

    # The fields of a request that its reply has too.
    def named(message)
      message.reject { |field, _| !%w(id cell actor).include?(field) }
    end

    def on_load(message)
      adapter = @clients.load(message)
      Heap.make_room
      libraries = adapter.libraries.map { |name, version, file| {"name" => name, "version" => version, "file" => file} }
      {"type" => "loaded", "client" => message["client"], "version" => adapter.version, "file" => adapter.file,
       "folders" => adapter.roots, "libraries" => libraries}
    end

    def on_open(message)
      kept = message["kept"] == true ? @kept[message["client"]] : nil
      cell = @cells[message.fetch("cell")] = Cell.new(@clients.adapter(message), message, Mode.of(message), kept)
      {"type" => "opened", "ns" => cell.ns}.merge(cell.pooled? ? {"pool" => true} : {})
    end

    def on_run(message)
      fields = Trace.over(message["trace"]) { cell(message).run(message) }
      stop_collecting if message["collect"] == false
      {"type" => "ran"}.merge(fields).merge(stated("compiled_bytes" => Jit.compiled_bytes))
    end

    def on_clock(_message)
      {"type" => "clock", "ns" => Clock.now}
    end

    def on_close(message)
      cell(message).close
      @cells.delete(message["cell"])
      {"type" => "closed"}
    end

    def on_enter(message)
      id = message.fetch("actor")
      @clients.adapter(message) # a mistake in the request is no finding
      actor = @actors.delete(id)
      actor = Actors::Actor.new(@clients, message) if actor.nil? || actor.ended?
      @actors[id] = actor.enter(message)
      {"type" => "entered", "pid" => actor.pid}
    rescue Actors::Actor::Unmade => error
      {"type" => "not_entered", "end" => error.message}
    end

    def on_act(message)
      events, ending = actor(message).act(message)
      {"type" => "acted", "events" => events, "end" => ending}
    end

    def on_leave(message)
      ending = actor(message).leave
      @actors.delete(message["actor"])
      {"type" => "left", "end" => ending}
    end

    def actor(message)
      @actors.fetch(message["actor"]) { |id| raise ArgumentError, "no actor has entered as #{id.inspect}" }
    end

    def stop_collecting
      GC.start
      GC.disable
    end

    # The fields of a reply that only some processes have.
    def stated(fields)
      fields.reject { |_, value| value.nil? }
    end

    def cell(message)
      @cells.fetch(message["cell"]) { |id| raise ArgumentError, "no cell is open as #{id.inspect}" }
    end

    def leave(cell)
      cell.close
    rescue *FAILURES
      nil
    end

    def failure(error)
      {"type" => "failed", "class" => error.class.name, "message" => Reported.plain(error.message, MOST_MESSAGE),
       "backtrace" => (error.backtrace || []).first(3).map { |line| Reported.plain(line, MOST_MESSAGE) }}
    end

    def say(message)
      @output.write(JSON.generate(message) + "\n")
      @output.flush
    end
  end
end
