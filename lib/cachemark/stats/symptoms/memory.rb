# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether a server, two drivers and a compiler fit into memory.
      module Memory
        NAME = "memory"
        # A server of 64 MB, four drivers (a pair works while the next one starts), cachemark, and a compiler beside it.
        LEAST_BYTES = 512 << 20

        #: (Patient) -> Array[Symptom]?
        def self.of(patient)
          container = patient.machine.dig("container", "memory_bytes")
          bytes = [patient.machine["memory_bytes"], container].compact.min or return
          return [] if bytes >= LEAST_BYTES

          text = format("%s %d MB of memory: processes may be killed, or swapped out while they are timed",
                        container == bytes ? "the container has" : "there are", bytes >> 20)
          [Symptom.new(name: NAME, kind: "lacks", text: text, remedy: "give it #{LEAST_BYTES >> 20} MB or more")]
        end
      end
    end
  end
end
