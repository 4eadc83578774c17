# frozen_string_literal: true

require "zlib"

module Cachemark
  module Driver
    class Planned
      # Replies as a driver reports them (protocol/spec.md): values of JSON as they are, strings as {"bytes", "encoding"}, long
      # ones as {"size", "crc32"}, and mappings, lists and other objects.
      module Reported
        # Longer strings are reported by their size and checksum.
        LONG_BYTES = 131_072
        private_constant :LONG_BYTES

        # A string above that.
        Long = Value.define(:size, :crc32, :encoding) do
          #: (Object, bool) -> bool
          def same?(text, raw)
            text.is_a?(String) && [text.bytesize, Zlib.crc32(text)] == [size, crc32] && (raw || text.encoding.name == encoding)
          end

          def inspect = "#{size} bytes with the CRC-32 #{crc32}"
        end
        # An object that is no value.
        Other = Value.define(:type, :text) do
          def inspect = "#{type} #{text}"
        end
        # An exception, which ends its iteration.
        Raised = Value.define(:type, :message, computed: [].freeze) do
          def inspect = "#{type}: #{message}"
        end
        # In place of a reply that the driver should have reported.
        LOST = Raised.new(type: "Lost", message: "the driver reported no reply")
        # The reply to a call that was not made.
        UNMADE = Object.new.freeze
        # A reply for which the client asked for the values of these keys.
        Computed = Value.define(:keys, :reply)

        class << self
          # A reply by its report. Raises KeyError for a report that the protocol does not know.
          #: (Object) -> Object
          def of(report)
            return report unless report.is_a?(Hash)

            case report.transform_keys(&:to_sym)
            in { bytes: base64, encoding: "JSON" } then of(parsed(base64))
            in { bytes: base64 } then text(base64, report["encoding"])
            in { size:, crc32:, encoding: } then Long.new(size: size, crc32: crc32, encoding: encoding)
            in { pairs: } then pairs.to_h { |key, value| [of(key), of(value)] }
            in { list: } then list.map { |one| of(one) }
            in { raised: }
              Raised.new(type: raised.fetch("class"), message: raised.fetch("message"), computed: raised["computed"] || [])
            in { computed: keys, reply: } then Computed.new(keys: keys, reply: of(reply))
            in { class: type, text: } then Other.new(type: type, text: text)
            else raise KeyError, "unknown report: #{report.to_s[0, 80]}"
            end
          end

          # The replies of each worker and iteration, by the workers' `replies`.
          #: (Array[Array[Array[Object]]]) -> Array[Array[Array[Object]]]
          def all(replies) = replies.map { |own| own.map { |list| list.map { |report| of(report) } } }

          # The report of a value of JSON.
          #: (Object) -> Object
          def form(value)
            case value
            when String then written(value)
            when Array then { "list" => value.map { |one| form(one) } }
            when Hash then { "pairs" => value.map { |key, one| [form(key), form(one)] } }
            else value
            end
          end

          # A report without what its language does not know, and with the values of its JSON.
          #: (Object, Hash[String, Object]) -> Object
          def typed(report, hello)
            return typed(parsed(report["bytes"]), hello) if report.is_a?(Hash) && report["encoding"] == "JSON"

            case report
            when Hash
              report.except(*("encoding" unless hello.fetch("encodings", true))).transform_values { |part| typed(part, hello) }
            when Array then report.map { |part| typed(part, hello) }
            else report
            end
          end

          private

          # The report of the value of a text of JSON.
          def parsed(base64)
            form(::JSON.parse(base64.unpack1("m0")))
          rescue ::JSON::ParserError
            { "class" => "JSON", "text" => "a text that is none" }
          end

          def written(text)
            encoding = { "encoding" => text.encoding.name }
            return { "bytes" => [text].pack("m0"), **encoding } if text.bytesize <= LONG_BYTES

            { "size" => text.bytesize, "crc32" => Zlib.crc32(text), **encoding }
          end

          def text(base64, encoding)
            bytes = base64.unpack1("m0")
            encoding == "UTF-8" ? bytes.force_encoding(Encoding::UTF_8) : bytes
          end
        end
      end
    end
  end
end
