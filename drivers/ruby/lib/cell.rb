# encoding: utf-8
module CachemarkDriver
  # A client in one scenario: its plans, and the workers that make their calls.
  class Cell
    # The field of a run about pools. A Watch does not know it.
    POOL = "pool"

    # Integer, in ns: how long its clients took to be made.
    attr_reader :ns

    # mode: a Mode; message: the `open` request; kept: Hash of clients that outlive the cell, or nil.
    def initialize(adapter, message, mode, kept = nil)
      @adapter = adapter
      @kept = !kept.nil?
      @clients = kept || {}
      @workers = nil
      @values = Values.read(message.fetch("values"), adapter.frozen_arguments?)
      @keys = {}
      given = message.fetch("workers")
      connect(message, mode, given.size)
      @workers = mode.start
      @plans = given.zip(@own).map { |own, client| Hash[own.map { |name, plan| [name, compiler(client, plan).check] }] }
    rescue StandardError, ScriptError
      close
      raise
    end

    # true: calls take their connections from a pool.
    def pooled?; pools.any? end

    # The `ran` reply's fields; message: the request.
    def run(message)
      read(message)
      return proof(message) if message["keep"] == "all"
      message.key?("dues") ? due(message) : timed(message)
    end

    # Lets go of the clients that are its own.
    def close
      @workers.close if @workers
      @adapter.disconnect(@clients.shift.last) until @kept || @clients.empty?
    end

    private

    def connect(message, mode, count)
      began = Clock.now
      @own = Array.new(count) do |at|
        @clients[mode.shared? ? 0 : at] ||= @adapter.connect(message["servers"], message["options"] || {})
      end
      @ns = Clock.now - began
    end

    def compiler(client, plan)
      Compiler.new(@adapter, client, plan, @values, @keys)
    end

    # The values and the plan that a request brings.
    def read(message)
      @values = Values.read(message["values"], @adapter.frozen_arguments?) if message["values"]
      return unless message["calls"]
      message["calls"].each_with_index { |plan, at| @plans[at][message["plan"]] = compiler(@own[at], plan) }
      GC.start # what reading left behind is not the client's cost
    end

    # Array of Compiler, one for each worker.
    def plans(message)
      @plans.map { |own| own.fetch(message["plan"]) { |name| raise ArgumentError, "no plan is called #{name.inspect}" } }
    end

    # Every reply.
    def proof(message)
      plans, pause = plans(message), (message["compute_ns"] || 0) / 1e9
      jobs = plans.zip(message["iterations"]).map { |plan, count| proving(plan, count, pause) }
      results = @workers.race(jobs, [], nil, message["start_ns"]).results
      fields = {"replies" => plans.zip(results).map { |plan, all| all.map { |kept| whole(plan, kept) } }}
      fields["latencies"] = results.map { |all| all.map { |kept| kept.spans }.flatten(1) } if message["clock"] == "call"
      fields
    end

    # Of an iteration, the report of each reply, and of what was raised.
    def whole(plan, kept)
      reports = plan.reports(kept.replies, kept.computed)
      return reports unless kept.error
      asked = Compiler.texts(kept.computed.fetch(kept.replies.size, []))
      reports << {"raised" => Reported.raised(kept.error).merge("computed" => asked)}
    end

    # Iterations without a pause. Of several workers, each makes them in one batch.
    def timed(message)
      plans, iterations = plans(message), message["iterations"]
      jobs = plans.zip(iterations).map { |plan, count| timing(plan, count, message["batch"], message["clock"] == "call") }
      race, fields = watched(jobs, message)
      fields = fields.merge(times(race, message["start_ns"]))
      fields["latencies"] = race.results.map { |_, _, spans| spans } if message["clock"] == "call"
      return fields unless message["keep"] == "last"
      last = plans.zip(race.results, iterations).map { |plan, (replies), count| [count > 0 ? plan.reports(replies) : []] }
      fields.merge("replies" => last)
    end

    def times(race, start)
      stamps = race.results.map { |_, own| own }
      return in_one(stamps.map { |own| own.last }.max - race.start) if stamps.size > 1
      own = stamps.first
      {"wall_ns" => own.last - (start || own.first), "batches" => own.each_cons(2).map { |from, to| to - from }}
    end

    # The times of a run in one batch.
    def in_one(wall_ns) {"wall_ns" => wall_ns, "batches" => [wall_ns]} end

    # Calls that are due at given times.
    def due(message)
      plans, dues = plans(message), message["dues"]
      loops = plans.map { |plan| DueCalls.new(plan, dues, message["stop_ns"]) }
      _, fields = watched(plans.zip(loops).map { |plan, calls| open_loop(plan, calls) }, message, dues.size)
      lags, latencies, last = Array.new(dues.size, -1), Array.new(dues.size, -1), 0
      loops.each do |calls|
        calls.times do |call, lag, latency|
          lags[call], latencies[call] = lag, latency
          last = [last, dues[call] + latency].max
        end
      end
      replies, raised = loops.map { |calls| calls.reports }.transpose
      fields.merge(in_one(last)).merge("lags" => lags, "latencies" => latencies, "made" => loops.map { |calls| calls.taken },
                                       "replies" => replies.map { |all| [all] },
                                       "raised" => raised.flatten(1).sort_by { |one| one["call"] })
    end

    # A job: an Array of Kept.
    def proving(plan, iterations, pause)
      gated { Array.new(iterations) { plan.proof.iteration(plan.clients, pause) } }
    end

    # A job: the last replies, the clock's stamps of the start and after every batch, and every call's time or nil.
    def timing(plan, iterations, batch, spans)
      program, clients = plan.measured, plan.clients
      stamps = Array.new((iterations + batch - 1) / batch + 1, 0)
      return gated { [program.timed(*clients, iterations, batch, stamps), stamps] } unless spans
      spans = Array.new(iterations * plan.size, 0)
      gated { [program.latencies(*clients, iterations, batch, stamps, spans), stamps, spans] }
    end

    # A job.
    def open_loop(plan, calls)
      program, clients = plan.due, plan.clients
      gated do |gate, start|
        calls.from(gate, start)
        program.due(*clients, calls)
      end
    end

    # A job that the block does between the gate's two sides.
    def gated
      lambda do |gate|
        begin
          yield gate, gate.pass
        ensure
          gate.ended
        end
      end
    end

    # [the Race, Hash of what the run used and of what was to be watched].
    def watched(jobs, message, calls = nil)
      wanted = message["watch"] || []
      race, seen = over_pools(wanted) { @workers.race(jobs, wanted - [POOL], calls, message["start_ns"]) }
      [race, race.meter.merge(race.seen).merge(seen)]
    end

    # [the block's value, Hash of the fields about pools, if they are wanted].
    def over_pools(wanted)
      return [yield, {}] unless wanted.include?(POOL)
      watches = pools.map { |pool| PoolWatch.new(pool) unless PoolWatch.watched?(pool) }.compact
      begin
        race = yield
      ensure
        seen = watches.map { |watch| watch.finish }
      end
      [race, {POOL => waits(seen)}]
    end

    # Clients may have a pool together.
    def pools
      @clients.values.map { |client| @adapter.pools(client) }.flatten(1)
    end

    # Hash: the waits for connections of all pools; nil without any.
    def waits(pools)
      return nil if pools.empty?
      {"size" => pools.first["size"], "pools" => pools.size,
       "waits" => pools.map { |one| one["waits"] }.flatten(1),
       "waited" => total(pools, "waited"), "timeouts" => total(pools, "timeouts")}
    end

    def total(hashes, field)
      hashes.inject(0) { |sum, one| sum + one[field] }
    end
  end
end
