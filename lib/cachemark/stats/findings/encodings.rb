# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # How values are wrapped: what is labelled plain must go as it is; the rest is
      # told where it goes otherwise than the reference's.
      module Encodings
        WRAPPED = "ActiveSupport entry"

        class << self
          #: (Observation, Peers, Integer) -> Array[Finding]
          def of(seen, peers, _servers)
            [*plain(seen), *entry(seen, peers), *compressed(seen, peers), *bare(seen, peers)]
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
            return "through Marshal" if encodings.all? { |encoding| encoding.start_with?("marshalled") }

            "#{"what is " if verb == "reads"}#{encodings.join(" and ")}"
          end

          def entry(seen, peers)
            return [] unless seen.warm.encodings.any? { |encoding| encoding.include?(WRAPPED) }

            least = peers.reference(seen) || peers.of(seen).min_by { |peer| peer.warm.value_bytes.last || Float::INFINITY }
            [Finding.new(text: "wraps its values in ActiveSupport entries", detail: least && overhead(seen, least))]
          end

          # Times in them make their sizes differ by a few bytes.
          def overhead(seen, least)
            more = (seen.warm.value_bytes.last - (least.warm.value_bytes.last || 0)).round(-1)
            "about #{more} bytes more than #{least.contender} sends" if more.positive? && least.warm.value_bytes.any?
          end

          def compressed(seen, peers)
            return [] unless zipped?(seen) && !peers.reference(seen)&.then { |peer| zipped?(peer) }

            [Finding.new(text: "compresses its values", detail: sizes(seen))]
          end

          def zipped?(seen) = seen.warm.encodings.any? { |encoding| encoding.include?("compressed") }

          # What the reference serialises goes as it is.
          def bare(seen, peers)
            reference = peers.reference(seen)
            return [] unless reference && seen.definition.plain_writes? != true && seen.definition.plain_reads? != true
            return [] unless seen.warm.encodings == ["plain"] && reference.warm.encodings == ["marshalled"]

            [Finding.new(text: "stores strings as they are, where #{reference.contender} serialises them", detail: sizes(seen))]
          end

          # "4 bytes", "105 and 2160 bytes".
          def sizes(seen) = "#{seen.warm.value_bytes.minmax.uniq.join(" to ")} bytes"
        end
      end
    end
  end
end
