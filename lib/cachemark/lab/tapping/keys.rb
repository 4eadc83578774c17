# frozen_string_literal: true

module Cachemark
  module Lab
    class Tapping
      # A scenario's keys as they come over the wire, where clients put namespaces before them.
      class Keys
        # texts: {name => key}, or pairs of them where a name stands for several; prefix: what the run puts before
        # each, which is not the client's doing.
        #: (Hash[String, String] | Array[[String, String]], String) -> void
        def initialize(texts, prefix)
          @names = texts.to_h { |name, text| [text.b, name] }
          @sizes = @names.keys.map(&:bytesize).uniq.sort.reverse
          @prefix = prefix.bytesize
        end

        # The name of the longest key that this one ends in; nil for a stranger.
        #: (String) -> String?
        def name(key)
          key = key.b
          size = @sizes.find { |size| size <= key.bytesize && @names.key?(key.byteslice(-size, size)) }
          size && @names[key.byteslice(-size, size)]
        end

        # {name => bytes as sent} of those that are known.
        #: (Array[String]) -> Hash[String, Integer]
        def bytes(keys) = keys.uniq.filter_map { |key| name(key)&.then { |name| [name, key.bytesize - @prefix] } }.to_h
      end
    end
  end
end
