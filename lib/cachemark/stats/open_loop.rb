# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report of an open loop needs. Its calls were due at set times, at one rate or more. `highest` has one
    # entry for each cell if a limit was given (`--slo`).
    class OpenLoop < Value.define(:run, :rows, environments: [].freeze, outcome: nil, notes: [].freeze, highest: [].freeze)
      include Listing

      # From a record, whether its run has ended or not.
      #: (Record) -> OpenLoop
      def self.of(record)
        rows = (record.hosts.empty? ? Rows : SharedLoad).new(record).to_a
        slo_ns = record.run.dig("options", "slo_ns")
        cells = rows.select { |row| row.shown && row.rate }.group_by { |row| [row.contender, row.scenario, row.mode] }
        new(**RunFacts.of(record), rows: rows, notes: Notes.of_open_loop(record, rows).freeze,
            highest: slo_ns ? cells.values.map { |own| Highest.of(own, slo_ns) }.freeze : [].freeze)
      end

      # Array[String]: with `--slo TIME,fail`, the verdict about the highest rate of each cell, as in Limit.
      def limit_verdicts = options["fail_on_slo"] ? highest.map(&:verdict) : []

      # Integer?: the time limit for 99 % of the calls, in ns.
      def slo_ns = options["slo_ns"]

      # One cell at one rate. `rate` and `achieved` are in calls a second. `utilisation` is the share of the time in which a
      # call was in progress. `late_*` is how long calls waited for the sender alone. `percentiles` are latencies from the
      # times at which calls were due; `intervals` has one for each of them, over processes. `warm_up` is the one of its cell,
      # as in a Row. A cell without a speed has one row. If several hosts made the load, `hosts` has the part of each, and `tally`
      # what the servers counted (SharedLoad).
      Row = Value.define(
        *Listing::NAMES, **Listing::FACTS,
        rate: nil, achieved: nil, fell_behind: nil, utilisation: nil, late_p99_ns: nil, late_max_ns: nil,
        processes: 0, blocks: 0, percentiles: nil, intervals: nil, warm_up: nil, tally: nil, hosts: [].freeze
      ) do
        # Whether the row has figures.
        def ok? = status == "ok"

        # The time that 99 % of the calls did not exceed; nil if that is unknown.
        #: () -> Integer?
        def p99_ns = percentiles && percentiles[:p99_ns]

        # Whether the cell kept up with the rate, and 99 % of its calls met a time limit.
        #: (Integer) -> bool
        def held?(slo_ns) = ok? && !fell_behind && !p99_ns.nil? && p99_ns <= slo_ns

        # The verdict about a time limit, as in Limit. A cell that falls behind exceeds any limit. Without a p99 it is
        # undecided, and also if 1 % of the calls waited longer than that for the sender alone.
        #: (Integer) -> String
        def verdict(slo_ns)
          return Limit::HELD if held?(slo_ns)

          ok? && p99_ns && late_p99_ns.to_i <= slo_ns ? Limit::EXCEEDED : Limit::UNDECIDED
        end
      end

      # The highest rate of a cell, in calls a second. `rate` is the highest that it held together with every lower one, nil
      # if it held none. `stopped_at` is the next rate, and `stopped_by` the reason. `beyond` are higher rates that it held
      # again. If there are any, the rate was not the reason. `verdict` is that of the last row, whose rate is `asked`.
      class Highest < Value.define(:contender, :client, :scenario, :mode, :label, :section, :slo_ns, :asked, :verdict,
                                   rate: nil, stopped_at: nil, stopped_by: nil, beyond: [].freeze)
        class << self
          # From the rows of one cell, the lowest rate first.
          #: (Array[Row], Integer) -> Highest
          def of(rows, slo_ns)
            held = rows.take_while { |row| row.held?(slo_ns) }
            failed, *rest = rows.drop(held.size)
            cell = rows.first.to_h.slice(:contender, :client, :scenario, :mode, :label, :section)
            new(**cell, slo_ns: slo_ns, rate: held.last&.rate, stopped_at: failed&.rate, stopped_by: failed && reason(failed),
                        beyond: rest.select { |row| row.held?(slo_ns) }.map(&:rate).freeze, asked: rows.last.rate,
                        verdict: rows.last.verdict(slo_ns))
          end

          private

          def reason(row)
            return row.reason unless row.ok?
            return Remark[:fell_behind] if row.fell_behind

            row.p99_ns ? Remark[:p99, ns: row.p99_ns] : Remark[:no_p99]
          end
        end
      end

      # The rows of a record's open loop: each cell at each rate.
      class Rows
        # The longest time that 99 % of the calls may wait for the sender alone.
        LATE_NS = 100_000

        class << self
          # {name => the times at which calls were due, in ns} of a record.
          #: (Record) -> Hash[String, Array[Integer]]
          def due(record) = record.arrivals.to_h { |line| [line["arrivals"], line["due"].unpack1("m").unpack("Q<*")] }

          # Remarks about the figures of a row.
          #: (Hash[Symbol, Object]) -> Array[Remark]
          def footnotes(figures)
            [(Remark[:fell_behind_rate, **figures.slice(:achieved, :rate)] if figures[:fell_behind]),
             (Remark[:late_sender, ns: figures[:late_p99_ns]] if figures[:late_p99_ns].to_i > LATE_NS)].compact
          end
        end

        #: (Record) -> void
        def initialize(record)
          @rates = record.run.dig("options", "rates")
          @evidence = Evidence.new(record)
          @footnotes = Notes::Footnotes.new(@evidence)
          @due = Rows.due(record)
        end

        #: () -> Array[Row]
        def to_a = @evidence.cells.flat_map { |cell| rows(cell) }.freeze

        private

        def rows(cell)
          known = { **@evidence.head(cell), footnotes: @footnotes.of(cell, nil) }
          return [Row.new(**known)] unless known[:status] == "ok"

          blocks = @evidence.blocks(cell).group_by { |block| block["rate"] }
          @rates.map { |rate| row({ **known, rate: rate, warm_up: @evidence.warm_up(cell) }, blocks[rate]) }
        end

        def row(known, blocks)
          return Row.new(**known, status: "failed", reason: Evidence::UNMEASURED, reached: false) unless blocks

          figures = Figures.new(blocks.map { |block| [block, @due] }, known[:mode]).to_h
          Row.new(**known, **figures, footnotes: [*Rows.footnotes(figures), *known[:footnotes]].freeze)
        end

        # The figures of one cell at one rate, over all of its blocks.
        class Figures
          # If less than this share of the rate was achieved, the sender did not keep up.
          KEPT_UP = 0.99

          # Each block has the times in ns at which calls were due, by the name in its `arrivals`. With several `hosts`, each
          # block is of one of them, and the rate is that of all.
          #: (Array[[Hash, Hash[String, Array[Integer]]]], String, ?hosts: Integer) -> void
          def initialize(blocks, mode, hosts: 1)
            @blocks = blocks.map(&:first)
            @rate = @blocks.first["rate"] * hosts
            workers = Vocabulary::Mode.of(mode).workers
            @senders = blocks.map { |block, due| Sender.new(block, due.fetch(block["arrivals"]), workers) }
          end

          # The members of Row about a rate.
          #: () -> Hash[Symbol, Object]
          def to_h
            own = @blocks.group_by { |block| block["process"] }.values.map { |blocks| Latencies.histogram(blocks) }
            all = own.reduce(Latencies::Histogram.new) { |sum, histogram| sum.merge(histogram) }
            { rate: @rate, achieved: achieved, fell_behind: achieved < KEPT_UP * @rate, utilisation: utilisation, **late,
              processes: own.size, blocks: @blocks.size, percentiles: Latencies.figures(all),
              intervals: Latencies::Resampling.intervals(own, Latencies::PERCENTILES) }
          end

          private

          # The calls that were started in a second. They equal the rate if the last call began when it was due.
          def achieved = @rate * share(:due_ns, :sent_ns)

          def utilisation = share(:busy_ns, :available_ns)

          def share(part, whole)
            parts, wholes = [part, whole].map { |name| @senders.sum(&name) }
            wholes.positive? ? [parts.fdiv(wholes), 1.0].min : 1.0
          end

          def late
            histogram = Latencies::Histogram.new
            @senders.each { |sender| sender.late.tally.each { |ns, times| histogram.record(ns, times) } }
            { late_p99_ns: histogram.percentile(99), late_max_ns: histogram.max }
          end
        end

        # The timing of one block's calls: how long they were in progress, whether the last began when due, and how late they
        # began although a worker was free.
        class Sender
          # Takes the block, the times at which its calls were due in ns (there may be more), and how many calls may be in
          # progress at once.
          #: (Hash, Array[Integer], Integer) -> void
          def initialize(block, due, workers)
            @latencies, @lags = %w[latencies lags].map { |name| Latencies.list(block[name]) }
            @due = due
            @workers = workers
            @wall_ns = block["wall_ns"]
          end

          # Ns until the last call of the block was due, and until it began.
          def due_ns = @due[@lags.size - 1]
          def sent_ns = @lags.last == Latencies::FULL ? @wall_ns : due_ns + @lags.last

          # Ns of work that the workers could have done.
          def available_ns = @wall_ns * @workers

          # Ns in which calls were in progress. A call whose time exceeds 32 bits counts as the mean of the others.
          #: () -> Float
          def busy_ns
            known = @latencies.each_index.reject { |at| @latencies[at] == Latencies::FULL }
            known.sum { |at| @latencies[at] - @lags[at] } * @latencies.size.fdiv([known.size, 1].max)
          end

          # How long each call waited for the sender alone. The wait begins when the call is due or when a worker is free,
          # whichever is later, and ends when the call begins. Waiting for the reply to another call is not included.
          #: () -> Array[Integer]
          def late
            free = Array.new(@workers, 0)
            @lags.each_with_index.filter_map do |lag, at|
              due = @due[at]
              next if lag == Latencies::FULL

              soonest = free.each_index.min_by { |worker| free[worker] }
              ready = [due, free[soonest]].max
              free[soonest] = due + @latencies[at]
              [due + lag - ready, 0].max
            end
          end
        end
      end
    end
  end
end
