# encoding: utf-8
module CachemarkDriver
  # One scenario in one mode, on its own clients unless one is kept: puts together the reports of its workers.
  class Cell
    # Runs that show the harness overhead: the first also fills the interpreter's caches.
    EMPTY_RUNS = 3
    OVERHEAD = %w(user_ns system_ns allocations)
    # The field of a block about pools. A Watch does not know it.
    POOL = "pool"

    # Integer: calls in one iteration.
    attr_reader :calls

    # mode: a Mode; message: the `open` request; kept: Hash of clients that outlive the cell, or nil.
    def initialize(adapter, message, mode, kept = nil)
      @mode = mode
      @setup = WorkerSetup.new(adapter, message, mode, kept)
      @workers = mode.start(@setup)
      calls = @workers.each("calls")
      @calls = @setup.pairs? ? total(calls) : calls.first
    rescue StandardError, ScriptError
      @workers ? @workers.close : @setup && @setup.close
      raise
    end

    # true: calls take their connections from a pool.
    def pooled?; @workers.each("pooled").any? end

    # Runs the prelude with the plain values; flushed: the server is empty, so that there is nothing to delete.
    def prepare(flushed)
      @workers.each("prepare", flushed)
    end

    # The `verified` reply's fields.
    def verify(iterations, state, flushed)
      reports = @workers.at_once("verify", iterations, state, flushed)
      work = reports.map { |one| one["work"] }.transpose.map { |same| summed(same) }
      {"ok" => reports.all? { |one| one["ok"] }, "mismatches" => joined(reports, "mismatches", 20),
       "hits" => total(reports, "hits"), "misses" => total(reports, "misses"), "work" => work,
       "errors" => summed(reports.map { |one| one["errors"] }), "proof" => reports.first["proof"]}
    end

    # The `block` reply's fields.
    def block(iterations, batch, latencies, watch)
      batch = iterations unless @mode.sync?
      overhead = overhead("run", [0, batch, latencies], nil)
      race, seen = over_pools(watch) do
        @workers.race("run", shares(iterations).map { |share| [share, batch, latencies] }, nil, watch - [POOL])
      end
      reports = @workers.each("report")
      fields = reply([iterations, iterations * calls], batch, batches(race), race.used(overhead))
      fields["latencies"] = Arrivals.text(reports.map { |one| one["spans"] }.flatten(1)) if latencies
      fields.merge(race.seen).merge(seen).merge(checked(reports))
    end

    # The `block` reply's fields of an open loop; dues: when each call is due, in ns after the start.
    def open_loop(dues, watch)
      overhead = overhead("open_loop", [[]], 0)
      race = @workers.race("open_loop", Array.new(@setup.size) { [dues] }, dues.size, watch)
      reports = @workers.each("open_loop_report")
      iterations = (dues.size + calls - 1) / calls
      fields = reply([iterations, dues.size], iterations, [race.results.max - race.start], race.used(overhead))
      %w(latencies lags).each { |field| fields[field] = Arrivals.packed(field, reports) }
      fields["errors"] = summed(reports.map { |one| one["errors"] })
      fields.merge(race.seen).merge(checked(reports))
    end

    # The `traffic` reply's fields.
    def traffic(message)
      raise ArgumentError, "traffic needs the mode sync" unless @mode.sync?
      @workers.each("traffic", message).first
    end

    # The `stampede` reply's fields. The last worker stores the values, and looks whether they have expired.
    def stampede(message)
      raise ArgumentError, "a stampede needs a mode with 2 workers or more" if @setup.size < 2
      last = @setup.size - 1
      part(message, last, "store")
      expiries = Array.new(calls) do |at|
        [part(message, last, "expired", at), parts(message) { |worker| ["call", at, worker] if worker < last }]
      end
      Stampede.report(expiries)
    end

    # Leaves none of its keys on the server.
    def close
      begin
        @workers.each("clear")
      rescue StandardError # a server that is gone has no keys
        nil
      end
      @workers.close
    end

    private

    # The answer of the one worker that has a part of a stampede.
    def part(message, worker, *part)
      parts(message) { |at| part if at == worker }.last
    end

    # The answers of those workers for whom the block has a part.
    def parts(message)
      jobs = Array.new(@setup.size) { |at| [message, yield(at)] }
      @workers.race("stampede", jobs, nil, []).results.compact
    end

    # Of each worker how many iterations are its own.
    def shares(iterations)
      return Array.new(@setup.size, iterations) if @setup.pairs?
      Array.new(@setup.size) { |at| iterations / @setup.size + (at < iterations % @setup.size ? 1 : 0) }
    end

    # Hash: what a block of no call uses, the least of some. It goes through the same code as the block, so
    # that its objects are exactly those that are not the client's.
    def overhead(message, job, calls)
      used = Array.new(EMPTY_RUNS) { @workers.race(message, Array.new(@setup.size) { job }, calls, []).used }
      Hash[OVERHEAD.map { |field| [field, used.map { |run| run[field] }.compact.min || 0] }]
    end

    def batches(race)
      return race.results.first.each_cons(2).map { |from, to| to - from } if @mode.sync?
      [race.results.map { |stamps| stamps.last }.max - race.start]
    end

    def reply(made, batch, batches, used)
      {"iterations" => made.first, "calls" => made.last, "wall_ns" => total(batches), "batch" => batch, "batches" => batches,
       "errors" => {}}.merge(used)
    end

    def checked(reports)
      {"checked" => reports.all? { |one| one["checked"] }, "mismatches" => joined(reports, "mismatches", 5)}
    end

    # [the block's value, Hash of the fields about pools, if they are wanted].
    def over_pools(watch)
      return [yield, {}] unless watch.include?(POOL)
      @workers.each("watch_pools")
      begin
        race = yield
      ensure
        seen = @workers.each("pools_seen").flatten(1)
      end
      [race, {POOL => waits(seen)}]
    end

    # Hash: the waits for connections of all pools; nil without any.
    def waits(pools)
      return nil if pools.empty?
      {"size" => pools.first["size"], "pools" => pools.size,
       "waits" => Arrivals.text(pools.map { |one| one["waits"] }.flatten(1)),
       "waited" => total(pools, "waited"), "timeouts" => total(pools, "timeouts")}
    end

    def joined(reports, field, most)
      reports.map { |one| one[field] }.flatten(1).first(most)
    end

    def total(numbers, field = nil)
      numbers.inject(0) { |sum, number| sum + (field ? number[field] : number) }
    end

    def summed(hashes)
      hashes.inject({}) { |sum, one| sum.merge(one) { |_, left, right| left + right } }
    end
  end
end
