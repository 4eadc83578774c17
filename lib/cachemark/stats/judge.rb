# frozen_string_literal: true

module Cachemark
  module Stats
    # Makes the verdicts of a record: one for each of its comparisons and metrics. What is wrong comes
    # first (Grounds, Floor), then what the pairs say (Timed, Counted). All intervals of a report hold
    # together with a probability of 1 - alpha: each gets an equal part of it.
    class Judge
      # Below this many pairs nothing is said.
      FEWEST = 12
      DEFAULTS = { "metrics" => ["wall"].freeze, "margin" => 0.01, "alpha" => 0.01 }.freeze

      # What a cell's scenario is called where it stands beside others.
      #
      #: (Hash) -> String
      def self.label(cell)
        label = cell.dig("definition", "label") || cell["scenario"].split("/").last
        cell["mode"] == "sync" ? label : "#{label} (#{cell["mode"]})"
      end

      # Comparison.of says what the arguments mean.
      #
      #: (Record, ?set: Integer?, ?sequential: bool?, ?only: Array[[String, String]]?) -> void
      def initialize(record, set: nil, sequential: nil, only: nil)
        @record = record
        @options = DEFAULTS.merge((record.run["options"] || {}).compact)
        @sequential = sequential.nil? ? !@options["until"].nil? : sequential
        @evidence = Evidence.new(record)
        @pair_evidence = PairEvidence.new(record, set: set)
        @cells = record.cells.to_h { |cell| [cell["cell"], cell] }
        @asked = asked(only)
        prepare
      end

      #: () -> Comparison
      def comparison
        verdicts = @asked.map { |line, metric| verdict(line, metric) }.freeze
        Comparison.new(run: @record.run, verdicts: verdicts, noise: @floor.noise, environments: @record.environments,
                       outcome: @record.ending["outcome"], notes: notes(verdicts),
                       summary: ComparisonSummary.of(verdicts, margin: @options["margin"]),
                       notations: @cells.values.to_h { |cell| [cell["contender"], cell["notation"]] }.freeze)
      end

      private

      def notes(verdicts) = ComparisonNotes.of(@record, verdicts, alpha: @options["alpha"], noise: @floor.noise)

      # [[comparison line, metric]]
      def asked(only)
        lines = @record.comparisons.reject { |line| line["noise"] }
        return lines.product(@options["metrics"]) unless only

        lines.flat_map { |line| only.select { |id, _metric| id == line["comparison"] }.map { |_id, metric| [line, metric] } }
      end

      def prepare
        timed = @asked.map(&:last).uniq - Vocabulary::Metrics::COUNTED
        @alpha = @options["alpha"] / [@asked.count { |_line, metric| timed.include?(metric) }, 1].max
        @grounds = Grounds.new(@record, @evidence, @pair_evidence)
        noise = @record.comparisons.select { |line| line["noise"] }
        @floor = Floor.new(noise, timed, @pair_evidence, @cells, sequential: @sequential)
        @footnotes = ComparisonFootnotes.new(@evidence)
        @identical = Identical.new(@evidence)
      end

      def verdict(line, metric)
        cells = line.values_at("baseline", "contender").map { |id| @cells.fetch(id) }
        pairs = @pair_evidence.pairs(line["comparison"])
        wrong = @grounds.reason(line, cells) || @floor.reason(line, metric)
        told = wrong ? { verdict: "invalid", reason: wrong, pairs: pairs.size } : found(metric, pairs, cells)
        Verdict.new(contender: cells.last["contender"], baseline: cells.first["contender"], scenario: line["scenario"],
                    mode: line["mode"], metric: metric, comparison: line["comparison"], label: Judge.label(cells.last),
                    identical: @identical.same?(*cells), **told, footnotes: [*@footnotes.of(*cells), *told[:footnotes]].freeze)
      end

      def found(metric, pairs, cells)
        return Counted.new(metric, pairs, cells, @record.works, margin: @options["margin"]).to_h if Vocabulary::Metrics[metric].exact?

        Twofold.new(pairs, metric, alpha: @alpha, margin: @options["margin"], sequential: @sequential).to_h
      end
    end
  end
end
