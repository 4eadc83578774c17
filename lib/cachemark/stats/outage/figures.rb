# frozen_string_literal: true

module Cachemark
  module Stats
    class Outage
      # The figures of one run, from its calls.
      class Figures
        BIN_NS = 100_000_000
        # So long no call may be bad, so that those before it are over.
        QUIET_NS = 1_000_000_000
        # If more of the calls before the incident began later than LAG_NS after they were due, the sender fell behind.
        BEHIND_SHARE = 0.01
        LAG_NS = 10_000_000
        private_constant :BEHIND_SHARE, :LAG_NS

        # Consecutive calls that were not "ok" on time. Times are ns after the incident began, `end_ns` nil if it was not over
        # when the run ended.
        Episode = Value.define(:begin_ns, :end_ns)

        # The calls that were due in 100 ms: `at_ns` after the start of the run, and {outcome => number}. Half of the completed
        # calls did not take longer than `p50_ns`, 99 % not longer than `p99_ns`; nil if none was completed.
        Bin = Value.define(:at_ns, :outcomes, :p50_ns, :p99_ns)

        # How many of `keys` moved to other servers while the incident lasted: of the `struck` keys, which were on the struck
        # server, and of the others. `back` are the moved ones that were at their old place when the run had ended.
        Moves = Value.define(:keys, :struck, :moved, :others_moved, :back) do
          # All moved keys.
          def all = moved + others_moved
        end

        # Takes the options of the run, and its lines of the record.
        #: (Hash, Hash, Hash) -> void
        def initialize(options, traffic, run)
          @options = options
          @run = run
          @calls = Calls.new(traffic, run).to_a
          @begun_ns = run.fetch("begun_ns")
          @stop_ns = (options["for_s"] * 1e9).round
        end

        # The members of Run.
        #: () -> Hash[Symbol, Object]
        def to_h
          after = @calls.select { |call| end_of(call) >= @begun_ns }
          { number: @run["run"], begun_ns: @begun_ns, calls: @calls.size, outcomes: tally(after), lost: after.count(&:lost?),
            first_loss_ns: first(after, &:lost?), first_error_ns: first(after) { |call| call.outcome == "error" },
            episodes: episodes, recovery_ns: recovery, percentiles: percentiles, bins: bins, moves: moves,
            fell_behind: behind?, errors: @run["errors"], messages: @run["messages"], mismatches: @run["mismatches"] }
        end

        private

        # A call that was never made has waited until the end of the run.
        def end_of(call) = call.end_ns || @stop_ns

        def tally(calls) = Calls::OUTCOMES.to_h { |name| [name, calls.count { |call| call.outcome == name }] }

        # Ns from the incident to the end of the first call of a kind.
        def first(calls, &) = calls.select(&).map { |call| end_of(call) - @begun_ns }.min

        # From the first bad call after the incident on.
        def episodes
          @episodes ||= bad.slice_when { |call, following| following.due_ns - call.due_ns > QUIET_NS }
                           .map { |calls| episode(calls) }
        end

        def bad = @calls.select { |call| call.outcome != "ok" && end_of(call) >= @begun_ns }

        def episode(calls)
          ended = @stop_ns - calls.last.due_ns > QUIET_NS && calls.none? { |call| call.outcome == "unsent" }
          Episode.new(begin_ns: [calls.first.due_ns - @begun_ns, 0].max,
                      end_ns: (calls.map { |call| end_of(call) }.max - @begun_ns if ended))
        end

        # Ns from the incident until the first episode was over: 0 if no call was bad, nil if it was never over.
        def recovery = episodes.empty? ? 0 : episodes.first.end_ns

        # {phase => the percentiles of Latencies}: before the incident, while it lasted, and after it.
        def percentiles
          ended_ns = @run["ended_ns"] || @stop_ns
          phases = @calls.group_by { |call| call.due_ns < @begun_ns ? "before" : call.due_ns < ended_ns ? "during" : "after" }
          phases.transform_values do |calls|
            histogram = calls.filter_map(&:latency_ns).each_with_object(Latencies::Histogram.new) { |ns, all| all.record(ns) }
            Latencies.figures(histogram)
          end
        end

        def bins
          groups = @calls.group_by { |call| call.due_ns / BIN_NS }
          (0..((@stop_ns - 1) / BIN_NS)).map { |number| bin(number, groups.fetch(number, [])) }
        end

        def bin(number, calls)
          times = calls.filter_map(&:latency_ns).sort
          Bin.new(at_ns: number * BIN_NS, outcomes: tally(calls).reject { |_, count| count.zero? },
                  p50_ns: rank(times, 0.5), p99_ns: rank(times, 0.99))
        end

        def rank(sorted, share) = sorted.empty? ? nil : sorted[(sorted.size * share).ceil - 1]

        # nil if the keys could not be recognised on the servers, or the last writes failed.
        def moves
          before, during, after = @run["homes"]
          return unless before && during

          struck = @options["struck"] - 1
          moved = before.each_index.select { |at| during[at] && during[at] != before[at] }
          own, others = moved.partition { |at| before[at] == struck }
          Moves.new(keys: before.size, struck: before.count(struck), moved: own.size, others_moved: others.size,
                    back: after && moved.count { |at| after[at] == before[at] })
        end

        def behind?
          before = @calls.select { |call| call.due_ns < @begun_ns }
          before.count { |call| call.began_ns.nil? || call.began_ns - call.due_ns > LAG_NS } > before.size * BEHIND_SHARE
        end
      end
    end
  end
end
