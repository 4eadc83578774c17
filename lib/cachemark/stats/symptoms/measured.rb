# frozen_string_literal: true

module Cachemark
  module Stats
    module Symptoms
      # Checks of the measurement itself, and of its disturbances.
      module Measured
        # The share of a core from which a process is reported, and how many processes are named.
        LEAST_SHARE = 0.05
        MOST_NAMED = 5
        private_constant :LEAST_SHARE, :MOST_NAMED

        class << self
          # Whether pairs of the same code were measured, and enough of them. nil if the user did not want that, or if
          # memcached is missing, which has a separate rule.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def pairs(facts)
            unmeasured = facts.survey["unmeasured"]
            return [failed(*unmeasured.values_at("reason", "try"))] if unmeasured&.key?("reason")
            return if unmeasured
            return [] if facts.detectability || facts.verdict&.verdict == "invalid"

            reason = facts.verdict&.reason || Remark[:no_pairs]
            [Symptom.new(kind: "untrusted", text: Remark[:too_little_measured, reason: reason], remedy: Remark[:measure_longer])]
          end

          # Whether the same code took the same time: if not, no verdict can be trusted. nil if there are too few pairs.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def same_code(facts)
            return [differs(facts.verdict.reason)] if facts.verdict&.verdict == "invalid"

            detectability = facts.detectability or return
            detectability.moved? ? [differs(Remark[:same_code_differed, effect: detectability.effect])] : []
          end

          # Whether the host gives our cores to others.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def steal(facts)
            return unless facts.ending.dig("machine", "steal_percent")

            text = Notes.steal(facts.ending) or return []
            [Symptom.new(kind: "blurs", text: text, remedy: Remark[:dedicated_core])]
          end

          # Which other processes used CPU time of our cores during the measurement.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def other_processes(facts)
            seen = facts.survey["other_processes"] or return
            same_core, other_cores = seen["named"].select { |one| one["share"] >= LEAST_SHARE }.partition do |one|
              one["cpus"].intersect?(facts.measured_cpus)
            end
            [named(same_core, facts.measured_cpus, facts.gain(Calibration::PROCESS_ON_SAME_CORE)),
             named(other_cores, [], facts.gain(Calibration::PROCESS_ON_OTHER_CORE)), unnamed(seen["unnamed"])].compact
          end

          # Whether the machine was busy in the minute before the measurement.
          #: (DoctorResult::MachineFacts) -> Array[Symptom]?
          def load(facts)
            return unless facts.machine["load"]

            text = Notes.busy(facts.machine) or return []
            [Symptom.new(kind: "blurs", text: text, remedy: Remark[:wait_until_idle])]
          end

          private

          def failed(reason, try)
            remedy = try ? Remark.recorded(try) : Remark[:fix_and_repeat]
            Symptom.new(kind: "untrusted", text: Remark[:could_not_measure, reason: reason], remedy: remedy)
          end

          def differs(text) = Symptom.new(kind: "untrusted", text: text, remedy: Remark[:run_again])

          # `cpus` are the measured cores on which the processes ran, empty for processes on other cores.
          def named(processes, cpus, gain)
            return if processes.empty?

            first = processes.first(MOST_NAMED).map { |one| one.slice("name", "pid", "share").transform_keys(&:to_sym) }
            Symptom.new(kind: "blurs", text: Remark[:busy_processes, cpus: cpus, named: first, more: processes.size - first.size],
                        remedy: Remark[:move_processes], gain: gain)
          end

          def unnamed(share)
            return if share < LEAST_SHARE

            Symptom.new(kind: "blurs", text: Remark[:unseen_processes, share: share], remedy: Remark[:run_nothing_else])
          end
        end
      end
    end
  end
end
