# frozen_string_literal: true

module Check
  module Included
    # What pages say of docs/calibration.jsonl. `ruby bench/calibrate.rb` prints the report of any calibration.
    class Calibration
      RECORD = "docs/calibration.jsonl"
      # [condition, judge] of the lines that a page repeats.
      ALARMS = [["the same code", "gate"], ["the same code, unpinned", "wall"]].freeze
      FOUND = [["slower by 0.5 %", "wall"], ["slower by 0.5 %", "fastest"], ["one of seven slower by 3 %", "gate"],
               ["one commit of 64 slower by 2 %", "find"]].freeze
      READ_FIRST = "Each run is an ordinary measurement of a change whose size is known. Bounds hold with a confidence of " \
                   "95 %, each separately. Injected: how much more the slower copy really costs. Median: the change that was " \
                   "measured. Detectable: what half of the runs would have detected 19 times in 20."
      HEADINGS = ["### False alarms: cells of the same code that were reported to differ",
                  "### Slowdowns found: runs that found what was injected, there and nowhere else"].freeze
      SHARE = ->(share) { share ? format("%.2f %%", share * 100) : "" }
      # Bounds are rounded away from the figure, so that they still hold.
      MOST = ->(hits, count) { format("%.1f %%", (Binomial.upper(hits, count) * 1000).ceil / 10.0) }
      LEAST = ->(hits, count) { format("%.1f %%", (Binomial.lower(hits, count) * 1000).floor / 10.0) }
      private_constant :ALARMS, :FOUND, :READ_FIRST, :HEADINGS, :SHARE, :MOST, :LEAST

      #: (Cachemark::Record) -> void
      def initialize(record)
        @record = record
        @figures = Cachemark::Stats::Calibration.new(record)
        @alarms, @found = @figures.rows.partition(&:alarmed)
      end

      # The results of the experiments, with a bound for each line.
      #: () -> String
      def report
        return "Nothing has been calibrated yet." if @record.experiments.empty?

        summary = Cachemark::Report::Sentences.of(@figures.summary)
        tables = HEADINGS.zip([alarms(@alarms), found(@found)], [@alarms, @found]).reject { |*, rows| rows.empty? }
        [*("**#{summary}**" if summary), READ_FIRST, *tables.flat_map { |heading, table| [heading, table] }, extent, origin]
          .join("\n\n")
      end

      # Two tables with a few of its lines.
      #: () -> String
      def lines
        [alarms(ALARMS.map { |names| row(*names) }), found(FOUND.map { |names| row(*names) })].join("\n\n")
      end

      # A table of three claims.
      #: () -> String
      def claims
        same, slower, commit = [ALARMS.first, FOUND.first, FOUND.last].map { |names| row(*names) }
        claims = {
          "Identical code raises few alarms." =>
            [format("%d alarms in %d comparisons: %d `same`, %d `unresolved`", same.hits, same.count,
                    *same.verdicts.values_at("same", "unresolved")), "the same code"],
          "Small slowdowns are found." =>
            [format("a slowdown of %s in %d of %d one-minute runs", SHARE.call(slower.injected), slower.hits, slower.count),
             "slower by 0.5"],
          "`find` names the right commit." =>
            [format("%d of %d searches over 64 commits with a slowdown of %.0f %%", commit.hits, commit.count,
                    commit.injected * 100), "one commit"]
        }
        cells = claims.map do |claim, (figure, condition)|
          [claim, figure, "`ruby bench/calibrate.rb --condition \"#{condition}\"`"]
        end
        "#{Included.grid(["Claim", "Figure", "Repeat it"], cells)}\n\n#{origin}"
      end

      private

      def row(condition, judge) = @figures.rows.find { |one| [one.condition, one.metric] == [condition, judge] }

      def alarms(rows)
        cells = rows.map do |row|
          [row.condition, row.metric, row.runs, "#{row.hits} of #{row.count}", "at most #{MOST.call(row.hits, row.count)}",
           MOST.call(row.alarmed, row.runs), SHARE.call(row.detectable)]
        end
        table(["condition", "judge", "runs", "result", "bound (95 %)", "of runs", "detectable"], cells)
      end

      def found(rows)
        cells = rows.map do |row|
          [row.condition, row.metric, SHARE.call(row.injected), row.runs, "#{row.hits} of #{row.count}",
           "at least #{LEAST.call(row.hits, row.count)}", SHARE.call(row.median_change), SHARE.call(row.detectable)]
        end
        table(["condition", "judge", "injected", "runs", "result", "bound (95 %)", "median", "detectable"], cells)
      end

      def table(head, cells) = Included.grid(head, cells, rule: ["---", "---", *["---:"] * (head.size - 2)])

      def extent
        format("%d experiments, %.1f h of measuring, the last on %s.", @record.experiments.size,
               @record.experiments.sum { |line| line["seconds"] || 0 } / 3600.0, @figures.last[0, 10])
      end

      # "(2026-11-25 to 2026-11-26, 2 AMD EPYC cores, Cachemark 0.1.0.)"
      def origin
        run = @record.run
        days = [run["started_at"], @figures.last].map { |time| time[0, 10] }.uniq.join(" to ")
        "(#{days}, #{Cachemark::Results.cores(run["machine"])}, Cachemark #{run["version"]}.)"
      end

      # Exact one-sided bounds of a proportion with a confidence of 95 % (Clopper and Pearson 1934).
      module Binomial
        class << self
          # The share that is certainly reached. If the true share were lower, this many hits would occur in less than 5 % of
          # all cases.
          #: (Integer, Integer) -> Float
          def lower(hits, count)
            hits.zero? ? 0.0 : (0.0..1.0).bsearch { |share| at_least(hits, count, share) >= 0.05 }
          end

          # The share that is certainly not exceeded.
          #: (Integer, Integer) -> Float
          def upper(hits, count) = 1 - lower(count - hits, count)

          private

          # How probable so many hits are.
          def at_least(hits, count, share)
            (hits..count).sum do |many|
              Math.exp(log_choose(count, many) + (many * log(share)) + ((count - many) * log(1 - share)))
            end
          end

          def log(share) = Math.log([share, Float::MIN].max)

          def log_choose(count, many)
            Math.lgamma(count + 1).first - Math.lgamma(many + 1).first - Math.lgamma(count - many + 1).first
          end
        end
      end
    end
  end
end
