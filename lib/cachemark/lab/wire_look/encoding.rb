# frozen_string_literal: true

require "set"
require "zlib"

module Cachemark
  module Lab
    class WireLook
      # How a value was encoded before it was sent, by its bytes: each client uses flags in its own way.
      class Encoding
        MARSHAL = "\x04\b".b
        # A String: its type byte, perhaps with instance variables, before its length.
        STRING = /\A\x04\x08I?"/n
        ENTRY = "ActiveSupport entry"
        ENTRY_CLASS = "ActiveSupport::Cache::Entry"
        # How the coders of ActiveSupport 7.0 and of 7.1 and later begin.
        ENTRY_70 = /\A(\0\x04\x08|\x01x)/n
        ENTRY_71 = /\A\0\x11(.)/mn
        COMPRESSED_IVAR = /:(?:\x10@compressed|\x07@c)T/n
        # Python's: protocols 2 and later name themselves; before them a list or a dict begins by its mark.
        PICKLE = /\A(\x80[\x02-\x05]|\([ld](p\d+\n)?|[\]}]q.).*\.\z/mn
        ZLIB = /\Ax[\x01\x5e\x9c\xda]/n
        GZIP = "\x1f\x8b".b

        # Bytes that equal a raw value of the scenario were sent as they are.
        #: (Catalog::Scenario) -> void
        def initialize(form)
          pairs = form.pairs ? form.pairs.texts.values.map(&:b) : []
          @plain = (plain(form).filter_map { |spec| bytes(spec) } + pairs).to_set
        end

        # "plain", "number", "marshalled", "marshalled twice", "pickled", "compressed", "ActiveSupport entry" or
        # "compressed ActiveSupport entry".
        #: (String) -> String
        def of(data)
          data = data.b
          return "plain" if @plain.include?(data)
          return "number" if data.match?(/\A\d+ *\z/)

          entry(data) || marshalled(data) || pickled(data) || compressed(data) || "plain"
        end

        private

        # Text is never an encoded value; bytes may happen to equal what a client makes of another one.
        def plain(form)
          raw = form.steps.any? { |step| step["raw"] }
          form.values.values.select { |spec| raw || spec["kind"] == "string" }
        end

        # The bytes of a value that can go as it is; nil for others, and for generated ones.
        def bytes(spec)
          case spec["kind"]
          when "string" then spec["text"] && (spec["text"] * (spec["times"] || 1)).b
          when "binary" then spec["hex"] && [spec["hex"]].pack("H*")
          end
        end

        def entry(data)
          compressed = if (mark = data[ENTRY_71, 1]) then mark.ord[7] == 1
                       elsif data.match?(ENTRY_70) then data.start_with?("\x01")
                       elsif wrapped?(data) then data.match?(COMPRESSED_IVAR)
                       else return
                       end
          compressed ? "compressed #{ENTRY}" : ENTRY
        end

        def wrapped?(data) = data.start_with?(MARSHAL) && data.byteslice(0, 64).include?(ENTRY_CLASS)

        # A client may marshal a value that was encoded already.
        def marshalled(data)
          return unless data.start_with?(MARSHAL)

          inner = within(data) or return "marshalled"
          entry(inner) || (inner.start_with?(MARSHAL) ? "marshalled twice" : "marshalled")
        end

        def pickled(data) = data.match?(PICKLE) ? "pickled" : nil

        # The String that was marshalled, or nil: its length is one byte, or that byte says how many bytes the length has.
        def within(data)
          at = data[STRING]&.bytesize or return
          size = data.getbyte(at).to_i
          data.byteslice((at + 1 + (size < 5 ? size : 0))..)
        end

        # Some clients compress a value together with its wrapper.
        def compressed(data)
          return unless zipped?(data)

          entry(inflated(data)) ? "compressed #{ENTRY}" : "compressed"
        end

        # Empty where the bytes only look like it.
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
