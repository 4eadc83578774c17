# frozen_string_literal: true

module Cachemark
  module Stats
    # The results of a calibration: how often the truth was found, with a bound that holds with a confidence of 95 %.
    class Power
      # `runs` experiments; `hits` of `count`: cells with a false alarm, or slowdowns that were found;
      # `bound`: the share that is at most (false alarms) or at least (slowdowns) reached; `injected`: the
      # real change of the slow copy in this metric, by the pilots; `seen`: the median effect; `sees`: the median
      # of the smallest effects that the runs could have detected; `run_bound`: the share of runs with a false alarm,
      # as the cells of a run share its processes.
      Row = Value.define(:condition, :metric, :runs, :hits, :count, :bound, alarms: false, injected: nil, seen: nil, sees: nil,
                         run_bound: nil)

      # The only scenario of the gate that calls the method which is made slower.
      GUILTY = ["client/multiget"].freeze
      PILOT = "pilot"
      # A slowdown that is found this often is in the summary.
      OFTEN = 0.8
      private_constant :GUILTY, :PILOT, :OFTEN

      class << self
        #: (Record) -> Array[Row]
        def of(record) = new(record).rows

        # What the rows mean for a reader of verdicts: the gate's false alarms, and the smallest slowdown that is often
        # found; nil where they show nothing yet.
        #
        #: (Array[Row]) -> Remark?
        def summary(rows)
          alarms = rows.find { |row| row.condition == "the same code" && row.metric == "gate" }
          seen = rows.select { |row| row.metric == "wall" && row.injected && row.hits >= OFTEN * row.count }.min_by(&:injected)
          return unless alarms || seen

          Remark[:power, alarms: alarms&.to_h&.slice(:hits, :count), seen: seen&.to_h&.slice(:injected, :hits, :count)]
        end

        # The cost of one more loop in a method, as a share of a call: the mean of its pilots. nil without one.
        #
        #: (Record, String, String) -> Float?
        def per_loop(record, method, metric)
          pilots = record.experiments.select { |line| pilot?(line) && !void?(line) && line["method"] == method }
          costs = pilots.filter_map do |line|
            effect = line["verdicts"].fetch(metric).first["effect"]
            effect / line["loops"] if effect
          end
          costs.sum / costs.size if costs.any?
        end

        # Whether an experiment only measures the cost of a loop.
        #
        #: (Hash) -> bool
        def pilot?(line) = line["condition"].start_with?(PILOT)

        # Whether it has to be repeated: a pilot that did not detect its own loops says nothing about their cost. Any other
        # experiment without a detection counts as one.
        #
        #: (Hash) -> bool
        def void?(line) = pilot?(line) && line["verdicts"].fetch("wall").first["verdict"] != "slower"
      end

      #: (Record) -> void
      def initialize(record)
        @record = record
      end

      # In the order in which the conditions were first tried.
      #
      #: () -> Array[Row]
      def rows
        groups = @record.experiments.reject { |line| Power.pilot?(line) }.group_by { |line| line["condition"] }
        groups.flat_map { |name, lines| rows_of(name, lines) }
      end

      private

      def rows_of(name, lines)
        case lines.first["kind"]
        when "find" then [found(name, lines)]
        when "gate" then lines.first["share"].zero? ? alarms(name, lines) : [gated(name, lines)]
        else %w[wall fastest].map { |metric| detected(name, lines, metric) }
        end
      end

      # The gate's own alarms, and what compare would have called slower or faster.
      def alarms(name, lines)
        verdicts = lines.flat_map { |line| line["verdicts"]["wall"] }.reject { |verdict| verdict["verdict"] == "invalid" }
        wrong = { "gate" => lines.map { |line| line["regressions"].size }, "wall" => lines.map { |line| misjudged(line) } }
        wrong.map do |metric, hits|
          Row.new(condition: name, metric: metric, runs: lines.size, hits: hits.sum, count: verdicts.size, alarms: true,
                  bound: Binomial.upper(hits.sum, verdicts.size), sees: median(verdicts, "resolution"),
                  run_bound: Binomial.upper(hits.count(&:positive?), lines.size))
        end
      end

      def misjudged(line)
        line["verdicts"]["wall"].count { |verdict| %w[slower faster].include?(verdict["verdict"]) }
      end

      def gated(name, lines)
        found = lines.count { |line| line["code"] == 1 && line["regressions"] == GUILTY }
        row(name, lines, found, metric: "gate", injected: injected(lines, "wall"))
      end

      def detected(name, lines, metric)
        verdicts = lines.map { |line| line["verdicts"].fetch(metric).first }
        row(name, lines, verdicts.count { |verdict| verdict["verdict"] == "slower" }, metric: metric,
            injected: injected(lines, metric), seen: median(verdicts, "effect"), sees: median(verdicts, "resolution"))
      end

      def found(name, lines)
        found = lines.count { |line| line["found"].map { |change| change["subject"] } == [line["guilty"]] }
        row(name, lines, found, metric: "find", injected: injected(lines, "wall"))
      end

      def row(name, lines, hits, **members)
        Row.new(condition: name, runs: lines.size, hits: hits, count: lines.size, bound: Binomial.lower(hits, lines.size),
                **members)
      end

      def median(verdicts, name) = Median.of(verdicts.filter_map { |verdict| verdict[name] })

      # Later pilots may have changed the loops of later experiments.
      def injected(lines, metric)
        per_loop = Power.per_loop(@record, lines.first["method"], metric) or return
        per_loop * lines.sum { |line| line["loops"] } / lines.size
      end
    end
  end
end
