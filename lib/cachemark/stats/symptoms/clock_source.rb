# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether reading the clock needs the kernel, which makes it dear.
      module ClockSource
        NAME = "clock source"
        # The kernel reads these for the process; all others are read without it.
        SLOW = %w[hpet acpi_pm jiffies pit xen refined-jiffies].freeze

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          source = patient.machine["clock_source"] or return
          return [] unless SLOW.include?(source)

          [Symptom.new(name: NAME, kind: "blurs", text: "the clock source is #{source}: each reading is a call into the kernel",
                       remedy: "boot with clocksource=tsc where the processor's counter is steady; " \
                               "until then leave --latencies and --rate alone")]
        end
      end
    end
  end
end
