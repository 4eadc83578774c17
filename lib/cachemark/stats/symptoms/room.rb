# frozen_string_literal: true

module Cachemark
  module Stats
    class Symptoms
      # Whether what is built and recorded has room.
      module Room
        NAME = "disk"
        # The environments of all Ruby and Python clients took 650 MB (2026-11-22); a record of an hour has tens of MB.
        LEAST_BYTES = { "cache" => 1 << 30, "state" => 200 << 20 }.freeze
        MOVED_BY = { "cache" => "XDG_CACHE_HOME", "state" => "XDG_STATE_HOME" }.freeze

        class << self
          #: (Patient) -> Array[Symptom]?
          def of(patient)
            disks = patient.survey["disks"] or return
            found = disks.filter_map { |folder, facts| symptom(folder, facts) }
            found if found.any? || disks.each_value.any? { |facts| facts["free_bytes"] }
          end

          private

          def symptom(folder, facts)
            text = complaint(folder, facts) or return
            Symptom.new(name: NAME, kind: "lacks", text: text, remedy: remedy(folder))
          end

          def complaint(folder, facts)
            return "the #{folder} folder cannot be written" unless facts["writable"]

            free, least = facts["free_bytes"], LEAST_BYTES.fetch(folder)
            return unless free && free < least

            "#{free >> 20} MB are free for the #{folder} folder, which may need #{least >> 20} MB"
          end

          def remedy(folder)
            empty = "cachemark env prune --unused-for 24h empties it; " if folder == "cache"
            "#{empty}#{MOVED_BY.fetch(folder)} moves it to another disk"
          end
        end
      end
    end
  end
end
