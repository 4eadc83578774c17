# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Rules about replies: reads that find more, less or something else than the scenario stored.
      module Received
        class << self
          # Reads that find more or less than the scenario's reads.
          #: (Observation, Peers, Integer) -> Array[Remark]
          def reads(seen, _peers, _servers)
            reads = seen.warm.hits + seen.warm.misses
            return [] if seen.definition.local_cache? && reads <= seen.definition.keys_read

            [number(seen, reads), misses(seen)].compact
          end

          # Counting commands for keys without a counter.
          #: (Observation, Peers, Integer) -> Array[Remark]
          def counters(seen, _peers, _servers)
            misses, all = seen.warm.counts
            meant = seen.warm.expected.values_at("incr_misses", "decr_misses").compact.sum
            misses > meant ? [Remark[:missed_counters, misses: misses, all: all]] : []
          end

          # Reads that a local cache answers instead of the server. A table of speeds shows this from the server's counters.
          #: (Observation, Peers, Integer) -> Array[Remark]
          def local_cache(seen, peers, _servers)
            return [] unless seen.definition.local_cache? && seen.definition.keys_read.positive?

            answered = answered_locally(seen)
            return [] if answered.negative?

            [Remark[:local_cache_answers, answered: answered, all: seen.definition.keys_read, minor: true,
                                          detail: more_answered(answered, peers.of(seen))]]
          end

          # A row that works with values that other rows stored, although its scenario prepares its own.
          #: (Observation, Peers, Integer) -> Array[Remark]
          def leftovers(seen, _peers, _servers)
            return [] unless unprepared?(seen)

            deletes = seen.cold.deleted > (seen.cold.expected["delete_hits"] || 0)
            deletes || seen.warm.hits.positive? ? [Remark[:leftovers, deletes: deletes, minor: true]] : []
          end

          # A row that reads values that another row of its contender stored, in another form than its own scenario would.
          # They have more or fewer bytes than the values that its peers read under the same name.
          #: (Observation, Peers, Integer) -> Array[Remark]
          def foreign_values(seen, peers, _servers)
            return [] unless unprepared?(seen) && seen.warm.value_bytes_read.any?

            source = source(seen, peers.siblings(seen)) or return []
            [Remark[:foreign_values, source: source.name, detail: other_sizes(seen, peers)]]
          end

          # A client that marks serialised values by flags also decides by flags what to deserialise. Values that another row
          # left behind may have the wrong flags.
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

          # Extra keys have a separate remark.
          def number(seen, reads)
            own = seen.definition.keys_read
            Remark[:looks_up, reads: reads, scenario: own] unless reads.between?(own, own + seen.warm.strangers.size)
          end

          def misses(seen)
            return unless seen.warm.expected.key?("misses")

            meant = seen.warm.expected.values_at(*seen.definition.miss_counters).compact.sum
            found = seen.warm.misses - seen.warm.strangers.size
            Remark[:misses, misses: found, reads: seen.definition.keys_read, scenario: meant] if found > meant
          end

          # The printed row that answers the most, or else the reference.
          def more_answered(answered, peers)
            most = peers.partition(&:shown?).filter_map { |some| some.max_by { |peer| answered_locally(peer) } }
                        .find { |peer| answered_locally(peer) > answered } or return
            Remark[:local_cache_of, peer: most.as_peer, answered: answered_locally(most)]
          end

          def answered_locally(seen) = seen.definition.keys_read + seen.warm.strangers.size - seen.warm.reads

          # Whether its scenario has a prelude that did not run.
          def unprepared?(seen) = seen.warm.prelude&.zero? && seen.definition.prelude.positive?

          # Nil if the values that it reads have the sizes that its contender's rows of the same kind (plain or not) store.
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
            Remark[:read_sizes, bytes: read.minmax, peer: other&.as_peer, theirs: other&.warm&.value_bytes_read&.minmax]
          end

          # The flags of the values that the contender stores plain, or serialised.
          def flags_written(siblings, raw)
            siblings.select { |row| row.definition.plain_writes? == raw }.flat_map { |row| row.warm.flags_written }.uniq
          end

          def serialiser(seen) = Vocabulary::Language.all[seen.language]&.serialiser&.title

          # The row, labelled plain, that reads the same with the same commands and as many keys in each.
          def same_operation(seen, siblings)
            other = siblings.find { |row| row.definition.plain_reads? && looks(row) == looks(seen) }
            Remark[:same_operation, row: other.name] if other
          end

          def looks(row) = [row.warm.flags_read, row.warm.value_bytes, row.warm.lookups]
        end

        # Rules about the encoding of values. Values that are labelled plain must not be encoded; other encodings are
        # reported if they differ from the reference's.
        module Encodings
          # Timestamps in values make their sizes differ by a few bytes.
          LONGER_BYTES = 10
          private_constant :LONGER_BYTES

          class << self
            #: (Observation, Peers, Integer) -> Array[Remark]
            def of(seen, peers, _servers)
              [*plain(seen), *wrapped(seen, peers), *compressed(seen, peers), *not_serialised(seen, peers), *foreign(seen, peers)]
            end

            # Values that are longer than those of another client with the same encodings. Other encodings have separate
            # remarks.
            #: (Observation, Peers, Integer) -> Array[Remark]
            def longer_values(seen, peers, _servers)
              other = peers.of(seen).find { |peer| peer.warm.encodings.sort == seen.warm.encodings.sort }
              own, theirs = [seen, other].map { |row| row&.warm&.value_bytes&.last }
              return [] unless own && theirs && own - theirs >= LONGER_BYTES

              [Remark[:longer_values, bytes: own, peer: other.as_peer, theirs: theirs]]
            end

            private

            def plain(seen)
              [[true, seen.definition.plain_writes?, seen.warm.encodings_written],
               [false, seen.definition.plain_reads?, seen.warm.encodings_read]].filter_map do |stores, plain, encodings|
                other = (encodings || []) - %w[plain number]
                next unless plain && other.any?

                serialiser = serialisers.find { |candidate| other.all? { |encoding| encoding.start_with?(candidate.name) } }
                Remark[:not_plain, stores: stores, serialiser: serialiser&.title, encodings: other, detail: sizes(seen)]
              end
            end

            # A client that stores nothing wraps nothing: it only reads wrapped values.
            def wrapped(seen, peers)
              return [] unless wrapped?(seen.warm.encodings)

              stores = wrapped?(seen.warm.encodings_written)
              [Remark[:wrapped, stores: stores, wrappers: wrapper(seen.warm.encodings).many,
                                detail: overhead(seen, peers, stores)]]
            end

            # Compares with the smallest value without a wrapper. Compressed values are excluded, because compression saves
            # more than a wrapper costs. The figure is rounded, because timestamps in the wrapper change its size by a few
            # bytes.
            def overhead(seen, peers, stores)
              return if compressed?(seen)

              bytes = stores ? :value_bytes_written : :value_bytes_read
              unwrapped = peers.of(seen).reject { |peer| compressed?(peer) || wrapped?(peer.warm.encodings) }
              sizes = unwrapped.filter_map { |peer| peer.warm.public_send(bytes).last&.then { |size| [peer, size] } }
              least, size = sizes.min_by { |peer, size| [peer.shown? ? 0 : 1, size] }
              more = least ? (seen.warm.public_send(bytes).last - size).round(-1) : 0
              Remark[:overhead, bytes: more, peer: least.as_peer, stores: stores] if more.positive?
            end

            def compressed(seen, peers)
              return [] unless compressed?(seen) && !peers.reference(seen)&.then { |peer| compressed?(peer) }

              [Remark[:compressed, stores: stores?(seen), detail: sizes(seen)]]
            end

            # Strings that are not serialised, although the row with which it is compared serialises them.
            def not_serialised(seen, peers)
              compared = peers.compared_row(seen)
              return [] unless compared && seen.definition.plain_writes? != true && seen.definition.plain_reads? != true
              return [] unless seen.warm.encodings == ["plain"] && serialiser(compared)

              other = peers.of(seen).find { |peer| peer.shown? && serialiser(peer) } || compared
              [Remark[:not_serialised, stores: stores?(seen), peer: other.as_peer, detail: sizes(seen)]]
            end

            # Each language has its own serialiser. A row gets this remark if its serialiser is not that of the first shown
            # row.
            def foreign(seen, peers)
              first = peers.shown(seen).find { |row| serialiser(row) }
              own = serialiser(seen)
              return [] if own.nil? || first.nil? || own == serialiser(first) || seen.definition.plain_writes?

              [Remark[:other_serialiser, stores: stores?(seen), serialiser: own, peer: first.as_peer, theirs: serialiser(first),
                                         detail: sizes(seen)]]
            end

            def stores?(seen) = seen.warm.encodings_written.any?
            def languages = Vocabulary::Language.all.values
            def serialisers = languages.filter_map(&:serialiser)

            def serialiser(row)
              serialisers.find { |serialiser| serialiser.name == row.warm.encodings.first }&.title if row.warm.encodings.one?
            end

            def wrapped?(encodings) = !wrapper(encodings).nil?

            # The wrapper of the values, if any of them has one.
            def wrapper(encodings)
              languages.flat_map(&:wrappers).find { |wrapper| encodings.any? { |encoding| encoding.include?(wrapper.name) } }
            end

            def compressed?(seen) = seen.warm.encodings.any? { |encoding| encoding.include?("compressed") }
            def sizes(seen) = Remark[:value_sizes, bytes: seen.warm.value_bytes.minmax]
          end
        end
      end
    end
  end
end
