# frozen_string_literal: true

module Cachemark
  module Lab
    # A block of a cell. It flushes the servers, makes the untimed prelude, times the iterations, and compares the last
    # replies. It then checks the servers' counters of the timed part against the scenario.
    class Block
      # Raised if the work differs from the scenario.
      class Disagreement < Trouble; end

      # A block may take this many seconds more than ten times its expected duration.
      GRACE_S = 15
      KEPT = %w[iterations calls wall_ns user_ns system_ns batch batches allocations gc_ns gc_count latencies lags
                compiled_bytes].freeze
      # Raised if another host cannot begin the block.
      class Elsewhere < Trouble; end

      # The field of a reply about pools, by which a request asks for it.
      POOL = "pool"
      private_constant :KEPT

      # A block of `iterations`, timed in parts of `batch`. With `latencies`, each call is timed, too.
      #: (CellState, Integer, ?batch: Integer, ?latencies: bool) -> Block
      def self.closed_loop(state, iterations, batch: 1, latencies: false)
        new(state, iterations, { iterations: iterations, batch: batch, latencies: latencies })
      end

      # A block that notes how long its calls wait for connections of their pool. It is never timed.
      #: (CellState, Integer) -> Block
      def self.of_pool(state, iterations) = new(state, iterations, { iterations: iterations, watch: [POOL] })

      # A block whose calls are due at given times. `others` are the hosts that begin one at the same time.
      #: (CellState, Plan::OpenLoop::Timetable, ?others: Rendezvous::Member?) -> Block
      def self.open_loop(state, timetable, others: nil)
        new(state, timetable.iterations, { arrivals: timetable.to_wire },
            span_s: timetable.span_s, unfinished: timetable.unfinished, others: others)
      end

      # The fields of a block's reply that the record keeps.
      #: (Hash[String, Object]) -> Hash[Symbol, Object]
      def self.kept(reply) = reply.slice(*KEPT).transform_keys(&:to_sym)

      # Hash: the driver's reply; Servers::Reading: what the servers counted.
      attr_reader :reply, :counted

      # `request` are the fields of the timed request. `span_s` is the duration of the block, however fast its calls are.
      # `unfinished` is how many iterations may be more or fewer.
      #: (CellState, Integer | Rational, Hash, ?span_s: Numeric, ?unfinished: Integer, ?others: Rendezvous::Member?) -> void
      def initialize(state, iterations, request, span_s: 0, unfinished: 0, others: nil)
        @state = state
        @iterations = iterations
        @request = request
        @span_s = span_s
        @unfinished = unfinished
        @others = others
      end

      # Prepares, times and checks the block. Raises Disagreement, and the errors of a lost driver or server.
      #: (Engine, ClientProcess) -> Block
      def run(engine, process)
        @engine = engine
        scenario = @state.cell.scenario
        grace_s = GRACE_S + engine.untimed_limit_s(scenario)
        engine.servers.flush
        prepared = { cell: @state.id, **engine.flushed(scenario) }
        prepare { engine.ring.while_prepared { process.request("prepare", prepared, deadline_s: grace_s) } }
        before = engine.servers.reading
        deadline_s = grace_s + @span_s + (@state.expected_s(@iterations) * 10)
        together do
          @reply = engine.ring.while_timed { process.request("block", { cell: @state.id, **@request }, deadline_s: deadline_s) }
        end
        @memory_bytes = process.memory_bytes
        @counted = engine.servers.reading - before
        wrong = wrong_reply || wrong_work(before.work)
        wrong ? raise(Disagreement, wrong) : self
      end

      # Records the block. `place` says where it belongs: its process, its generation and round, or its quad.
      #: (Hash[Symbol, Object]) -> Block
      def record(place)
        place = place.merge(spare: @unfinished) if @unfinished.positive?
        place = place.merge(step: @others.steps) if @others
        iterations = @iterations.is_a?(Rational) ? @iterations.to_f : @iterations
        @engine.writer.add("block", { cell: @state.id, **place, at_s: @engine.clock.call.round(4), **served, **Block.kept(reply),
                                      iterations: iterations, memory_bytes: @memory_bytes }.compact)
        @state.longest = [@state.longest, @iterations].max
        self
      end

      # Integer
      def wall_ns = reply["wall_ns"]

      # nil, or how the servers' counters differ from the work of the block. A client that reads, writes, deletes or counts less,
      # more or something else than it should has no speed. Without `exact`, others use the servers too, so that counters may be
      # higher.
      #: (Plan::Work, ?exact: bool) -> String?
      def difference(counted, exact: !@engine.ring.shared?)
        least, most = @state.bounds(@iterations - @unfinished).first, @state.bounds(@iterations + @unfinished).last
        least == most || !exact ? compared(counted, least, exact) : within(counted, least, most)
      end

      private

      # A host that cannot prepare lets the others go on.
      def prepare
        yield
      rescue Driver::Failure
        @others&.pass
        raise
      end

      # Runs the block, on all hosts at the same time if there are others. They get the work that it should have made.
      def together
        return yield unless @others

        begun = @others.at_once do
          yield
          { wall_ns: wall_ns,
            least: @state.bounds(@iterations - @unfinished).first.to_a.map(&:floor),
            most: @state.bounds(@iterations + @unfinished).last.to_a.map(&:ceil) }
        end
        raise Elsewhere, Vocabulary::ELSEWHERE unless begun
      end

      # Hits and misses always, other counters if they changed, bytes only on a private server.
      def served
        moved = counted.work.to_h.select { |name, count| %i[hits misses].include?(name) || count.positive? }
        bytes = @engine.ring.private? ? counted.to_h.except(:work) : {}
        moved.merge(bytes).transform_keys { |name| :"server_#{name}" }
      end

      def wrong_reply
        errors = reply["errors"].to_a
        return "errors while timed: #{errors.map { |name, count| "#{name} x #{count}" }.join(", ")}" if errors.any?

        wrong = Array(reply["mismatches"]).first
        wrong && "the last timed #{wrong["op"]} of #{wrong["key"]} answered #{wrong["actual"]}, expected #{wrong["expected"]}"
      end

      # If a client leaves requests unfinished when its last call returns, these were not timed. They must not be counted for
      # the next row.
      def wrong_work(before)
        reason = difference(counted.work) or return
        late = difference(@engine.servers.idle_counters - before).nil?
        return "#{reason} (the rest came after the clock had stopped: this client does not wait for answers)" if late

        ring = @engine.ring
        ring.private? || ring.shared? ? reason : "#{reason} (somebody else may be using the server)"
      end

      def compared(counted, expected, exact)
        counted = counted.with_touches_of(expected)
        names = counted.differing(expected)
        names = names.select { |name| counted[name] < expected[name] } unless exact
        sentence(counted, names, expected, "") if names.any?
      end

      def within(counted, least, most)
        counted = counted.with_touches_of(least, most)
        below = counted.members.select { |name| counted[name] < least[name] }
        return sentence(counted, below, least, "at least ") if below.any?

        above = counted.members.select { |name| counted[name] > most[name] }
        sentence(counted, above, most, "at most ") if above.any?
      end

      def sentence(counted, names, expected, bound)
        "the server counted #{counted.in_words(names)} in #{@iterations} iteration#{"s" if @iterations != 1}; " \
          "the scenario makes #{bound}#{names.map { |name| expected[name] }.join(" and ")}"
      end
    end
  end
end
