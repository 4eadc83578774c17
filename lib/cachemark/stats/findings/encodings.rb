# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # How values are wrapped: what is labelled plain must go as it is; the rest is
      # told where it goes otherwise than the reference's.
      module Encodings
        class << self
          #: (Observation, Peers, Integer) -> Array[Finding]
          def of(seen, peers, _servers)
            [*plain(seen), *entry(seen, peers), *compressed(seen, peers), *bare(seen, peers), *foreign(seen, peers)]
          end

          private

          def plain(seen)
            [["stores", seen.definition.plain_writes?, seen.warm.encodings_written],
             ["reads", seen.definition.plain_reads?, seen.warm.encodings_read]].filter_map do |verb, plain, encodings|
              other = (encodings || []) - %w[plain number]
              next unless plain && other.any?

              Finding.new(text: "#{verb} #{how(other, verb)}, although labelled plain", detail: sizes(seen))
            end
          end

          def how(encodings, verb)
            serialiser = serialisers.find { |one| encodings.all? { |encoding| encoding.start_with?(one.name) } }
            return "through #{serialiser.title}" if serialiser

            "#{"what is " if verb == "reads"}#{encodings.join(" and ")}"
          end

          # Who stores nothing wraps nothing: it reads what was wrapped.
          def entry(seen, peers)
            return [] unless wrapped?(seen.warm.encodings)

            stores = wrapped?(seen.warm.encodings_written)
            many = wrapper(seen.warm.encodings).many
            text = stores ? "wraps its values in #{many}" : "reads values wrapped in #{many}"
            figures = stores ? [:value_bytes_written, "sends"] : [:value_bytes_read, "reads"]
            [Finding.new(text: text, detail: overhead(seen, peers, *figures))]
          end

          # Beside the least that goes without a wrapper. Compression saves more than a wrapper costs, and
          # times in it make its size differ by a few bytes.
          def overhead(seen, peers, bytes, verb)
            return if zipped?(seen)

            bare = peers.of(seen).reject { |peer| zipped?(peer) || wrapped?(peer.warm.encodings) }
            sizes = bare.filter_map { |peer| peer.warm.public_send(bytes).last&.then { |size| [peer, size] } }
            least, size = sizes.min_by { |peer, size| [peer.shown? ? 0 : 1, size] }
            more = least ? (seen.warm.public_send(bytes).last - size).round(-1) : 0
            "about #{more} bytes more than #{least.title} #{verb}" if more.positive?
          end

          def compressed(seen, peers)
            return [] unless zipped?(seen) && !peers.reference(seen)&.then { |peer| zipped?(peer) }

            stores = seen.warm.encodings_written.any?
            [Finding.new(text: stores ? "compresses its values" : "reads compressed values", detail: sizes(seen))]
          end

          # What the yardstick serialises goes as it is.
          def bare(seen, peers)
            yardstick = peers.yardstick(seen)
            return [] unless yardstick && seen.definition.plain_writes? != true && seen.definition.plain_reads? != true
            return [] unless seen.warm.encodings == ["plain"] && serialises?(yardstick)

            whose = (peers.of(seen).find { |peer| peer.shown? && serialises?(peer) } || yardstick).title
            verb = seen.warm.encodings_written.any? ? "stores" : "reads"
            [Finding.new(text: "#{verb} strings as they are, where #{whose} serialises them", detail: sizes(seen))]
          end

          # Each language has a serialiser of its own; the others differ from whoever is shown first.
          def foreign(seen, peers)
            first = peers.shown(seen).find { |row| serialiser(row) }
            own = serialiser(seen)
            return [] if own.nil? || first.nil? || own == serialiser(first) || seen.definition.plain_writes?

            verb = seen.warm.encodings_written.any? ? "stores" : "reads"
            text = "#{verb} through #{own}, where #{first.title} does through #{serialiser(first)}"
            [Finding.new(text: text, detail: sizes(seen))]
          end

          def languages = Vocabulary::Language.all.values
          def serialisers = languages.filter_map(&:serialiser)

          def serialiser(row)
            serialisers.find { |one| one.name == row.warm.encodings.first }&.title if row.warm.encodings.one?
          end

          def serialises?(row) = !serialiser(row).nil?
          def wrapped?(encodings) = !wrapper(encodings).nil?

          # What is around values of which any was encoded so.
          def wrapper(encodings)
            languages.flat_map(&:wrappers).find { |one| encodings.any? { |encoding| encoding.include?(one.name) } }
          end

          def zipped?(seen) = seen.warm.encodings.any? { |encoding| encoding.include?("compressed") }

          # "4 bytes", "105 to 2160 bytes".
          def sizes(seen) = "#{seen.warm.value_bytes.minmax.uniq.join(" to ")} bytes"
        end
      end
    end
  end
end
