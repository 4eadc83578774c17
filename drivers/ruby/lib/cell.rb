# encoding: utf-8
module CachemarkDriver
  # One scenario on a client, its own unless a shared one is given: compiled when it is opened.
  class Cell
    # Runs that tell what the ruler takes: the first also fills the interpreter's caches.
    EMPTY_RUNS = 3
    RULER = %w(user_ns system_ns allocations)

    # The Adapter, settled for this cell's options.
    attr_reader :adapter
    # Array: the client objects in the order in which the compiled source names them.
    attr_reader :clients

    # message: the `open` request; shared: a connected client that outlives the cell, or nil.
    def initialize(adapter, message, shared = nil)
      @adapter = adapter
      @scenario = message["scenario"]
      @prefix = message["prefix"] || ""
      @own = shared.nil?
      @client = shared || adapter.connect(message["servers"], message["options"] || {})
      bound = adapter.bind(@client)
      @bound = bound.keys
      @clients = bound.values
      compile
    rescue StandardError, ScriptError
      adapter.disconnect(@client) if @client && @own
      raise
    end

    # Integer: calls in one iteration.
    def calls; @compiler.steps.size end

    def names(own)
      Names.new(@scenario, @prefix, own, adapter.frozen_arguments?)
    end

    def compiler(steps, names, wrap)
      Compiler.new(adapter, steps, names, wrap, @bound)
    end

    # Deletes the scenario's keys, so that a cell starts the same on a server that
    # nobody may flush. Published rows share keys on purpose.
    def clear
      return if adapter.published? || !adapter.proves? || !adapter.respond_to?("delete")
      @clearing ||= compiler(used_keys.map { |name| {"op" => "delete", "key" => name} }, @names, nil).proof
      @clearing.once(*clients)
    end

    # Runs the prelude with the published values.
    def prepare
      @passed = 0
      clear
      @prelude ||= compiler(@scenario["prelude"] || [], @names, nil).proof
      @prelude.once(*clients)
    end

    # The `verified` reply's fields.
    def verify(iterations, state)
      return Proof::NONE unless adapter.proves?
      @expected = iterations
      clear
      Proof.new(self, @scenario).verify(iterations, state).tap { clear }
    end

    # The `block` reply's fields.
    def block(iterations, batch, latencies, watch)
      stamps = Array.new((iterations + batch - 1) / batch + 1, 0)
      spans = latencies ? Array.new(iterations * calls, 0) : nil
      own = ruler(batch, stamps, spans)
      (replies, used), seen = watched(watch) { metered(iterations, batch, stamps, spans) }
      used = used.merge(own) { |_, all, empty| all && [all - empty, 0].max }
      reply(iterations, batch, stamps).merge(used).merge(told(spans)).merge(seen).merge(checked(replies, iterations))
    end

    # Leaves none of its keys on the server.
    def close
      begin
        clear
      rescue StandardError # a server that is gone has no keys
        nil
      end
      adapter.disconnect(@client) if @own
    end

    private

    def used_keys
      steps = (@scenario["prelude"] || []) + @scenario["steps"]
      steps.map { |step| step["keys"] || step["key"] }.flatten.uniq
    end

    def compile
      @names = names(false)
      @compiler = compiler(@scenario["steps"], @names, @scenario["wrap"])
      @program = @compiler.measured
    end

    # Hash: what a block of no iteration uses, the least of some. It goes through the same code, so
    # that its objects are exactly those that are not the client's.
    def ruler(batch, stamps, spans)
      used = Array.new(EMPTY_RUNS) { metered(0, batch, stamps, spans)[1] }
      Hash[RULER.map { |field| [field, used.map { |run| run[field] }.compact.min || 0] }]
    end

    # [the block's value, what was seen inside the client]; nothing stands by while time counts.
    def watched(wanted)
      return [yield, {}] if wanted.empty?
      watch = Watch.new(wanted)
      [watch.during { yield }, watch.fields]
    end

    # [replies, what was used].
    def metered(iterations, batch, stamps, spans)
      before = Meter.start
      replies = run(iterations, batch, stamps, spans)
      [replies, Meter.difference(before, Meter.stop)]
    end

    def run(iterations, batch, stamps, spans)
      spans ? @program.latencies(*clients, iterations, batch, stamps, spans) : @program.timed(*clients, iterations, batch, stamps)
    end

    def reply(iterations, batch, stamps)
      {"iterations" => iterations, "calls" => iterations * calls, "wall_ns" => stamps.last - stamps.first,
       "batch" => batch, "batches" => stamps.each_cons(2).map { |from, to| to - from }, "errors" => {}}
    end

    def told(spans)
      return {} unless spans
      {"latencies" => [spans.map { |span| [span, 0xffffffff].min }.pack("L<*")].pack("m0")}
    end

    # After the clock has stopped: the last iteration's replies against the expectation
    # of the iteration it was, or of the last one known.
    def checked(replies, iterations)
      @passed = (@passed || 0) + iterations
      return {"checked" => false, "mismatches" => []} unless @expected && @expected.any?
      expected = @expected[[@passed, @expected.size].min - 1]
      judge = Expectation.new(adapter, @names, false)
      found = replies.each_with_index.map { |reply, at| mismatch(judge, at, expected[at], reply) }.compact
      {"checked" => true, "mismatches" => found.first(5)}
    end

    def mismatch(judge, at, expected, reply)
      step = @compiler.steps[at]
      found = judge.mismatch(step, expected, reply, false)
      found && {"step" => at, "op" => step.op, "key" => step.key || step.keys.join(" ")}.merge(found)
    end
  end
end
