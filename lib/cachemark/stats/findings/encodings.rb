# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # How values are wrapped: what is labelled plain must go as it is; other encodings are reported where they differ
      # from the reference's.
      module Encodings
        # Timestamps in values make their sizes differ by a few bytes.
        LONGER_BYTES = 10
        private_constant :LONGER_BYTES

        class << self
          #: (Observation, Peers, Integer) -> Array[Remark]
          def of(seen, peers, _servers)
            [*plain(seen), *entry(seen, peers), *compressed(seen, peers), *bare(seen, peers), *foreign(seen, peers)]
          end

          # Values that one client makes longer than another that encodes them alike; other encodings have their own
          # remarks.
          #
          #: (Observation, Peers, Integer) -> Array[Remark]
          def longer_values(seen, peers, _servers)
            other = peers.of(seen).find { |peer| peer.warm.encodings.sort == seen.warm.encodings.sort }
            own, theirs = [seen, other].map { |row| row&.warm&.value_bytes&.last }
            return [] unless own && theirs && own - theirs >= LONGER_BYTES

            [Remark[:longer_values, bytes: own, peer: other.peer, theirs: theirs]]
          end

          private

          def plain(seen)
            [[true, seen.definition.plain_writes?, seen.warm.encodings_written],
             [false, seen.definition.plain_reads?, seen.warm.encodings_read]].filter_map do |stores, plain, encodings|
              other = (encodings || []) - %w[plain number]
              next unless plain && other.any?

              serialiser = serialisers.find { |one| other.all? { |encoding| encoding.start_with?(one.name) } }&.title
              Remark[:not_plain, stores: stores, serialiser: serialiser, encodings: other, detail: sizes(seen)]
            end
          end

          # A client that stores nothing wraps nothing: it reads wrapped values.
          def entry(seen, peers)
            return [] unless wrapped?(seen.warm.encodings)

            stores = wrapped?(seen.warm.encodings_written)
            [Remark[:wrapped, stores: stores, wrappers: wrapper(seen.warm.encodings).many, detail: overhead(seen, peers, stores)]]
          end

          # Compared with the smallest value without a wrapper. Compression saves more than a wrapper costs, and
          # timestamps in it make its size differ by a few bytes.
          def overhead(seen, peers, stores)
            return if zipped?(seen)

            bytes = stores ? :value_bytes_written : :value_bytes_read
            bare = peers.of(seen).reject { |peer| zipped?(peer) || wrapped?(peer.warm.encodings) }
            sizes = bare.filter_map { |peer| peer.warm.public_send(bytes).last&.then { |size| [peer, size] } }
            least, size = sizes.min_by { |peer, size| [peer.shown? ? 0 : 1, size] }
            more = least ? (seen.warm.public_send(bytes).last - size).round(-1) : 0
            Remark[:overhead, bytes: more, peer: least.peer, stores: stores] if more.positive?
          end

          def compressed(seen, peers)
            return [] unless zipped?(seen) && !peers.reference(seen)&.then { |peer| zipped?(peer) }

            [Remark[:compressed, stores: stores?(seen), detail: sizes(seen)]]
          end

          # Strings as they are, where the row that it is compared with serialises them.
          def bare(seen, peers)
            yardstick = peers.yardstick(seen)
            return [] unless yardstick && seen.definition.plain_writes? != true && seen.definition.plain_reads? != true
            return [] unless seen.warm.encodings == ["plain"] && serialiser(yardstick)

            other = peers.of(seen).find { |peer| peer.shown? && serialiser(peer) } || yardstick
            [Remark[:not_serialised, stores: stores?(seen), peer: other.peer, detail: sizes(seen)]]
          end

          # Each language has its own serialiser; rows that use another than the first shown row say so.
          def foreign(seen, peers)
            first = peers.shown(seen).find { |row| serialiser(row) }
            own = serialiser(seen)
            return [] if own.nil? || first.nil? || own == serialiser(first) || seen.definition.plain_writes?

            [Remark[:other_serialiser, stores: stores?(seen), serialiser: own, peer: first.peer, theirs: serialiser(first),
                                       detail: sizes(seen)]]
          end

          def stores?(seen) = seen.warm.encodings_written.any?
          def languages = Vocabulary::Language.all.values
          def serialisers = languages.filter_map(&:serialiser)

          def serialiser(row)
            serialisers.find { |one| one.name == row.warm.encodings.first }&.title if row.warm.encodings.one?
          end

          def wrapped?(encodings) = !wrapper(encodings).nil?

          # What is around values of which any was encoded so.
          def wrapper(encodings)
            languages.flat_map(&:wrappers).find { |one| encodings.any? { |encoding| encoding.include?(one.name) } }
          end

          def zipped?(seen) = seen.warm.encodings.any? { |encoding| encoding.include?("compressed") }
          def sizes(seen) = Remark[:value_sizes, bytes: seen.warm.value_bytes.minmax]
        end
      end
    end
  end
end
