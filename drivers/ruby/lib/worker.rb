# encoding: utf-8

module CachemarkDriver
  # One client, and the keys that it alone uses: a scenario compiled for it. A request may come from
  # another process, so it answers with plain data.
  class Worker
    # The Adapter, settled for this cell's options.
    attr_reader :adapter
    # Array: the client objects in the order in which the compiled source names them.
    attr_reader :clients

    # scenario: with this worker's own keys; pairs: its own Pairs, or nil.
    def initialize(adapter, scenario, prefix, pairs, client)
      @adapter = adapter
      @client = client
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

    # The report on the last run, once all have ended.
    def report
      @passed += @made
      judge = LastReplies.new(self, steps, @names, @expected)
      {"spans" => @spans, "checked" => judge.checks?, "mismatches" => @made > 0 ? judge.iteration(@replies, @passed) : []}
    end

    # The calls of an open loop that fall to this worker; the clock when it had made the last.
    def open_loop(gate, dues)
      @dispatched ||= compiler(@scenario["steps"], @names, @scenario["wrap"]).dispatched
      @calls = Arrivals.new(gate, dues)
      @calls.start = gate.pass
      @last = @dispatched.open_loop(*clients, @calls)
      Clock.now
    ensure
      gate.ended
    end

    # The report on the last open loop, once all have ended.
    def open_loop_report
      judge = LastReplies.new(self, steps, @names, @expected)
      found = judge.turns(@last, @passed, @pairs)
      @passed += @calls.taken.size / calls
      @calls.report.merge("checked" => judge.checks?, "mismatches" => found)
    end

    # The fields of the `traffic` reply.
    def traffic(message)
      @describing ||= @compiler.describing
      keys = @names.constants[@names.pair_keys]
      Traffic.new(adapter, *steps.map { |step| step.op }, keys, message).run(@describing, clients)
    end

    # true: its calls take their connections from a pool.
    def pooled; adapter.pools(@client).any? end

    # Watches its pools that no other worker watches.
    def watch_pools
      @watches = adapter.pools(@client).reject { |pool| PoolWatch.watched?(pool) }.map { |pool| PoolWatch.new(pool) }
      nil
    end

    # Array of Hash: what was seen of these pools, which are watched no more.
    def pools_seen
      @watches.map { |watch| watch.finish }
    end

    # Its part of a stampede, made once all have their parts: the name of a method of Stampede with its arguments. Without
    # one it makes nothing.
    def stampede(gate, message, part)
      gate.pass
      return nil unless part
      @stampede ||= Stampede.new(self, @compiler, @names)
      @stampede.public_send(part.first, message, *part.drop(1))
    ensure
      gate.ended
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

  # Makes the workers of a cell, each with its own client, keys and pairs, or all with one client
  # where the mode says so.
  class WorkerSetup
    # Integer: how many.
    attr_reader :size

    # message: the `open` request; kept: Hash of clients that outlive the cell, or nil.
    def initialize(adapter, message, mode, kept)
      @adapter = adapter
      @message = message
      @size = mode.workers
      @shared = mode.shared?
      @kept = kept
      @own = {}
      @pairs = Pairs.read(message["scenario"])
      @keys = mode.sync? || @pairs ? nil : message["workers"] || []
      raise ArgumentError, "#{@size} workers need the keys of as many, not of #{@keys.size}" if @keys && @keys.size < @size
    end

    # true: they go through pairs.
    def pairs?; !@pairs.nil? end

    # The worker with this number, the first being 0.
    def make(at)
      Worker.new(@adapter, scenario(at), @message["prefix"] || "", @pairs && @pairs.share(at, @size), client(@shared ? 0 : at))
    end

    # Lets go of the clients that are this cell's own.
    def close
      @own.each_value { |client| @adapter.disconnect(client) }
      @own.clear
    end

    private

    def scenario(at)
      @keys ? @message["scenario"].merge("keys" => @keys[at]) : @message["scenario"]
    end

    def client(place)
      (@kept || @own)[place] ||= @adapter.connect(@message["servers"], @message["options"] || {})
    end
  end
end
