# frozen_string_literal: true

module Cachemark
  module Stats
    class OpenLoop
      # The rows of a record's open loop: each cell at each rate.
      class Rows
        # What 99 % of the calls may wait for the sender alone.
        LATE_NS = 100_000

        #: (Record) -> void
        def initialize(record)
          @rates = record.run.dig("options", "rates")
          @evidence = Evidence.new(record)
          @footnotes = Stats::Footnotes.new(@evidence)
          @due = record.arrivals.to_h { |line| [line["arrivals"], line["due"].unpack1("m").unpack("Q<*")] }
        end

        #: () -> Array[Row]
        def to_a = @evidence.cells.flat_map { |cell| rows(cell) }.freeze

        private

        def rows(cell)
          status, reason = Status.of(cell, @evidence)
          known = Stats::Row.head(cell, @evidence)
          notes = @footnotes.of(cell, nil)
          unless status == "ok"
            return [Row.new(**known, status: status, reason: reason, reached: reason != Status::UNMEASURED, footnotes: notes)]
          end

          blocks = @evidence.blocks(cell).group_by { |block| block["rate"] }
          @rates.map { |rate| row(known, notes, rate, blocks[rate]) }
        end

        def row(known, notes, rate, blocks)
          known = { **known, rate: rate }
          return Row.new(**known, status: "failed", reason: Status::UNMEASURED, reached: false, footnotes: notes) unless blocks

          figures = Figures.new(blocks, @due, workers(known[:mode])).to_h
          Row.new(**known, **figures, status: "ok", footnotes: [behind(figures), late(figures), *notes].compact.freeze)
        end

        # Calls that may be under way at once.
        def workers(mode) = Vocabulary::Mode.of(mode).workers

        def behind(figures)
          Remark[:fell_behind_rate, **figures.slice(:achieved, :rate)] if figures[:fell_behind]
        end

        def late(figures)
          Remark[:late_sender, ns: figures[:late_p99_ns]] if figures[:late_p99_ns].to_i > LATE_NS
        end

        # The figures of one cell at one rate, over all of its blocks.
        class Figures
          # The share of the rate below which the sender did not keep up.
          KEPT_UP = 0.99

          # `due` has for each name in a block's `arrivals` the ns at which calls were due.
          #
          #: (Array[Hash], Hash[String, Array[Integer]], Integer) -> void
          def initialize(blocks, due, workers)
            @blocks = blocks
            @rate = blocks.first["rate"]
            @senders = blocks.map { |block| Sender.new(block, due.fetch(block["arrivals"]), workers) }
          end

          # The members of Row that speak of a rate.
          #
          #: () -> Hash[Symbol, Object]
          def to_h
            own = @blocks.group_by { |block| block["process"] }.values.map { |blocks| Latencies.histogram(blocks) }
            all = own.reduce(Latencies::Histogram.new) { |sum, one| sum.merge(one) }
            { rate: @rate, achieved: achieved, fell_behind: achieved < KEPT_UP * @rate, utilisation: utilisation, **late,
              processes: own.size, blocks: @blocks.size, percentiles: Latencies.told(all),
              intervals: Resampling.intervals(own, Latencies::PERCENTILES) }
          end

          private

          # Calls that were begun in a second: as many as were asked for, if the last began when it was due.
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

        # What the sender did in one block: how long a call was under way, whether the last one began when it
        # was due, and how late it began calls for which somebody was free.
        class Sender
          # A time that did not fit into its 32 bits.
          FULL = 0xffffffff

          # The block, the times at which its calls were due in ns (more is no harm), and how many calls may be under way.
          #
          #: (Hash, Array[Integer], Integer) -> void
          def initialize(block, due, workers)
            @latencies, @lags = %w[latencies lags].map { |name| Latencies.list(block[name]) }
            @due = due
            @workers = workers
            @wall_ns = block["wall_ns"]
          end

          # Ns in which the calls of the block were due, and in which they were begun.
          def due_ns = @due[@lags.size - 1]
          def sent_ns = @lags.last == FULL ? @wall_ns : due_ns + @lags.last

          # Ns of work that the workers could have done.
          def available_ns = @wall_ns * @workers

          # Ns in which calls were under way. Of calls whose times did not fit the mean is taken.
          #
          #: () -> Float
          def busy_ns
            known = @latencies.each_index.reject { |at| @latencies[at] == FULL }
            known.sum { |at| @latencies[at] - @lags[at] } * @latencies.size.fdiv([known.size, 1].max)
          end

          # How long each call waited for the sender alone: from when it was due, or from when a worker was free,
          # whichever is later, to its start. What waited for an answer to another call is not in it.
          #
          #: () -> Array[Integer]
          def late
            free = Array.new(@workers, 0)
            @lags.each_with_index.filter_map do |lag, at|
              due = @due[at]
              next if lag == FULL

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
