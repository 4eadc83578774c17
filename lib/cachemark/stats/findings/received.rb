# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # What comes back: reads that find more, less or something else than the scenario stored.
      module Received
        class << self
          # Reads that find more or less than the scenario's do.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def reads(seen, _peers, _servers)
            reads = seen.warm.hits + seen.warm.misses
            return [] if seen.definition.local_cache? && reads <= seen.definition.keys_read

            [number(seen, reads), misses(seen)].compact
          end

          # Counting where there is no counter.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def counters(seen, _peers, _servers)
            misses, all = seen.warm.counts
            meant = seen.warm.expected.values_at("incr_misses", "decr_misses").compact.sum
            misses > meant ? [Remark[:missed_counters, misses: misses, all: all]] : []
          end

          # Reads that a local cache spares the server; a table of speeds shows this from the server's counters.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def local_cache(seen, peers, _servers)
            return [] unless seen.definition.local_cache? && seen.definition.keys_read.positive?

            answered = spared(seen)
            return [] if answered.negative?

            [Remark[:local_cache_answers, answered: answered, all: seen.definition.keys_read, minor: true,
                                          detail: more_spared(answered, peers.of(seen))]]
          end

          # A row that works with values that other rows stored, where its scenario prepares its own.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def leftovers(seen, _peers, _servers)
            return [] unless unprepared?(seen)

            deletes = seen.cold.deleted > (seen.cold.expected["delete_hits"] || 0)
            deletes || seen.warm.hits.positive? ? [Remark[:leftovers, deletes: deletes, minor: true]] : []
          end

          # A row that finds what another row of its contender stored in another way than its own scenario would: more or
          # fewer bytes than its peers read under the same name.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def foreign_values(seen, peers, _servers)
            return [] unless unprepared?(seen) && seen.warm.value_bytes_read.any?

            source = source(seen, peers.siblings(seen)) or return []
            [Remark[:foreign_values, source: source.name, detail: other_sizes(seen, peers)]]
          end

          # A client that marks by flags what it serialised decides by them what to deserialise: values that another row
          # left behind may have the wrong flags.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def flags(seen, peers, _servers)
            labelled = seen.definition.plain_reads?
            read = seen.warm.flags_read
            return [] if labelled.nil? || read.empty?

            siblings = peers.siblings(seen)
            plain, serialised = [true, false].map { |raw| flags_written(siblings, raw) }
            return [] if plain.empty? || serialised.empty? || plain.intersect?(serialised)
            return [] unless (read - (labelled ? serialised : plain)).empty?

            return [Remark[:reads_serialised, serialiser: serialiser(seen)]] if labelled

            [Remark[:reads_plain, detail: same_operation(seen, siblings)]]
          end

          private

          # Extra keys have their own remark.
          def number(seen, reads)
            own = seen.definition.keys_read
            Remark[:looks_up, reads: reads, scenario: own] unless reads.between?(own, own + seen.warm.strangers.size)
          end

          def misses(seen)
            meant = seen.warm.expected["misses"] or return
            found = seen.warm.misses - seen.warm.strangers.size
            Remark[:misses, misses: found, reads: seen.definition.keys_read, scenario: meant] if found > meant
          end

          # The most that a printed row answers, or else the reference.
          def more_spared(answered, peers)
            most = peers.partition(&:shown?).filter_map { |some| some.max_by { |peer| spared(peer) } }
                        .find { |peer| spared(peer) > answered } or return
            Remark[:local_cache_of, peer: most.peer, answered: spared(most)]
          end

          def spared(seen) = seen.definition.keys_read + seen.warm.strangers.size - seen.warm.reads

          # Whether its scenario prepares it, and nothing did.
          def unprepared?(seen) = seen.warm.prelude&.zero? && seen.definition.prelude.positive?

          # Nil where what it reads is what its contender's rows of the same kind, plain or not, store.
          def source(seen, siblings)
            read = seen.warm.value_bytes_read
            writers = siblings.select { |row| row.warm.value_bytes_written.any? && !row.definition.plain_writes?.nil? }
            own, others = writers.partition { |row| row.definition.plain_writes? == seen.definition.plain_reads? }
            return if own.empty? || own.any? { |row| (row.warm.value_bytes_written & read).any? }

            others.find { |row| (read - row.warm.value_bytes_written).empty? }
          end

          def other_sizes(seen, peers)
            read = seen.warm.value_bytes_read
            other = peers.of(seen).find { |peer| peer.warm.value_bytes_read.any? && peer.warm.value_bytes_read != read }
            Remark[:read_sizes, bytes: read.minmax, peer: other&.peer, theirs: other&.warm&.value_bytes_read&.minmax]
          end

          # Flags of what the contender stores plain, or serialised.
          def flags_written(siblings, raw)
            siblings.select { |row| row.definition.plain_writes? == raw }.flat_map { |row| row.warm.flags_written }.uniq
          end

          def serialiser(seen) = Vocabulary::Language.all[seen.language]&.serialiser&.title

          # The row that reads the same by the same commands, as many keys with each, labelled plain.
          def same_operation(seen, siblings)
            twin = siblings.find { |row| row.definition.plain_reads? && looks(row) == looks(seen) }
            Remark[:same_operation, row: twin.name] if twin
          end

          def looks(row) = [row.warm.flags_read, row.warm.value_bytes, row.warm.lookups]
        end
      end
    end
  end
end
