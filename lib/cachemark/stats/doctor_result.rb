# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report of `doctor` needs: the facts about a machine, which Report::Doctor::Checks examines. `survey` is
    # the record's line, and `ending` its last one. `verdict` is that of the A/A check, and `detectability` what its pairs could
    # detect; both are nil if nothing was measured.
    class DoctorResult < Value.define(:run, :survey, :ending, verdict: nil, detectability: nil, environments: [].freeze,
                                                              notes: [].freeze)
      include RunFacts

      #: (Record) -> DoctorResult
      def self.of(record)
        new(run: record.run, survey: record.surveys.first || {}, ending: record.ending, environments: record.environments,
            verdict: (Comparison.of(record).verdicts.first if record.pairs.any?), detectability: Detectability.of(record),
            notes: [*Notes.of_run(record), Notes.calibration(record.run)].compact.freeze)
      end

      # String or nil: how the measurement ended.
      def outcome = ending["outcome"]

      # The verdict of an A/A check that was invalid, or nil.
      #: () -> Verdict?
      def invalid = (verdict if verdict&.verdict == "invalid")

      # Array[Integer]: the measured cores.
      def measured_cpus = (placement["server_cpus"] || []) | (placement["driver_cpus"] || [])

      # The gain that a calibration measured for a condition, or nil.
      #: (String) -> Calibration::Gain?
      def gain(condition) = Calibration.gain(survey["calibration"], condition)

      # The smallest slowdown that a machine detects, from pairs of the same code. Judgement::Timed computes it for these
      # pairs, and for as many as fit into a minute.
      #
      # A minute is drawn at random: as many pairs as fit into it, with replacement. They come from a sample that was itself
      # drawn from the measured pairs, so that the interval includes the uncertainty of only 20 s (a bootstrap of two
      # stages). DRAWS such minutes are judged. The figure is their median, and the interval holds 95 % of them.
      #
      # `resolution` is for the measured time, `minute` for MINUTE_S, with its `interval`. `pairs` were measured in `seconds`;
      # `minute_pairs` would be compared in a minute. `call_ns` is the cost of a call. `effect` with its `effect_interval` is
      # how much the same code differed from itself.
      class Detectability < Value.define(:resolution, :minute, :interval, :pairs, :minute_pairs, :seconds, :call_ns, :effect,
                                         :effect_interval)
        MINUTE_S = 60.0
        DRAWS = 200
        # Fixed, so that the same pairs give the same interval.
        SEED = 1
        private_constant :DRAWS, :SEED

        class << self
          # nil if fewer pairs were completed than a verdict needs. All matches have the same code in both arms, also those of
          # the A/A check. A comparison makes its verdict from the others.
          #: (Record) -> Detectability?
          def of(record)
            noise, compared = record.comparisons.partition { |line| line["noise"] }.map { |lines| pairs(record, lines) }
            effects = (compared + noise).filter_map { |pair| pair.effect("wall") }
            seconds = record.pairs.last&.fetch("at_s") || Float::INFINITY
            minute_pairs = (compared.size * MINUTE_S / seconds).round
            return if [effects.size, minute_pairs].min < Judgement::FEWEST

            resolutions = minutes(effects, minute_pairs).map { |minute| judged(minute, record).resolution }
            whole = judged(effects, record).to_h
            new(resolution: whole[:resolution], effect: whole[:effect], effect_interval: whole[:interval], pairs: effects.size,
                minute: Median.of(resolutions), interval: [0.025, 0.975].map { |at| Quantile.of(resolutions, at) },
                seconds: seconds, minute_pairs: minute_pairs,
                call_ns: Median.of((compared + noise).filter_map { |pair| pair.cost_ns("baseline") }))
          end

          private

          def pairs(record, lines)
            pairs = Pairs.new(record)
            lines.flat_map { |line| pairs.of(line["comparison"]) }
          end

          def minutes(effects, size)
            random = Random.new(SEED)
            draw = ->(from, count) { Array.new(count) { from[random.rand(from.size)] } }
            Array.new(DRAWS) { draw.call(draw.call(effects, effects.size), size) }
          end

          def judged(effects, record)
            alpha = record.run.dig("options", "alpha") || Judgement::DEFAULTS["alpha"]
            Judgement::Timed.new(effects, alpha: alpha * Judgement::Timed::Questions::FIRST, margin: 0)
          end
        end

        # Whether the same code differed from itself by more than chance. If it did, no verdict can be trusted.
        def moved? = !Range.new(*effect_interval).cover?(0)
      end
    end
  end
end
