# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report of `doctor` needs. `detectability` is a Detectability::Found or nil. `symptoms` are sorted, the
    # most harmful first. `passed` are the names of the rules without a symptom, and `unknown` of those that could not be
    # checked here. `survey` is the record's line.
    class DoctorResult < Value.define(:run, :survey, :symptoms, detectability: nil, passed: [].freeze, unknown: [].freeze,
                                                                environments: [].freeze, outcome: nil, notes: [].freeze)
      include RunFacts

      # The checks of a machine, by the name of what they examine. Each rule takes `(facts)`. It returns symptoms, none if
      # all is well, or nil if that is unknown here. A new rule is a method and a line below.
      RULES = {
        "memcached" => Symptoms::Installed.method(:memcached), "cores" => Symptoms::Hardware.method(:cores),
        "pinning" => Symptoms::Hardware.method(:pinning), "measuring" => Symptoms::Measured.method(:pairs),
        "A/A" => Symptoms::Measured.method(:same_code), "steal" => Symptoms::Measured.method(:steal),
        "other processes" => Symptoms::Measured.method(:other_processes), "load" => Symptoms::Measured.method(:load),
        "CPU quota" => Symptoms::Hardware.method(:quota), "memory" => Symptoms::Hardware.method(:memory),
        "governor" => Symptoms::Hardware.method(:governor), "turbo" => Symptoms::Hardware.method(:turbo),
        "SMT" => Symptoms::Hardware.method(:siblings), "clock source" => Symptoms::Hardware.method(:clock_source),
        "compiler and headers" => Symptoms::Installed.method(:compiler), "runtimes" => Symptoms::Installed.method(:runtimes),
        "disk" => Symptoms::Installed.method(:disk), "releases" => Symptoms::Installed.method(:releases)
      }.freeze
      private_constant :RULES

      class << self
        #: (Record) -> DoctorResult
        def of(record)
          facts = MachineFacts.of(record)
          new(run: record.run, survey: facts.survey, detectability: facts.detectability, **judged(facts),
              environments: record.environments, outcome: record.ending["outcome"],
              notes: [*Notes.of_run(record), Notes.calibration(record.run)].compact.freeze)
        end

        # The results of all rules: the symptoms, and the names of the rules without one and of those without an answer.
        #: (MachineFacts) -> Hash[Symbol, Array[Symptom] | Array[String]]
        def judged(facts)
          found = RULES.transform_values { |rule| rule.call(facts) }
          symptoms = found.flat_map { |name, own| (own || []).map { |symptom| symptom.with(name: name) } }
          { symptoms: symptoms.sort_by.with_index { |symptom, at| [symptom.sort_key, at] }.freeze,
            passed: found.select { |_name, own| own&.empty? }.keys.freeze,
            unknown: found.select { |_name, own| own.nil? }.keys.freeze }
        end
      end

      # Whether measurements on this machine can be trusted.
      #: () -> bool
      def trusted? = symptoms.none?(&:untrusted?)

      # The facts about a machine that the rules examine, from a record of `doctor`. Hashes come from the record unchanged
      # (String keys). `verdict` is that of the A/A check, and `detectability` what its pairs could detect; both are nil if
      # nothing was measured.
      MachineFacts = Value.define(:machine, :placement, :survey, :ending, verdict: nil, detectability: nil) do
        #: (Record) -> MachineFacts
        def self.of(record)
          verdict = Comparison.of(record).verdicts.first if record.pairs.any?
          new(machine: record.run["machine"] || {}, placement: record.run["placement"] || {}, survey: record.surveys.first || {},
              ending: record.ending, verdict: verdict, detectability: Detectability.of(record))
        end

        # Array[Integer]: the measured cores.
        def measured_cpus = (placement["server_cpus"] || []) | (placement["driver_cpus"] || [])

        # The gain that a calibration measured for a condition, or nil.
        #: (String) -> Calibration::Gain?
        def gain(condition) = Calibration::Gain.of(survey["calibration"], condition)
      end

      # The smallest slowdown that a machine detects, from pairs of the same code. Judgement::Timed computes it for these
      # pairs, and for as many as fit into a minute.
      #
      # A minute is drawn at random: as many pairs as fit into it, with replacement. They come from a sample that was itself
      # drawn from the measured pairs, so that the interval includes the uncertainty of only 20 s (a bootstrap of two
      # stages). DRAWS such minutes are judged. The figure is their median, and the interval holds 95 % of them.
      class Detectability
        # `resolution` is for the measured time, `minute` for MINUTE_S, with its `interval`. `pairs` were measured in
        # `seconds`; `minute_pairs` would be compared in a minute. `call_ns` is the cost of a call. `effect` with its
        # `effect_interval` is how much the same code differed from itself.
        Found = Value.define(:resolution, :minute, :interval, :pairs, :minute_pairs, :seconds, :call_ns, :effect,
                             :effect_interval) do
          # Whether the same code differed from itself by more than chance. If it did, no verdict can be trusted.
          #: () -> bool
          def moved? = !Range.new(*effect_interval).cover?(0)
        end

        MINUTE_S = 60.0
        DRAWS = 200
        # Fixed, so that the same pairs give the same interval.
        SEED = 1
        private_constant :DRAWS, :SEED

        # nil if fewer pairs were completed than a verdict needs.
        #: (Record) -> Found?
        def self.of(record) = new(record).found

        #: (Record) -> void
        def initialize(record)
          @record = record
          pairs = Pairs.new(record)
          @pairs = record.comparisons.to_h { |line| [line, pairs.of(line["comparison"])] }
          @alpha = (record.run.dig("options", "alpha") || Judgement::DEFAULTS["alpha"]) * Judgement::Timed::Questions::FIRST
          @random = Random.new(SEED)
        end

        #: () -> Found?
        def found
          return if effects.size < Judgement::FEWEST || minute_pairs < Judgement::FEWEST

          drawn = Array.new(DRAWS) { timed(draw(draw(effects, effects.size), minute_pairs)).resolution }
          whole = timed(effects).to_h
          Found.new(resolution: whole[:resolution], effect: whole[:effect], effect_interval: whole[:interval],
                    pairs: effects.size, minute: Median.of(drawn), interval: [0.025, 0.975].map { |at| Quantile.of(drawn, at) },
                    seconds: seconds, minute_pairs: minute_pairs,
                    call_ns: Median.of(@pairs.values.flatten.filter_map { |pair| pair.cost_ns("baseline") }))
        end

        private

        # Includes the pairs of the A/A match: here all matches have the same code in both arms.
        def effects
          @effects ||= @pairs.values.flatten.filter_map { |pair| pair.effect("wall") }
        end

        def draw(from, count) = Array.new(count) { from[@random.rand(from.size)] }

        def timed(values) = Judgement::Timed.new(values, alpha: @alpha, margin: 0)

        # A comparison gives part of its time to the A/A match. Only the other pairs make its verdict.
        def minute_pairs
          compared = @pairs.reject { |line, _pairs| line["noise"] }.values.sum(&:size)
          (compared * MINUTE_S / seconds).round
        end

        # Seconds until the last pair was complete.
        def seconds = @record.pairs.last&.fetch("at_s") || Float::INFINITY
      end
    end
  end
end
