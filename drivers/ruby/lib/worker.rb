# encoding: utf-8
module CachemarkDriver
  # One client, and the keys that it alone uses: a scenario compiled for it. What it is asked
  # may come from another process, so that it answers with plain data.
  class Worker
    # The Adapter, settled for this cell's options.
    attr_reader :adapter
    # Array: the client objects in the order in which the compiled source names them.
    attr_reader :clients

    # scenario: with this worker's own keys; pairs: its own Pairs, or nil.
    def initialize(adapter, scenario, prefix, pairs, client)
      @adapter = adapter
      @scenario = scenario
      @prefix = prefix
      @pairs = pairs
      bound = adapter.bind(client)
      @bound = bound.keys
      @clients = bound.values
      @passed = 0
      @names = names(false)
      @compiler = compiler(scenario["steps"], @names, scenario["wrap"])
      @program = @compiler.measured
    end

    # Integer: calls in one iteration.
    def calls
      steps.map { |step| step.each? ? @pairs.size : 1 }.inject(0) { |sum, calls| sum + calls }
    end

    # Names of this worker's keys; own: with values that name them.
    def names(own)
      Names.new(@scenario, @prefix, own, adapter.frozen_arguments?, @pairs)
    end

    # A Compiler of other steps for this worker's client.
    def compiler(steps, names, wrap)
      Compiler.new(adapter, steps, names, wrap, @bound)
    end

    # Deletes the scenario's keys, so that a cell starts the same on a server that
    # nobody may flush. Published rows share keys on purpose.
    def clear
      return if adapter.published? || !adapter.proves? || !adapter.respond_to?("delete")
      @clearing ||= compiler(deletions, @names, nil).proof
      @clearing.once(*clients)
      nil
    end

    # Runs the prelude with the plain values; flushed: there is nothing to delete.
    def prepare(flushed)
      @passed = 0
      clear unless flushed
      @prelude ||= compiler(@scenario["prelude"] || [], @names, nil).proof
      @prelude.once(*clients)
      nil
    end

    # The `verified` reply's fields; flushed: nobody misses what is left there.
    def verify(iterations, state, flushed)
      return Proof::NONE unless adapter.proves?
      @expected = iterations
      clear unless flushed
      Proof.new(self, @scenario).verify(iterations, state).tap { clear unless flushed }
    end

    # The clock's stamps: of the start, and after every batch. With `spans` every call's time is kept.
    def run(gate, iterations, batch, spans)
      stamps = Array.new((iterations + batch - 1) / batch + 1, 0)
      @spans = spans ? Array.new(iterations * calls, 0) : nil
      gate.pass
      @replies = timed(iterations, batch, stamps)
      @made = iterations
      stamps
    ensure
      gate.ended
    end

    # What the last run tells once all have ended.
    def told
      @passed += @made
      judge = Judge.new(self, steps, @names, @expected)
      {"spans" => @spans, "checked" => judge.checks?, "mismatches" => @made > 0 ? judge.iteration(@replies, @passed) : []}
    end

    # The calls of an open loop that fall to this worker; the clock when it had made the last.
    def open_loop(gate, dues)
      @dispatched ||= compiler(@scenario["steps"], @names, @scenario["wrap"]).dispatched
      @calls = Dispatch.new(gate, dues)
      @calls.start = gate.pass
      @last = @dispatched.open_loop(*clients, @calls)
      Clock.now
    ensure
      gate.ended
    end

    # What the last open loop tells once all have ended.
    def open_loop_told
      judge = Judge.new(self, steps, @names, @expected)
      found = judge.turns(@last, @passed, @pairs)
      @passed += @calls.taken.size / calls
      @calls.told.merge("checked" => judge.checks?, "mismatches" => found)
    end

    private

    def steps; @compiler.steps end

    def timed(iterations, batch, stamps)
      return @program.timed(*clients, iterations, batch, stamps) unless @spans
      @program.latencies(*clients, iterations, batch, stamps, @spans)
    end

    def deletions
      used = (@scenario["prelude"] || []) + @scenario["steps"]
      each = used.any? { |step| step["each"] } ? [{"op" => "delete", "each" => "pairs"}] : []
      keys = used.map { |step| step["keys"] || step["key"] }.flatten.compact.uniq
      keys.map { |name| {"op" => "delete", "key" => name} } + each
    end
  end
end
