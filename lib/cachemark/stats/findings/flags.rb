# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # A client that marks by flags what it has serialised decides by them what to
      # deserialise: values that another row left behind may carry the wrong ones.
      module Flags
        class << self
          #: (Observation, Peers, Integer) -> Array[Finding]
          def of(seen, peers, _servers)
            labelled = seen.definition.plain_reads?
            read = seen.warm.flags_read
            return [] if labelled.nil? || read.empty?

            siblings = peers.siblings(seen)
            plain, serialised = [true, false].map { |raw| written(siblings, raw) }
            return [] if plain.empty? || serialised.empty? || plain.intersect?(serialised)

            findings(seen, siblings, labelled, (read - (labelled ? serialised : plain)).empty?)
          end

          private

          # Flags of what the contender stores plain, or serialised.
          def written(siblings, raw)
            siblings.select { |row| row.definition.plain_writes? == raw }.flat_map { |row| row.warm.flags_written }.uniq
          end

          def findings(seen, siblings, labelled, wrong)
            return [] unless wrong
            return [Finding.new(text: "reads through #{serialiser(seen)}, although labelled plain")] if labelled

            [Finding.new(text: "reads values that were stored plain: its flags say that there is nothing to deserialise",
                         detail: twin(seen, siblings)&.then { |row| "per call the same operation as #{row.name}" })]
          end

          def serialiser(seen) = Vocabulary::Language.all[seen.language]&.serialiser&.title || "a serialiser"

          # The row that reads the same by the same commands, as many keys with each, labelled plain.
          def twin(seen, siblings)
            siblings.find { |row| row.definition.plain_reads? && looks(row) == looks(seen) }
          end

          def looks(row) = [row.warm.flags_read, row.warm.value_bytes, row.warm.lookups]
        end
      end
    end
  end
end
