# frozen_string_literal: true

require "time"

module Cachemark
  module Stats
    # Everything that a report of a calibration needs. `rows` are those of Power. `experiments` is their number, including
    # pilots; `seconds` is how long they measured, and `last` when the last one ended. A calibration can always be continued.
    class Calibration < Value.define(:run, :rows, :experiments, :seconds, last: nil, environments: [].freeze, outcome: nil,
                                                                          notes: [].freeze)
      include RunFacts

      # The names of conditions (Plan::Experiments) that decide what their experiments show.
      SAME_CODE = "the same code"
      PILOT = "pilot"
      # Disturbances of the same code.
      UNPINNED = "unpinned"
      PROCESS_ON_SAME_CORE = "another process on the same core"
      PROCESS_ON_OTHER_CORE = "another process on the other core"

      # The name of the condition in which the same code is disturbed.
      #: (String) -> String
      def self.disturbed(by) = "#{SAME_CODE}, #{by}"

      #: (Record) -> Calibration
      def self.of(record)
        lines = record.experiments
        new(run: record.run, rows: Power.of(record).freeze, experiments: lines.size,
            seconds: lines.sum { |line| line["seconds"] || 0 }.to_f, last: lines.last&.fetch("at"))
      end

      # Remark or nil: the conclusion for readers of verdicts.
      def summary = Power.summary(rows)

      # The gain from removing a symptom. `sentence` is a remark with figures; `factor` is how many times smaller the
      # detectable slowdowns become. It exists only if a calibration measured it. A calibration compares runs of the same
      # code with runs in which the condition was created on purpose (guides/calibration.md).
      Gain = Value.define(:sentence, :factor)

      class << Gain
        # A calibration's figures for the record of another run: the machine, the date, and the slowdown that a minute
        # detected under each condition.
        #: (Record) -> Hash[String, Object]
        def measured(record)
          rows = Power.of(record).select { |row| row.alarms && row.metric == "wall" && row.detectable }
          { "cpu" => record.run.dig("machine", "cpu"), "cores" => record.run.dig("machine", "cores"),
            "on" => record.experiments.last&.fetch("at")&.slice(0, 10),
            "sees" => rows.to_h { |row| [row.condition, row.detectable] },
            "runs" => rows.to_h { |row| [row.condition, row.runs] } }
        end

        # The gain for a condition such as "unpinned"; nil if it was not measured.
        #: (Hash[String, Object]?, String) -> Gain?
        def of(measured, condition)
          name = Calibration.disturbed(condition)
          with, without = measured&.dig("sees", name), measured&.dig("sees", SAME_CODE)
          return unless with && without

          runs_with, runs_without = measured["runs"].values_at(name, SAME_CODE)
          new(factor: with / without,
              sentence: Remark[:gain, **measured.slice("on", "cpu", "cores").transform_keys(&:to_sym), condition: condition,
                                      with: with, without: without, runs_with: runs_with, runs_without: runs_without])
        end
      end

      # The results of a calibration: how often the truth was found, with a bound that holds with a confidence of 95 %.
      class Power
        # `runs` is the number of experiments. `hits` of `count` are cells with a false alarm, or slowdowns that were found.
        # `bound` is the share of false alarms that is not exceeded, or the share of slowdowns that is reached. `injected` is
        # the real change of the slow copy in this metric, measured by the pilots. `median_change` is the median of the changes
        # found, and `detectable` the median of the smallest changes that the runs could have detected. `run_bound` is the
        # share of runs with a false alarm that is not exceeded; it is separate because the cells of a run share its processes.
        # `verdicts` is {verdict => number of cells} of the same code, with the invalid cells that `count` omits.
        Row = Value.define(:condition, :metric, :runs, :hits, :count, :bound, alarms: false, injected: nil,
                           median_change: nil, detectable: nil, run_bound: nil, verdicts: {}.freeze)

        # The only scenario of the gate that calls the method that is made slower.
        SLOWED = ["client/multiget"].freeze
        # The summary has the smallest slowdown that is found at least this often.
        OFTEN = 0.8
        DAY_S = 86_400
        private_constant :SLOWED, :OFTEN, :DAY_S

        class << self
          #: (Record) -> Array[Row]
          def of(record) = new(record).rows

          # The conclusion for readers of verdicts: the gate's false alarms, and the smallest slowdown that is often found.
          # nil while the rows show nothing.
          #: (Array[Row]) -> Remark?
          def summary(rows)
            alarms = rows.find { |row| row.condition == SAME_CODE && row.metric == "gate" }
            found = rows.select { |row| row.metric == "wall" && row.injected && row.hits >= OFTEN * row.count }.min_by(&:injected)
            return unless alarms || found

            Remark[:power, alarms: alarms&.to_h&.slice(:hits, :count, :verdicts, :detectable),
                           found: found&.to_h&.slice(:injected, :hits, :count)]
          end

          # The cost of one more loop in a method at a time, as a share of a call: the mean over the pilots of that day. On
          # another day, the host of a virtual machine may be busier, and a loop has another cost. nil without such a pilot.
          #: (Record, String, String, at: String) -> Float?
          def per_loop(record, method, metric, at:)
            pilots = record.experiments.select { |line| pilot?(line) && !failed_pilot?(line) && line["method"] == method }
            costs = pilots.select { |line| same_day?(line, at) }.filter_map do |line|
              effect = line["verdicts"].fetch(metric).first["effect"]
              effect / line["loops"] if effect
            end
            costs.sum / costs.size if costs.any?
          end

          # Whether an experiment ended within half a day of a time.
          #: (Hash, String) -> bool
          def same_day?(line, at) = (Time.iso8601(at) - Time.iso8601(line["at"])).abs <= DAY_S / 2

          # Whether an experiment only measures the cost of a loop.
          #: (Hash) -> bool
          def pilot?(line) = line["condition"].start_with?(PILOT)

          # Whether an experiment has to be repeated. A pilot that did not detect its loops says nothing about their cost.
          # Any other experiment counts even without a detection.
          #: (Hash) -> bool
          def failed_pilot?(line) = pilot?(line) && line["verdicts"].fetch("wall").first["verdict"] != "slower"
        end

        #: (Record) -> void
        def initialize(record)
          @record = record
        end

        # In the order in which the conditions were first tried.
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
          else Experiment::METRICS.map { |metric| detected(name, lines, metric) }
          end
        end

        # The gate's alarms, and the verdicts that compare would have called slower or faster.
        def alarms(name, lines)
          all = lines.flat_map { |line| cells(line) }
          verdicts = all.map(&:first).reject { |verdict| verdict["verdict"] == "invalid" }
          wrong = { "gate" => lines.map { |line| line["regressions"].size },
                    "wall" => lines.map { |line| cells(line).count { |own| misjudged(own) } } }
          wrong.map do |metric, hits|
            Row.new(condition: name, metric: metric, runs: lines.size, hits: hits.sum, count: verdicts.size, alarms: true,
                    bound: Binomial.upper(hits.sum, verdicts.size), detectable: median(verdicts, "resolution"),
                    run_bound: Binomial.upper(hits.count(&:positive?), lines.size),
                    verdicts: all.map { |own| (misjudged(own) || own.first)["verdict"] }.tally.freeze)
          end
        end

        # The verdicts of each cell: that of the time per call, and those of answers that differ from it.
        def cells(line) = line["verdicts"]["wall"].group_by { |verdict| verdict["comparison"] }.values

        def misjudged(verdicts) = verdicts.find { |verdict| %w[slower faster].include?(verdict["verdict"]) }

        def gated(name, lines)
          found = lines.count { |line| line["code"] == 1 && line["regressions"] == SLOWED }
          row(name, lines, found, metric: "gate", injected: injected(lines, "wall"))
        end

        def detected(name, lines, metric)
          verdicts = lines.map { |line| line["verdicts"].fetch(metric).first }
          row(name, lines, verdicts.count { |verdict| verdict["verdict"] == "slower" }, metric: metric,
              injected: injected(lines, metric), median_change: median(verdicts, "effect"),
              detectable: median(verdicts, "resolution"))
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

        # Pilots may have changed the loops of later experiments, so the mean of the costs counts.
        def injected(lines, metric)
          costs = lines.filter_map do |line|
            Power.per_loop(@record, line["method"], metric, at: line["at"])&.then { |per_loop| per_loop * line["loops"] }
          end
          costs.sum / costs.size if costs.any?
        end
      end

      # Exact one-sided bounds of a proportion (Clopper and Pearson 1934).
      module Binomial
        class << self
          # The share that is certainly reached. If the true share were lower, this many hits would occur in less than 5 % of
          # all cases.
          #: (Integer, Integer, ?confidence: Float) -> Float
          def lower(hits, count, confidence: 0.95)
            return 0.0 if hits.zero?

            bisect { |share| at_least(hits, count, share) < 1 - confidence }
          end

          # The share that is certainly not exceeded.
          #: (Integer, Integer, ?confidence: Float) -> Float
          def upper(hits, count, confidence: 0.95) = 1 - lower(count - hits, count, confidence: confidence)

          private

          # The largest share for which the block is true.
          def bisect
            low, high = 0.0, 1.0
            60.times do
              middle = (low + high) / 2
              yield(middle) ? low = middle : high = middle
            end
            low
          end

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
