# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether another hyperthread shares the core that is measured on.
      module Siblings
        NAME = "SMT"

        class << self
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            groups = patient.machine["core_siblings"]
            return if groups.nil? || groups.empty?

            measured = patient.measured_cpus
            others = groups.select { |group| group.intersect?(measured) }.flatten - measured
            others.empty? ? [] : [symptom(measured, others, (patient.placement["own_cpus"] || []) & others)]
          end

          private

          def symptom(measured, others, own)
            text = "core #{measured.join(", ")}, which is measured on, shares its execution units with core " \
                   "#{others.join(", ")}#{", where cachemark itself runs" if own.any?}"
            Symptom.new(name: NAME, kind: "blurs", text: text,
                        remedy: "keep the other one free, or as root write off into /sys/devices/system/cpu/smt/control")
          end
        end
      end
    end
  end
end
