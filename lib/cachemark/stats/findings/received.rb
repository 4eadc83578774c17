# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Rules about replies: reads that find more, less or something else than the scenario stored.
      class Received < Rules
        # Reads that find more or less than the scenario's reads.
        def reads
          reads = @warm.hits + @warm.misses
          [number(reads), misses] unless @definition.local_cache? && reads <= @definition.keys_read
        end

        # Counting commands for keys without a counter.
        def counters
          misses, all = @warm.counts
          meant = @warm.expected.values_at("incr_misses", "decr_misses").compact.sum
          Remark[:missed_counters, misses: misses, all: all] if misses > meant
        end

        # Reads that a local cache answers instead of the server. A table of speeds shows this from the server's counters.
        def local_cache
          return unless @definition.local_cache? && @definition.keys_read.positive?

          answered = answered_locally(@seen)
          return if answered.negative?

          Remark[:local_cache_answers, answered: answered, all: @definition.keys_read, minor: true,
                                       detail: more_answered(answered)]
        end

        # A row that works with values that other rows stored, although its scenario prepares its own.
        def leftovers
          return unless unprepared?

          deletes = @seen.cold.deleted > (@seen.cold.expected["delete_hits"] || 0)
          Remark[:leftovers, deletes: deletes, minor: true] if deletes || @warm.hits.positive?
        end

        # A row that reads values that another row of its contender stored, in another form than its own scenario would.
        # They have more or fewer bytes than the values that its peers read under the same name.
        def foreign_values
          return unless unprepared? && @warm.value_bytes_read.any?

          source&.then { |row| Remark[:foreign_values, source: row.name, detail: other_sizes] }
        end

        # A client that marks serialised values by flags also decides by flags what to deserialise. Values that another row
        # left behind may have the wrong flags.
        def flags
          labelled, read = @definition.plain_reads?, @warm.flags_read
          return if labelled.nil? || read.empty?

          plain, serialised = [true, false].map { |raw| flags_written(raw) }
          return if plain.empty? || serialised.empty? || plain.intersect?(serialised)
          return unless (read - (labelled ? serialised : plain)).empty?

          labelled ? Remark[:reads_serialised, serialiser: serialiser] : Remark[:reads_plain, detail: same_operation]
        end

        private

        def siblings = @peers.siblings(@seen)

        # Extra keys have a separate remark.
        def number(reads)
          own = @definition.keys_read
          Remark[:looks_up, reads: reads, scenario: own] unless reads.between?(own, own + @warm.strangers.size)
        end

        def misses
          return unless @warm.expected.key?("misses")

          meant = @warm.expected.values_at(*@definition.miss_counters).compact.sum
          found = @warm.misses - @warm.strangers.size
          Remark[:misses, misses: found, reads: @definition.keys_read, scenario: meant] if found > meant
        end

        # The printed row that answers the most, or else the reference.
        def more_answered(answered)
          most = @peers.of(@seen).partition(&:shown?).filter_map { |some| some.max_by { |peer| answered_locally(peer) } }
                       .find { |peer| answered_locally(peer) > answered } or return
          Remark[:local_cache_of, peer: most.as_peer, answered: answered_locally(most)]
        end

        def answered_locally(row) = row.definition.keys_read + row.warm.strangers.size - row.warm.reads

        # Whether its scenario has a prelude that did not run.
        def unprepared? = @warm.prelude&.zero? && @definition.prelude.positive?

        # Nil if the values that it reads have the sizes that its contender's rows of the same kind (plain or not) store.
        def source
          read = @warm.value_bytes_read
          writers = siblings.select { |row| row.warm.value_bytes_written.any? && !row.definition.plain_writes?.nil? }
          own, others = writers.partition { |row| row.definition.plain_writes? == @definition.plain_reads? }
          return if own.empty? || own.any? { |row| (row.warm.value_bytes_written & read).any? }

          others.find { |row| (read - row.warm.value_bytes_written).empty? }
        end

        def other_sizes
          read = @warm.value_bytes_read
          other = @peers.of(@seen).find { |peer| peer.warm.value_bytes_read.any? && peer.warm.value_bytes_read != read }
          Remark[:read_sizes, bytes: read.minmax, peer: other&.as_peer, theirs: other&.warm&.value_bytes_read&.minmax]
        end

        # The flags of the values that the contender stores plain, or serialised.
        def flags_written(raw)
          siblings.select { |row| row.definition.plain_writes? == raw }.flat_map { |row| row.warm.flags_written }.uniq
        end

        def serialiser = Vocabulary::Language.all[@seen.language]&.serialiser&.title

        # The row, labelled plain, that reads the same with the same commands and as many keys in each.
        def same_operation
          other = siblings.find { |row| row.definition.plain_reads? && looks(row) == looks(@seen) }
          Remark[:same_operation, row: other.name] if other
        end

        def looks(row) = [row.warm.flags_read, row.warm.value_bytes, row.warm.lookups]
      end
    end
  end
end
