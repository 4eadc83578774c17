# frozen_string_literal: true

require "time"

module Cachemark
  module Stats
    # The experiments of a calibration (bench/calibrate.rb): how often the truth was found, and how small a slowdown the
    # machine detects.
    class Calibration
      # The names of conditions that decide what their experiments show. A pilot measures the cost of a loop.
      SAME_CODE = "the same code"
      PILOT = "pilot"
      # Disturbances of the same code.
      UNPINNED = "unpinned"
      PROCESS_ON_SAME_CORE = "another process on the same core"
      PROCESS_ON_OTHER_CORE = "another process on the other core"
      # The metrics in which an experiment has verdicts.
      METRICS = %w[wall fastest].freeze
      # The only scenario of a gate that calls the method that is made slower.
      SLOWED = ["client/multiget"].freeze
      # The summary has the smallest slowdown that is found at least this often.
      OFTEN = 0.8
      DAY_S = 86_400
      private_constant :SLOWED, :OFTEN, :DAY_S

      # A condition in one metric. `runs` is the number of experiments. `hits` of `count` are cells with a false alarm, in
      # `alarmed` runs, or slowdowns that were found. `injected` is the real change of the slow copy in this metric, measured
      # by the pilots. `median_change` is the median of the changes found, and `detectable` the median of the smallest changes
      # that the runs could have detected. `verdicts` is {verdict => number of cells} of the same code, with the invalid cells
      # that `count` omits.
      Row = Value.define(:condition, :metric, :runs, :hits, :count, alarmed: nil, injected: nil, median_change: nil,
                         detectable: nil, verdicts: {}.freeze)

      # The gain from removing a symptom. `sentence` is a remark with figures; `factor` is how many times smaller the
      # detectable slowdowns become. It exists only if a calibration measured it.
      Gain = Value.define(:sentence, :factor)

      class << self
        # The name of the condition in which the same code is disturbed.
        #: (String) -> String
        def disturbed(by) = "#{SAME_CODE}, #{by}"

        # The gain for a condition such as "unpinned", from the `gains` of a calibration; nil if it was not measured.
        #: (Hash[String, Object]?, String) -> Gain?
        def gain(gains, condition)
          name = disturbed(condition)
          with, without = gains&.dig("sees", name), gains&.dig("sees", SAME_CODE)
          return unless with && without

          runs_with, runs_without = gains["runs"].values_at(name, SAME_CODE)
          Gain.new(factor: with / without,
                   sentence: Remark[:gain, **gains.slice("on", "cpu", "cores").transform_keys(&:to_sym), condition: condition,
                                           with: with, without: without, runs_with: runs_with, runs_without: runs_without])
        end
      end

      #: (Record) -> void
      def initialize(record)
        @record = record
        @pilots, @others = record.experiments.partition { |line| line["condition"].start_with?(PILOT) }
      end

      # Array[Row], in the order in which the conditions were first tried.
      def rows = @rows ||= @others.group_by { |line| line["condition"] }.flat_map { |name, lines| rows_of(name, lines) }

      # The conclusion for readers of verdicts: the gate's false alarms, and the smallest slowdown that is often found. nil
      # while the rows show nothing.
      #: () -> Remark?
      def summary
        alarms = rows.find { |row| row.condition == SAME_CODE && row.metric == "gate" }
        found = rows.select { |row| row.metric == "wall" && row.injected && row.hits >= OFTEN * row.count }.min_by(&:injected)
        return unless alarms || found

        Remark[:power, alarms: alarms&.to_h&.slice(:hits, :count, :verdicts, :detectable),
                       found: found&.to_h&.slice(:injected, :hits, :count)]
      end

      # The figures for the record of another run: the machine, the date, and the slowdown that a minute detected under each
      # condition of the same code.
      #: () -> Hash[String, Object]
      def gains
        same = rows.select { |row| row.alarmed && row.metric == "wall" && row.detectable }
        { "cpu" => @record.run.dig("machine", "cpu"), "cores" => @record.run.dig("machine", "cores"), "on" => last&.slice(0, 10),
          "sees" => same.to_h { |row| [row.condition, row.detectable] }, "runs" => same.to_h { |row| [row.condition, row.runs] } }
      end

      # When the last experiment ended; nil without one.
      #: () -> String?
      def last = @record.experiments.last&.fetch("at")

      # The cost of one more loop in a method, as a share of a call: the mean over the pilots within half a day of `at`. On
      # another day, the host of a virtual machine may be busier, and a loop has another cost. A pilot that did not detect its
      # loops says nothing. nil without such a pilot.
      #: (String, String, at: String) -> Float?
      def per_loop(method, metric, at:)
        pilots = @pilots.select do |line|
          line["method"] == method && (Time.iso8601(at) - Time.iso8601(line["at"])).abs <= DAY_S / 2 &&
            verdict(line, "wall")["verdict"] == "slower"
        end
        mean(pilots.filter_map { |line| verdict(line, metric)["effect"]&.fdiv(line["loops"]) })
      end

      private

      def rows_of(name, lines)
        case lines.first["kind"]
        when "find" then [found(name, lines) { |line| line["found"].map { |change| change["subject"] } == [line["guilty"]] }]
        when "gate"
          return alarms(name, lines) if lines.first["share"].zero?

          [found(name, lines) { |line| line["code"] == 1 && line["regressions"] == SLOWED }]
        else METRICS.map { |metric| detected(name, lines, metric) }
        end
      end

      # The gate's alarms, and the verdicts that compare would have called slower or faster.
      def alarms(name, lines)
        all = lines.flat_map { |line| cells(line) }
        verdicts = all.map(&:first).reject { |verdict| verdict["verdict"] == "invalid" }
        wrong = { "gate" => lines.map { |line| line["regressions"].size },
                  "wall" => lines.map { |line| cells(line).count { |own| misjudged(own) } } }
        wrong.map do |metric, hits|
          Row.new(condition: name, metric: metric, runs: lines.size, hits: hits.sum, count: verdicts.size,
                  alarmed: hits.count(&:positive?), detectable: median(verdicts, "resolution"),
                  verdicts: all.map { |own| (misjudged(own) || own.first)["verdict"] }.tally.freeze)
        end
      end

      # The verdicts of each cell: that of the time per call, and those of answers that differ from it.
      def cells(line) = line["verdicts"]["wall"].group_by { |verdict| verdict["comparison"] }.values

      def misjudged(verdicts) = verdicts.find { |verdict| %w[slower faster].include?(verdict["verdict"]) }

      # Whether the run found what was injected, there and nowhere else, decides the block.
      def found(name, lines, &right)
        row(name, lines, lines.count(&right), metric: lines.first["kind"], injected: injected(lines, "wall"))
      end

      def detected(name, lines, metric)
        verdicts = lines.map { |line| verdict(line, metric) }
        row(name, lines, verdicts.count { |verdict| verdict["verdict"] == "slower" }, metric: metric,
            injected: injected(lines, metric), median_change: median(verdicts, "effect"),
            detectable: median(verdicts, "resolution"))
      end

      def row(name, lines, hits, **members)
        Row.new(condition: name, runs: lines.size, hits: hits, count: lines.size, **members)
      end

      # Pilots may have changed the loops of later experiments, so the mean of the costs counts.
      def injected(lines, metric)
        mean(lines.filter_map { |line| per_loop(line["method"], metric, at: line["at"])&.*(line["loops"]) })
      end

      def verdict(line, metric) = line["verdicts"].fetch(metric).first
      def median(verdicts, name) = Median.of(verdicts.filter_map { |verdict| verdict[name] })
      def mean(numbers) = (numbers.sum / numbers.size if numbers.any?)
    end
  end
end
