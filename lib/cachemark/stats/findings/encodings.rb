# frozen_string_literal: true

module Cachemark
  module Stats
    class Findings
      # Rules about the encoding of values. Values that are labelled plain must not be encoded; other encodings are reported if
      # they differ from the reference's.
      class Encodings < Rules
        # Timestamps in values make their sizes differ by a few bytes.
        LONGER_BYTES = 10
        private_constant :LONGER_BYTES

        def encodings = [plain, wrapped, compressed, not_serialised, foreign]

        # Values that are longer than those of another client with the same encodings. Other encodings have separate remarks.
        def longer_values
          other = @peers.of(@seen).find { |peer| peer.warm.encodings.sort == @warm.encodings.sort }
          own, theirs = [@seen, other].map { |row| row&.warm&.value_bytes&.last }
          return unless own && theirs && own - theirs >= LONGER_BYTES

          Remark[:longer_values, bytes: own, peer: other.as_peer, theirs: theirs]
        end

        private

        def plain
          [[true, @definition.plain_writes?, @warm.encodings_written],
           [false, @definition.plain_reads?, @warm.encodings_read]].map do |stores, plain, encodings|
            other = (encodings || []) - %w[plain number]
            next unless plain && other.any?

            serialiser = serialisers.find { |candidate| other.all? { |encoding| encoding.start_with?(candidate.name) } }
            Remark[:not_plain, stores: stores, serialiser: serialiser&.title, encodings: other, detail: sizes]
          end
        end

        # A client that stores nothing wraps nothing: it only reads wrapped values.
        def wrapped
          wrapper = wrapper(@warm.encodings) or return
          stores = !wrapper(@warm.encodings_written).nil?
          Remark[:wrapped, stores: stores, wrappers: wrapper.many, detail: overhead(stores)]
        end

        # Compares with the smallest value without a wrapper. Compressed values are excluded, because compression saves more
        # than a wrapper costs. The figure is rounded, because timestamps in the wrapper change its size by a few bytes.
        def overhead(stores)
          return if compressed?(@seen)

          bytes = stores ? :value_bytes_written : :value_bytes_read
          unwrapped = @peers.of(@seen).reject { |peer| compressed?(peer) || wrapper(peer.warm.encodings) }
          sizes = unwrapped.filter_map { |peer| peer.warm.public_send(bytes).last&.then { |size| [peer, size] } }
          least, size = sizes.min_by { |peer, size| [peer.shown? ? 0 : 1, size] }
          more = least ? (@warm.public_send(bytes).last - size).round(-1) : 0
          Remark[:overhead, bytes: more, peer: least.as_peer, stores: stores] if more.positive?
        end

        def compressed
          return unless compressed?(@seen) && !@peers.reference(@seen)&.then { |peer| compressed?(peer) }

          Remark[:compressed, stores: stores?, detail: sizes]
        end

        # Strings that are not serialised, although the row with which it is compared serialises them.
        def not_serialised
          compared = @peers.compared_row(@seen)
          return unless compared && @definition.plain_writes? != true && @definition.plain_reads? != true
          return unless @warm.encodings == ["plain"] && serialiser(compared)

          other = @peers.of(@seen).find { |peer| peer.shown? && serialiser(peer) } || compared
          Remark[:not_serialised, stores: stores?, peer: other.as_peer, detail: sizes]
        end

        # Each language has its own serialiser. A row gets this remark if its serialiser is not that of the first shown row.
        def foreign
          first = @peers.shown(@seen).find { |row| serialiser(row) }
          own = serialiser(@seen)
          return if own.nil? || first.nil? || own == serialiser(first) || @definition.plain_writes?

          Remark[:other_serialiser, stores: stores?, serialiser: own, peer: first.as_peer, theirs: serialiser(first),
                                    detail: sizes]
        end

        def stores? = @warm.encodings_written.any?
        def languages = Vocabulary::Language.all.values
        def serialisers = languages.filter_map(&:serialiser)

        def serialiser(row)
          serialisers.find { |serialiser| serialiser.name == row.warm.encodings.first }&.title if row.warm.encodings.one?
        end

        # The wrapper of the values, if any of them has one.
        def wrapper(encodings)
          languages.flat_map(&:wrappers).find { |wrapper| encodings.any? { |encoding| encoding.include?(wrapper.name) } }
        end

        def compressed?(row) = row.warm.encodings.any? { |encoding| encoding.include?("compressed") }
        def sizes = Remark[:value_sizes, bytes: @warm.value_bytes.minmax]
      end
    end
  end
end
