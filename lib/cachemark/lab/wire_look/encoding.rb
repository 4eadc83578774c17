# frozen_string_literal: true

require "set"
require "zlib"

module Cachemark
  module Lab
    class WireLook
      # How a value was encoded before it was sent, judged by its bytes, because each client uses flags in its own way.
      class Encoding
        ZLIB = /\Ax[\x01\x5e\x9c\xda]/n
        GZIP = "\x1f\x8b".b

        # Bytes that equal a raw value of the scenario were sent unchanged.
        #: (Catalog::Scenario) -> void
        def initialize(form)
          pairs = form.pairs ? form.pairs.texts.values.map(&:b) : []
          @plain = (plain(form).filter_map { |spec| bytes(spec) } + pairs).to_set
        end

        # "plain", "number", "compressed", or the encoding of a language or one of its frameworks, by the name in its facts:
        # "marshalled", "marshalled twice", "compressed NAME" and so on.
        #: (String) -> String
        def of(data)
          data = data.b
          return "plain" if @plain.include?(data)
          return "number" if data.match?(/\A\d+ *\z/)

          wrapped(data) || serialised(data) || compressed(data) || "plain"
        end

        private

        # Text is never an encoded value. Other bytes may happen to equal the encoded form of another value.
        def plain(form)
          raw = form.steps.any? { |step| step["raw"] }
          form.values.values.select { |spec| raw || spec["kind"] == "string" }
        end

        # The bytes of a value that can be sent unchanged; nil for other values, and for generated ones.
        def bytes(spec)
          case spec["kind"]
          when "string" then spec["text"] && (spec["text"] * (spec["times"] || 1)).b
          when "binary" then spec["hex"] && [spec["hex"]].pack("H*")
          end
        end

        def wrapped(data)
          languages.flat_map(&:wrappers).each do |wrapper|
            form = wrapper.forms.find { |form| data.match?(form.begins) } or next
            return form.compressed && data.match?(form.compressed) ? "compressed #{wrapper.name}" : wrapper.name
          end
          nil
        end

        # A client may serialise a value that was already encoded.
        def serialised(data)
          one = languages.filter_map(&:serialiser).find { |serialiser| data.match?(serialiser.begins) } or return
          head = one.text && data[one.text] or return one.name

          inner = data.byteslice(head.bytesize..)
          wrapped(inner) || (inner.match?(one.begins) ? "#{one.name} twice" : one.name)
        end

        def languages = Vocabulary::Language.all.values

        # Some clients compress a value together with its wrapper.
        def compressed(data)
          return unless zipped?(data)

          wrapper = wrapped(inflated(data)) or return "compressed"
          "compressed #{wrapper.delete_prefix("compressed ")}"
        end

        # Empty if the bytes only look compressed.
        def inflated(data)
          Zlib::Inflate.new(Zlib::MAX_WBITS + 32).inflate(data)
        rescue Zlib::Error
          "".b
        end

        def zipped?(data) = data.match?(ZLIB) || data.start_with?(GZIP)
      end
    end
  end
end
