# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Which processes took CPU time from our cores meanwhile.
      module Neighbours
        NAME = "neighbours"
        # Share of a core below which a process is not told of.
        LEAST = 0.05
        MOST = 5

        class << self
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            seen = patient.survey["neighbours"] or return
            near, far = seen["named"].select { |one| one["share"] >= LEAST }.partition do |one|
              one["cpus"].intersect?(patient.measured_cpus)
            end
            [named(near, shared(patient.measured_cpus), patient.gain("a neighbour on the same core")),
             named(far, "another core is busy with", patient.gain("a neighbour on the other core")),
             unnamed(seen["unnamed"])].compact
          end

          private

          def shared(cpus)
            return "core #{cpus.first}, which is measured on, is shared with" if cpus.one?

            "cores #{cpus.join(", ")}, which are measured on, are shared with"
          end

          def named(all, beginning, gain)
            return if all.empty?

            told = all.first(MOST).map { |one| format("%s (pid %d): %.0f %%", *one.values_at("name", "pid"), one["share"] * 100) }
            more = " and #{all.size - MOST} more" if all.size > MOST
            symptom("#{beginning} #{told.join(", ")}#{more}",
                    "end what need not run, or move it away: taskset -cp CORES PID", gain)
          end

          def unnamed(share)
            return if share < LEAST

            symptom(format("processes that came and went, or that cannot be seen from here, took %.0f %% of a core", share * 100),
                    "let nothing else run meanwhile: tests, builds, other containers")
          end

          def symptom(text, remedy, gain = nil) = Symptom.new(name: NAME, kind: "blurs", text: text, remedy: remedy, gain: gain)
        end
      end
    end
  end
end
