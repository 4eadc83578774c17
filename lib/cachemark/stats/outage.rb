# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report of an outage needs: a row for each contender.
    class Outage < Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze)
      include Listing

      # From a record, whether its run has ended or not.
      #: (Record) -> Outage
      def self.of(record)
        rows = Rows.new(record).to_a
        new(**RunFacts.of(record), rows: rows, notes: Notes.of_outage(record, rows).freeze)
      end

      # Whether any client returned a value that was never written under the key.
      def wrong? = rows.any? { |row| row.total("wrong").positive? }

      # Array[String]: the verdicts about the limits of all contenders.
      def limit_verdicts = rows.flat_map { |row| row.limits.map(&:verdict) }

      # Whether every contender was measured.
      def measured? = rows.any? && rows.all?(&:ok?)

      # The figures of one run. Times are ns from the incident on, which began `begun_ns` after the start.
      #
      # - `outcomes` has the number of calls with each outcome (Calls::OUTCOMES) that ended after the incident began, `lost`
      #   the number of misses, errors and unsent calls among them.
      # - `first_loss_ns` is when the first lost call ended, `first_error_ns` the same for errors; nil if there was none.
      # - `last_error_ns` is when the last call with an error ended, or the run before a call was sent; 0 without one.
      # - `recovery_ns` is when the last call of the first episode ended; nil if it was not over at the end of the run.
      # - `bins` are Figures::Bin, `episodes` Figures::Episode, `moves` Figures::Moves or nil.
      Run = Value.define(:number, :begun_ns, :calls, :outcomes, :lost, :first_loss_ns, :first_error_ns, :last_error_ns,
                         :recovery_ns, :episodes, :percentiles, :bins, :moves, :fell_behind, :errors, :messages, :mismatches)

      # A contender, with its runs, and a Limit for each limit of the user.
      Row = Value.define(*Listing::NAMES, **Listing::FACTS, runs: [].freeze, limits: [].freeze) do
        # Whether the row has figures.
        def ok? = status == "ok"

        # Calls with an outcome, of all runs.
        #: (String) -> Integer
        def total(outcome) = runs.sum { |run| run.outcomes.fetch(outcome) }

        # The figure that the block takes from each run.
        #: () { (Run) -> Numeric? } -> Spread
        def spread(&) = Spread.of(runs.map(&))

        # How many moved keys were not at their old place when a run had ended, over the runs; all nil if that is unknown.
        #: () -> Spread
        def away = Spread.of(returns.map(&:away))

        # The Moves of the run with the median of `away`, so that a report names the keys of one run; nil if no key moved.
        #: () -> Figures::Moves?
        def typical_return = returns.select { |moves| moves.all.positive? }.find { |moves| moves.away == away.median }

        private

        def returns = runs.filter_map(&:moves).select(&:back)
      end

      # A figure over several runs: the median, and the lowest and highest. In `missing` runs it is unknown. An unknown time
      # is one that did not come, and counts as later than any other.
      Spread = Value.define(:median, :low, :high, missing: 0) do
        #: (Array[Numeric?]) -> Spread
        def self.of(values)
          known = values.compact.sort
          new(median: known[(values.size - 1) / 2], low: known.first, high: known.last, missing: values.size - known.size)
        end

        # Whether all runs are near the median: within this share of it, or within `least` if that is more.
        #: (Numeric) -> bool
        def steady?(least)
          return low.nil? if missing.positive?

          room = [median * Spread::SHARE, least].max
          high - median <= room && median - low <= room
        end
      end

      # Repeats are within this share of the median.
      Spread::SHARE = 0.25

      # Makes the rows from a record.
      class Rows
        # Times, and shares of calls, that may differ in any case.
        NS = 250_000_000
        CALLS = 0.01
        # The figures with a limit: {its name in the options => what the block takes from a run}.
        LIMITS = { max_lost: ->(run) { run.lost.fdiv(run.calls) }, recover_within_ns: :recovery_ns.to_proc }.freeze
        # The figures that must repeat: name => [what the block takes from a run, whether it is a time].
        REPEATED = { "first loss" => [:first_loss_ns, true], "recovery" => [:recovery_ns, true], "lost" => [:lost, false] }.freeze
        private_constant :NS, :CALLS, :LIMITS, :REPEATED

        #: (Record) -> void
        def initialize(record)
          @record = record
          @evidence = Evidence.new(record)
          @traffics = record.traffics.to_h { |line| [line["run"], line] }
          @lines = record.outages.group_by { |line| line["cell"] }
        end

        #: () -> Array[Row]
        def to_a = @record.cells.map { |cell| row(cell) }.freeze

        private

        def row(cell)
          runs = @lines.fetch(cell["cell"], []).map { |line| run(line) }.freeze
          row = Row.new(**@evidence.head(cell, measured: runs.any?), runs: runs)
          row.with(footnotes: [*declared(cell), *(remarks(row) if row.ok?)].freeze, limits: row.ok? ? limits(runs) : [].freeze)
        end

        def limits(runs)
          LIMITS.filter_map do |name, figure|
            most = @record.run["options"][name.to_s]
            Limit.of(name, most, runs.map(&figure), disturbed: runs.all?(&:fell_behind)) if most
          end.freeze
        end

        def run(line) = Run.new(**Figures.new(@record.run["options"], @traffics.fetch(line["run"]), line).to_h)

        def declared(cell) = (cell["footnotes"] || []).map { |text| Remark.recorded(text) }

        def remarks(row)
          [wrong(row), raised(row), behind(row), away(row), differing(row)].compact
        end

        def wrong(row)
          found = row.runs.flat_map(&:mismatches).first
          Remark[:wrong_value, key: found["key"], actual: found["actual"]] if found
        end

        def raised(row)
          errors = row.runs.map(&:errors).reduce({}) { |all, own| all.merge(own) { |_, some, more| some + more } }
          messages = row.runs.map(&:messages).reduce({}) { |all, own| own.merge(all) }
          Remark[:raised, errors: errors, messages: messages] if errors.any?
        end

        def behind(row)
          Remark[:behind_before, rate: @record.run.dig("options", "rate")] if row.runs.any?(&:fell_behind)
        end

        # Whether a client had not returned to a server that was back.
        def away(row)
          away = row.away
          Remark[:keys_away, **away.to_h.except(:missing)] if @record.run.dig("options", "end_s") && away.high.to_i.positive?
        end

        def differing(row)
          names = REPEATED.reject do |_, (figure, time)|
            row.spread(&figure).steady?(time ? NS : row.runs.first.calls * CALLS)
          end.keys
          Remark[:runs_differ, names: names, share: Spread::SHARE] if names.any?
        end
      end

      # The calls of a run, each with its outcome:
      #
      # - "ok": a value, or a write that was stored.
      # - "late": the same, but more than LATE_NS after the call was due.
      # - "miss": a key that exists was not found.
      # - "error": the client raised, or reported that a write was not stored.
      # - "unsent": the run had ended before the client was free to make the call.
      # - "stale": an older value than the last one that was reported as written.
      # - "wrong": anything that was never written under this key.
      class Calls
        OUTCOMES = %w[ok late miss error unsent stale wrong].freeze
        # The outcomes of requests that were lost.
        LOST = %w[miss error unsent].freeze
        # A call that ends later after it was due is late.
        LATE_NS = 100_000_000
        # The codes of the protocol.
        UNSENT, DONE, ABSENT, RAISED, WRONG, UNSAID = *0..5
        # The lists in the lines of the record: {field => the form of its numbers}.
        PLANNED = { "arrivals" => "Q<*", "keys" => "L<*", "writes" => "C*", "versions" => "L<*" }.freeze
        REPORTED = { "lags" => "Q<*", "latencies" => "Q<*", "outcomes" => "C*", "versions" => "L<*", "fills" => "C*" }.freeze
        private_constant :PLANNED, :REPORTED
        private_constant :UNSENT, :DONE, :ABSENT, :RAISED, :WRONG, :UNSAID

        # `due_ns`, `began_ns` and `end_ns` are after the start of the run; the last two are nil for a call that was never made.
        Call = Value.define(:outcome, :due_ns, :began_ns, :end_ns) do
          #: () -> Integer?
          def latency_ns = end_ns && (end_ns - due_ns)

          def lost? = LOST.include?(outcome)
        end

        # Takes a run's lines of the record.
        #: (Hash, Hash) -> void
        def initialize(traffic, run)
          @dues, @keys, @writes, @versions = numbers(traffic, PLANNED)
          @lags, @latencies, @codes, @read, @fills = numbers(run, REPORTED)
        end

        # In the order in which they were due.
        #: () -> Array[Call]
        def to_a
          @acknowledged = Hash.new(0)
          @dues.each_index.map { |at| call(at).tap { note(at) } }
        end

        private

        def numbers(line, forms) = forms.map { |field, form| line.fetch(field).unpack1("m").unpack(form) }

        def call(at)
          due = @dues[at]
          sent = @codes[at] != UNSENT
          Call.new(outcome: outcome(at, write?(at)), due_ns: due, began_ns: (due + @lags[at] if sent),
                   end_ns: (due + @latencies[at] if sent))
        end

        def write?(at) = @writes[at] == 1

        def outcome(at, write)
          case @codes[at]
          when UNSENT then "unsent"
          when RAISED then "error"
          when WRONG then "wrong"
          when ABSENT then write ? "error" : "miss"
          else
            return "stale" if !write && @read[at] < @acknowledged[@keys[at]]

            @latencies[at] > LATE_NS ? "late" : "ok"
          end
        end

        # The last version of a key that the client reported as written, by the call or by its fill.
        def note(at)
          stored = write?(at) ? @codes[at] : @fills[at]
          @acknowledged[@keys[at]] = @versions[at] if stored == DONE
        end
      end

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
          def all = moved + others_moved

          # Moved keys that were not at their old place.
          def away = back && (all - back)
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
            last_error_ns: last_error(after),
            episodes: episodes, recovery_ns: recovery, percentiles: percentiles, bins: bins, moves: moves,
            fell_behind: behind?, errors: @run["errors"], messages: @run["messages"], mismatches: @run["mismatches"] }
        end

        private

        # A call that was never made has waited until the end of the run.
        def end_of(call) = call.end_ns || @stop_ns

        def tally(calls) = Calls::OUTCOMES.to_h { |name| [name, calls.count { |call| call.outcome == name }] }

        # Ns from the incident to the end of the first call of a kind.
        def first(calls, &) = calls.select(&).map { |call| end_of(call) - @begun_ns }.min

        # Calls that were not sent count too, because their caller got no reply.
        def last_error(calls)
          failed = calls.select { |call| %w[error unsent].include?(call.outcome) }
          failed.map { |call| end_of(call) - @begun_ns }.max || 0
        end

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
