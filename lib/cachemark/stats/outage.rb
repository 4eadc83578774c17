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
        new(run: record.run, rows: rows, environments: record.environments, outcome: record.ending["outcome"],
            notes: Notes.of_outage(record, rows).freeze)
      end

      # Whether any client returned a value that was never written under the key.
      #: () -> bool
      def wrong? = rows.any? { |row| row.total("wrong").positive? }

      # Whether every contender was measured.
      #: () -> bool
      def measured? = rows.any? && rows.all?(&:ok?)

      # The figures of one run. Times are ns from the incident on, which began `begun_ns` after the start.
      #
      # - `outcomes` has the number of calls with each outcome (Calls::OUTCOMES) that ended after the incident began, `lost`
      #   the number of misses, errors and unsent calls among them.
      # - `first_loss_ns` is when the first lost call ended, `first_error_ns` the same for errors; nil if there was none.
      # - `recovery_ns` is when the last call of the first episode ended; nil if it was not over at the end of the run.
      # - `bins` are Figures::Bin, `episodes` Figures::Episode, `moves` Figures::Moves or nil.
      Run = Value.define(:number, :begun_ns, :calls, :outcomes, :lost, :first_loss_ns, :first_error_ns, :recovery_ns, :episodes,
                         :percentiles, :bins, :moves, :fell_behind, :errors, :messages, :mismatches)

      # A contender, with its runs.
      Row = Value.define(*Listing::NAMES, **Listing::FACTS, runs: [].freeze) do
        # Whether the row has figures.
        #: () -> bool
        def ok? = status == "ok"

        # Calls with an outcome, of all runs.
        #: (String) -> Integer
        def total(outcome) = runs.sum { |run| run.outcomes.fetch(outcome) }

        # The figure that the block takes from each run.
        #: () { (Run) -> Numeric? } -> Spread
        def spread(&) = Spread.of(runs.map(&))
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
        # The figures that must repeat: name => [what the block takes from a run, whether it is a time].
        REPEATED = { "first loss" => [:first_loss_ns, true], "recovery" => [:recovery_ns, true], "lost" => [:lost, false] }.freeze
        private_constant :NS, :CALLS, :REPEATED

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
          row.with(footnotes: [*declared(cell), *(remarks(row) if row.ok?)].freeze)
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
          moves = row.runs.filter_map(&:moves).select(&:back)
          away = moves.map { |one| one.all - one.back }.max.to_i
          Remark[:keys_away, count: away] if @record.run.dig("options", "end_s") && away.positive?
        end

        def differing(row)
          names = REPEATED.reject do |_, (figure, time)|
            row.spread(&figure).steady?(time ? NS : row.runs.first.calls * CALLS)
          end.keys
          Remark[:runs_differ, names: names, share: Spread::SHARE] if names.any?
        end
      end
    end
  end
end
