# frozen_string_literal: true

module Cachemark
  module Proxy
    module Binary
      # The 24 bytes in front of every packet.
      class Header
        PLAIN = %w[get set add replace delete incr decr quit flush getq noop version getk getkq append prepend
                   stat setq addq replaceq deleteq incrq decrq quitq flushq appendq prependq verbosity touch gat gatq].freeze
        NAMES = { **PLAIN.each_with_index.to_h { |name, code| [code, name] },
                  0x20 => "sasl_list", 0x21 => "sasl_auth", 0x22 => "sasl_step", 0x23 => "gatk", 0x24 => "gatkq" }.freeze
        MAGIC = { "client" => 0x80, "server" => 0x81 }.freeze

        attr_reader :key_bytes, :extras_bytes, :status, :body_bytes, :opaque, :cas

        # Raises Conversation::Lost when this is no header.
        #: (String, String) -> void
        def initialize(bytes, side)
          magic, @code, @key_bytes, @extras_bytes, _type, @status, @body_bytes, @opaque, @cas = bytes.unpack("CCnCCnNNQ>")
          raise Conversation::Lost, "no header of a binary packet" if magic != MAGIC.fetch(side)
          raise Conversation::Lost, "a packet shorter than what is in it" if value_bytes.negative?
        end

        # "getkq"
        def name = NAMES.fetch(@code) { format("opcode-0x%02x", @code) }

        # "getk": what a quiet command is called when it is not.
        def base = quiet? ? name.delete_suffix("q") : name

        def quiet? = !unknown? && name.end_with?("q")

        def unknown? = !NAMES.key?(@code)

        # Integer: what is left for the value.
        def value_bytes = @body_bytes - @extras_bytes - @key_bytes
      end
    end
  end
end
