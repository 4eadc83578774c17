# frozen_string_literal: true

module Cachemark
  module Fault
    module Wire
      # Wrong replies of the binary protocol.
      module Packets
        NOOP = 0x0a
        HEAD_BYTES = 24
        # magic, opcode, length of the key, of the extras, type, status, length of all that follows, opaque, cas
        HEAD = "CCnCCnNNQ>"
        private_constant :NOOP, :HEAD_BYTES, :HEAD

        # An error in place of a reply.
        #: (String, request: String) -> String
        def self.error(name, request:)
          status = STATUSES[name] or return "#{LINES.fetch(name)}\r\n".b
          first, *, last = split(request)
          refusal = answer(first, status, LINES.fetch(name))
          last && opcode(last) == NOOP ? refusal + answer(last, 0, "") : refusal
        end

        # A reply made wrong, nil where it has nothing that could be: see Lines. Packets tell their length once, so that one which
        # is too short, or that takes the beginning of the next, cannot be seen to be wrong.
        #: (String, reply: String, mark: String) -> String?
        def self.forged(what, reply:, mark:)
          packets = split(reply)
          case what
          when "key" then reply.gsub(mark, Wire.stranger(mark)) if packets.any? { |one| one.unpack1("x2n").positive? }
          when "opaque" then packets.map { |one| head(one, 7) { |opaque| opaque ^ 0xff } }.join
          when "longer" then head(reply, 6) { |size| size + 5 } if packets.one? && reply.include?(mark)
          when "endless" then packets[0...-1].join if packets.size > 1 && opcode(packets.last) == NOOP
          end
        end

        def self.answer(packet, status, text)
          opcode, opaque = packet.unpack("xCx10N")
          [0x81, opcode, 0, 0, 0, status, text.bytesize, opaque, 0].pack(HEAD) + text.b
        end

        # A packet with one field of its header changed.
        def self.head(packet, field)
          fields = packet.unpack(HEAD)
          fields[field] = yield(fields[field])
          fields.pack(HEAD) + packet.byteslice(HEAD_BYTES..)
        end

        def self.opcode(packet) = packet.getbyte(1)

        def self.split(reply)
          at, packets = 0, []
          while at + HEAD_BYTES <= reply.bytesize
            packets << reply.byteslice(at, HEAD_BYTES + reply.byteslice(at + 8, 4).unpack1("N"))
            at += packets.last.bytesize
          end
          packets
        end
        private_class_method :answer, :head, :opcode, :split
      end
    end
  end
end
