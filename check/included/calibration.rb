# frozen_string_literal: true

module Check
  module Included
    # What pages say of docs/calibration.jsonl. `ruby bench/calibrate.rb` prints the report of any calibration.
    class Calibration
      RECORD = "docs/calibration.jsonl"
      READ_FIRST = "Each run is an ordinary measurement of a change whose size is known. Bounds hold with a confidence of " \
                   "95 %, each separately. Injected: how much more the slower copy really costs. Median: the change that was " \
                   "measured. Detectable: what half of the runs would have detected 19 times in 20."
      HEADINGS = ["### False alarms: cells of the same code that were reported to differ",
                  "### Slowdowns found: runs that found what was injected, there and nowhere else"].freeze
      SHARE = ->(share) { share ? format("%.2f %%", share * 100) : "" }
      # Bounds are rounded away from the figure, so that they still hold.
      MOST = ->(hits, count) { format("%.1f %%", (Binomial.upper(hits, count) * 1000).ceil / 10.0) }
      LEAST = ->(hits, count) { format("%.1f %%", (Binomial.lower(hits, count) * 1000).floor / 10.0) }
      # [condition, judge] => the claim, its evidence, words of the condition, and what disproves it.
      CLAIMS = {
        ["the same code", "gate"] => ["A gate raises few false alarms.", lambda { |row|
          format("%d alarms in %d comparisons next to other work: %d `same`, %d `unresolved`", row.hits, row.count,
                 *row.verdicts.values_at("same", "unresolved"))
        }, "the same code", "more than 1 % of such gates with exit code 1"],
        ["slower by 0.5 %", "wall"] => ["A comparison finds small slowdowns.", lambda { |row|
          "#{SHARE.call(row.injected)} in #{row.hits} of #{row.count} runs of a minute"
        }, "slower by 0.5", "a quiet machine that finds it in fewer than 61 % of runs"],
        ["one commit of 64 slower by 2 %", "find"] => ["`find` names the right commit.", lambda { |row|
          format("%d of %d searches over 64 commits, one of them %.0f %% slower", row.hits, row.count, row.injected * 100)
        }, "one commit", "any other commit"]
      }.freeze
      private_constant :READ_FIRST, :HEADINGS, :SHARE, :MOST, :LEAST, :CLAIMS

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

      # A table of the claims that it is the evidence for.
      #: () -> String
      def claims
        cells = CLAIMS.map do |place, (claim, evidence, words, against)|
          row = @figures.rows.find { |row| [row.condition, row.metric] == place }
          [claim, evidence.call(row), "`ruby bench/calibrate.rb --condition \"#{words}\"`", against]
        end
        Included.grid(["Claim", "Evidence", "Repeat it", "Disproved by"], cells)
      end

      private

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
