# frozen_string_literal: true

module Cachemark
  module Stats
    # Makes the verdicts of a record: one for each of its comparisons and metrics. First it looks for a reason against any
    # figure (InvalidReasons), then it judges the pairs (Timed, Counted). All intervals of a report hold together with a
    # probability of 1 - alpha: each gets an equal part of alpha.
    class Judgement
      # With fewer pairs there is no verdict.
      FEWEST = 12
      DEFAULTS = { "metrics" => [Vocabulary::Metrics::DEFAULT].freeze, "margin" => 0.01, "alpha" => 0.01 }.freeze

      # How many processes of a cell the verdicts on a count need. `uneven`: the processes of one cell differ, so that more of
      # them make the verdict more precise.
      Needed = Value.define(:processes, uneven: false)

      # The share within which two costs are the same, by the options of a run.
      #: (Hash?) -> Float
      def self.margin(options) = options&.fetch("margin", nil) || DEFAULTS["margin"]

      # The title of a cell's scenario in a table of several scenarios.
      #: (Hash) -> String
      def self.label(cell)
        Vocabulary::Mode.of(cell["mode"]).title(cell.dig("definition", "label") || cell["scenario"].split("/").last)
      end

      # The footnote of a verdict whose interval the A/A check made wider.
      #: (Float?) -> Array[Remark]
      def self.wider(apart) = (apart ? [Remark[:aa_wider, effect: apart]] : []).freeze

      # Comparison.of describes the arguments.
      #: (Record, ?set: Integer?, ?sequential: bool?, ?only: Array[[String, String]]?, ?also: Array[[String, String]]) -> void
      def initialize(record, set: nil, sequential: nil, only: nil, also: [])
        @record = record
        @options = DEFAULTS.merge((record.run["options"] || {}).compact)
        @sequential = sequential.nil? ? !@options["until"].nil? : sequential
        @evidence = Evidence.new(record)
        @pairs = Pairs.new(record, set: set)
        @counts = Counts.new(record, set: set)
        @cells = record.cells.to_h { |cell| [cell["cell"], cell] }
        @asked = asked(only)
        @also = also.group_by(&:first).transform_values { |names| names.map(&:last) }
        prepare
      end

      #: () -> Comparison
      def comparison
        verdicts = @asked.flat_map { |line, metric| verdicts(line, metric) }.freeze
        Comparison.new(**RunFacts.of(@record), verdicts: verdicts, noise: noise,
                       notes: Notes.of_comparison(@record, verdicts, evidence: @evidence, alpha: @options["alpha"], noise: noise),
                       notations: @cells.values.to_h { |cell| [cell["contender"], cell["notation"]] }.freeze)
      end

      # {[cell, metric] => the processes that the verdicts on counts need}. Counts that never differ are known from a few
      # processes. If any of them differ, of one cell or of two, each cell needs as many as alpha asks for. This does not look
      # at which cell counts more, so that counting on for this reason favours no answer.
      #: () -> Hash[[String, String], Needed]
      def needed
        places = differing.flat_map { |line, metric, found| cells(line).map { |cell| [[cell["cell"], metric], found.uneven?] } }
        places += @noise.last.uneven.map { |place| [place, true] }
        places.group_by(&:first).transform_values do |own|
          Needed.new(processes: RankSum.fewest(@counting[:alpha]), uneven: own.any?(&:last))
        end
      end

      # The answers about the pairs of a comparison in a timed metric.
      #: (Hash, String, alpha: Float) -> Timed::Questions
      def questions(line, metric, alpha: @alpha)
        pairs, judging = @pairs.of(line["comparison"]), { alpha: alpha, margin: @options["margin"], sequential: @sequential }
        return Timed::Questions::First.new(pairs, metric, **judging) if first?

        Timed::Questions.new(pairs, metric, **judging, baselines: baselines(line["baseline"]),
                                                       apart: ->(question) { apart(line, question) })
      end

      # How much the same code differed from itself, as a share; nil if it did not.
      #: (Hash, String) -> Float?
      def apart(line, metric) = @noise.filter_map { |check| check.difference(line, metric) }.first

      private

      def noise = @noise.flat_map(&:all).freeze

      def first? = TimeMethod.first?(@record.run)

      # [[comparison line, metric]]
      def asked(only)
        lines = @record.comparisons.reject { |line| line["noise"] || @evidence.lacking(line) }
        return lines.product(@options["metrics"]) unless only

        lines.flat_map { |line| only.select { |id, _metric| id == line["comparison"] }.map { |_id, metric| [line, metric] } }
      end

      def prepare
        timed = @asked.map(&:last).uniq - Vocabulary::Metrics::COUNTED
        tested = first? ? @asked.select { |_line, metric| timed.include?(metric) } : @asked
        @alpha = @options["alpha"] / [tested.sum { |_line, metric| Counts.tests(metric) }, 1].max
        @counting = { margin: @options["margin"], alpha: (@alpha unless first?) }
        @invalid_reasons = InvalidReasons.new(@record, @evidence, @pairs)
        noise = @record.comparisons.select { |line| line["noise"] }
        @noise = [InvalidReasons::NoiseCheck.new(noise, timed, @pairs, @cells, sequential: @sequential),
                  Instrumented::NoiseCheck.new(noise, counted, @counts, @cells, **@counting)]
        @footnotes = Notes::Footnotes.new(@evidence)
        @identical = Notes::Footnotes::Identical.new(@evidence)
      end

      # The metrics that instruments counted.
      def counted
        @asked.map(&:last).uniq.select { |metric| Vocabulary::Metrics[metric].instrument? || @counts.any?(metric) }
      end

      # One runtime reports objects, another one requests of memory.
      def incomparable?(metric, cells)
        Counts::ALLOCATED.include?(metric) && cells.map { |cell| cell["client"].to_s[%r{\A[^/]+(?=/)}] }.uniq.size > 1
      end

      # One for the metric, and one for each other answer about time that contradicts it.
      def verdicts(line, metric)
        cells = cells(line)
        pairs = pairs(line, metric)
        timed = pairs.any? && !Vocabulary::Metrics[metric].instrument?
        wrong = @invalid_reasons.reason(line, cells, timed: timed) || untrusted(line, metric)
        return [verdict(line, metric, cells, { verdict: "invalid", reason: wrong, pairs: pairs.size })] if wrong

        rows(line, metric, cells).map { |name, found| verdict(line, name, cells, found) }
      end

      def untrusted(line, metric) = first? && apart(line, metric)&.then { |share| Remark[:aa_moved, effect: share] }

      # [baseline, contender]
      def cells(line) = line.values_at("baseline", "contender").map { |id| @cells.fetch(id) }

      def verdict(line, metric, cells, found)
        Verdict.new(contender: cells.last["contender"], baseline: cells.first["contender"], scenario: line["scenario"],
                    mode: line["mode"], metric: metric, comparison: line["comparison"], label: Judgement.label(cells.last),
                    identical: @identical.same?(*cells), **found, left_out: (left_out(line) unless counted?(metric)),
                    footnotes: [*@footnotes.of_verdict(*cells), *found[:footnotes]].freeze)
      end

      def left_out(line) = @pairs.left_out(line["comparison"]).nonzero?

      # The pairs in which a cell is the baseline, A/A pairs included.
      def baselines(cell)
        @baselines ||= @record.comparisons.group_by { |line| line["baseline"] }
                              .transform_values { |lines| lines.flat_map { |line| @pairs.of(line["comparison"]) } }
        @baselines.fetch(cell)
      end

      # A count is the same in a disturbed process.
      def pairs(line, metric) = @pairs.public_send(counted?(metric) ? :all : :of, line["comparison"])

      # {metric => the members of its verdict that are about the change}. An answer that was asked for has a verdict anyway.
      def rows(line, metric, cells)
        return timed_rows(line, metric) unless counted?(metric)
        return { metric => { verdict: "unresolved", reason: Remark[:other_allocations] } } if incomparable?(metric, cells)

        apart = apart(line, metric) unless first?
        { metric => { **counter(line, metric, cells, apart: apart.to_f).to_h, footnotes: Judgement.wider(apart) } }
      end

      def timed_rows(line, metric)
        rows = questions(line, metric).rows(@also.fetch(line["comparison"], []))
        rows.reject { |name, _| name != metric && @asked.include?([line, name]) }
      end

      # [[comparison line, metric, Counted | Instrumented]] of those whose processes differ.
      def differing
        counted = @asked.select { |line, metric| counted?(metric) && !incomparable?(metric, cells(line)) }
        counted.map { |line, metric| [line, metric, counter(line, metric, cells(line))] }.select { |*, found| found.varied? }
      end

      def counted?(metric) = Vocabulary::Metrics[metric].exact?

      def counter(line, metric, cells, apart: 0.0)
        judging = { **@counting, apart: apart }
        return Instrumented.new(metric, @counts, cells, **judging) if Vocabulary::Metrics[metric].instrument?

        Counted.new(metric, @counts, cells, pairs: pairs(line, metric), works: @record.works, **judging)
      end
    end
  end
end
