# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # A row that finds what another row of its contender has stored otherwise than its own scenario
      # would: more or fewer bytes than its peers read under the same name.
      module ForeignValues
        class << self
          #: (Observation, Peers | Opponent, Integer) -> Array[Finding]
          def of(seen, peers, _servers)
            return [] unless Leftovers.unprepared?(seen) && seen.warm.value_bytes_read.any?

            source = source(seen, peers.siblings(seen)) or return []
            [Finding.new(text: "reads the values that #{source.name} has stored, not those of its own scenario",
                         detail: beside(seen, peers))]
          end

          private

          # Nil where what it reads is what its contender's rows of the same kind, plain or not, store.
          def source(seen, siblings)
            read = seen.warm.value_bytes_read
            writers = siblings.select { |row| row.warm.value_bytes_written.any? && !row.definition.plain_writes?.nil? }
            own, others = writers.partition { |row| row.definition.plain_writes? == seen.definition.plain_reads? }
            return if own.empty? || own.any? { |row| (row.warm.value_bytes_written & read).any? }

            others.find { |row| (read - row.warm.value_bytes_written).empty? }
          end

          def beside(seen, peers)
            read = seen.warm.value_bytes_read
            other = peers.of(seen).find { |peer| peer.warm.value_bytes_read.any? && peer.warm.value_bytes_read != read }
            own, theirs = [read, other&.warm&.value_bytes_read].compact.map { |sizes| sizes.minmax.uniq.join(" to ") }
            other ? "#{own} bytes where #{other.title} reads #{theirs}" : "#{own} bytes"
          end
        end
      end
    end
  end
end
