# frozen_string_literal: true

module Cachemark
  module Proxy
    # Parses the binary protocol, in which every packet has its command and its length. Commands has their meaning.
    module Binary
      HEADER_BYTES = 24

      # The 24 bytes in front of every packet.
      class Header
        PLAIN = %w[get set add replace delete incr decr quit flush getq noop version getk getkq append prepend
                   stat setq addq replaceq deleteq incrq decrq quitq flushq appendq prependq verbosity touch gat gatq].freeze
        NAMES = { **PLAIN.each_with_index.to_h { |name, code| [code, name] },
                  0x20 => "sasl_list", 0x21 => "sasl_auth", 0x22 => "sasl_step", 0x23 => "gatk", 0x24 => "gatkq" }.freeze
        MAGIC = { "client" => 0x80, "server" => 0x81 }.freeze

        attr_reader :key_bytes, :extras_bytes, :status, :body_bytes, :opaque, :cas

        # Raises Conversation::Intake::Lost if the bytes are not a header.
        #: (String, String) -> void
        def initialize(bytes, side)
          magic, @code, @key_bytes, @extras_bytes, _type, @status, @body_bytes, @opaque, @cas = bytes.unpack("CCnCCnNNQ>")
          raise Conversation::Intake::Lost, "not the header of a binary packet" if magic != MAGIC.fetch(side)
          raise Conversation::Intake::Lost, "a packet shorter than its contents" if value_bytes.negative?
        end

        # "getkq"
        def name = NAMES.fetch(@code) { format("opcode-0x%02x", @code) }

        # "getk": the name of a quiet command's ordinary form.
        def base = quiet? ? name.delete_suffix("q") : name

        def quiet? = !unknown? && name.end_with?("q")

        def unknown? = !NAMES.key?(@code)

        # Integer: the length of the value, which is the rest.
        def value_bytes = @body_bytes - @extras_bytes - @key_bytes
      end

      # Reads the packets of one side: header, then extras and key, then the value.
      class Packets
        #: (String) -> void
        def initialize(side)
          @side = side
        end

        # Parses one step: :names once extras and key have arrived, :whole once the value has, nil if it needs more bytes.
        # Yields header, extras and key at :names; the block may return the payload to fill.
        #: (Conversation::Intake) -> Symbol?
        def step(intake, &block)
          return header(intake) unless @header
          return value(intake) if @payload

          names(intake, &block)
        end

        private

        def header(intake)
          bytes = intake.peek(HEADER_BYTES)
          return if bytes.bytesize < HEADER_BYTES

          @header = Header.new(bytes, @side)
          intake.take(HEADER_BYTES)
          :header
        end

        def names(intake)
          bytes = intake.take(@header.extras_bytes + @header.key_bytes) or return
          extras = bytes.byteslice(0, @header.extras_bytes)
          payload = yield(@header, extras, bytes.byteslice(@header.extras_bytes..))
          @payload = payload || Conversation::Intake::Payload.new(@header.value_bytes)
          :names
        end

        def value(intake)
          return unless @payload.fill(intake)

          @header = @payload = nil
          :whole
        end
      end

      # Reads commands from the packets of a client.
      class Requests
        # Logins have separate commands.
        #: (Conversation, login: bool) -> void
        def initialize(conversation, login:)
          @conversation = conversation
          @packets = Packets.new("client")
        end

        # Parses one step; false if it needs more bytes.
        #: (Conversation::Intake) -> bool
        def step(intake)
          start = intake.offset
          done = @packets.step(intake) { |header, extras, key| asked(header, extras, key, start) }
          @command.bytes_out += intake.offset - start if @command
          finish if done == :whole
          !done.nil?
        end

        private

        def asked(header, extras, key, at)
          @command = Commands.command(header, extras, key)
          @command.bytes_out = HEADER_BYTES
          @conversation.asked(@command)
          unknown = @command.details["unknown"]
          @conversation.note("client", at - HEADER_BYTES, unknown, @command.name) if unknown
          @command.payload
        end

        def finish
          @conversation.whole(@command)
          @command = nil
        end
      end

      # Reads replies from the packets of a server.
      class Replies
        #: (Conversation) -> void
        def initialize(conversation)
          @conversation = conversation
          @packets = Packets.new("server")
        end

        # Parses one step; false if it needs more bytes.
        #: (Conversation::Intake) -> bool
        def step(intake)
          done = @packets.step(intake) do |header, extras, key|
            @reply = Reply.new(header, extras, key)
            @reply.payload
          end
          @conversation.answered(@reply, intake.offset - @reply.bytes) if done == :whole
          !done.nil?
        end
      end

      # One packet of a server.
      class Reply
        attr_reader :header, :extras, :key, :payload

        #: (Header, String, String) -> void
        def initialize(header, extras, key)
          @header = header
          @extras = extras
          @key = key
          @payload = Conversation::Intake::Payload.new(header.value_bytes)
        end

        def bytes = HEADER_BYTES + header.body_bytes

        # The server's message if it refuses the command, else nil.
        #: () -> String?
        def error
          return unless Commands.refused?(header)

          payload.data.empty? ? Commands.error(header.status) : payload.data.dup.freeze
        end

        # Where the value of a key is in the reply, nil if it has none.
        #: () -> Integer?
        def value_at = (bytes - payload.bytes if Commands::READS.include?(header.base) && header.status.zero?)

        # The reply names its command.
        def positional? = false

        # A description for people.
        def description = "#{header.name} with status #{header.status}"
      end
    end
  end
end
