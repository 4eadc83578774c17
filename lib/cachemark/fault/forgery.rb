# frozen_string_literal: true

module Cachemark
  module Fault
    # Replies that are wrong in the way that a fault names, in the protocol of the client.
    module Forgery
      # The errors that may replace a reply, in memcached's words.
      LINES = { "server-error" => "SERVER_ERROR temporary failure", "client-error" => "CLIENT_ERROR bad command line format",
                "error" => "ERROR", "out-of-memory" => "SERVER_ERROR out of memory storing object",
                "busy" => "ERROR Too many open connections" }.freeze
      # The same errors as statuses of the binary protocol. "busy" has none, because a full server refuses before it knows
      # the protocol.
      STATUSES = { "server-error" => 0x86, "client-error" => 0x04, "error" => 0x81, "out-of-memory" => 0x82 }.freeze

      # One byte more than the largest item of any memcached.
      TOO_LARGE = (1024**3) + 1

      # The module for the protocol of a request.
      #: (String) -> Module
      def self.of(request) = request.getbyte(0) == 0x80 ? Binary : Text

      # The key that replaces another in a forged reply. It has the same length, and belongs to the same canary.
      #: (String) -> String
      def self.other_key(key) = "#{key[0...-2]}k7".b

      # Wrong replies of the text and the meta protocol.
      module Text
        # The end of a pipeline of meta commands, which its client waits for.
        LAST = "MN\r\n"
        ENDS = /(?:\AEND|\r\nEND|MN|EN)\r\n\z/n
        QUIET = /\A[a-z]+ [^\r\n]* noreply\r\n/n
        META = /\Am[a-z](?: |\r\n)/n
        # Commands that clients send one after the other without waiting, each with its own reply.
        CHANGES = /^(?:set|delete|ms|md) /n
        VALUE = /\A(?:VALUE \S+ \d+|VA) (?<bytes>\d+)/n
        private_constant :LAST, :ENDS, :QUIET, :META, :CHANGES, :VALUE

        class << self
          # An error in place of each reply; nil if the request wants none.
          #: (String, request: String) -> String?
          def error(name, request:)
            return if request.match?(QUIET)

            count = [request.scan(CHANGES).size, 1].max
            "#{"#{LINES.fetch(name)}\r\n" * count}#{LAST if request.end_with?("mn\r\n")}".b
          end

          # The reply of a server without meta commands, which takes each line for a command, also those of a value. nil if it
          # knows the commands of the request.
          #: (String) -> String?
          def without_meta(request) = ("#{LINES.fetch("error")}\r\n" * request.count("\n") if request.match?(META))

          # Whether these are the values of several keys.
          #: (String) -> bool
          def bulk?(replies) = split(replies).count { |reply| value?(reply) } > 1

          # The replies up to an error, and those after it. The error is in place of one key's reply ("middle"), or of the
          # end ("end"). nil if they have no separate end.
          #: (String, String) -> [String, String]?
          def partly_refused(replies, place)
            parts = split(replies)
            values = parts.each_index.select { |at| value?(parts[at]) }
            return unless place == "middle" || parts.last.match?(/\A(?:END|MN|EN)\r/n)

            refused = place == "middle" ? values[(values.size - 1) / 2] : parts.size - 1
            ["#{parts.take(refused).join}#{LINES.fetch("server-error")}\r\n".b, parts.drop(refused + 1).join]
          end

          # A forged reply, by what is wrong in it. It has another "key" or another "opaque", or it is "endless". Its length is
          # "shorter" or "longer" than the value, "negative", or "too-large" for any memcached. "unended": no line end follows
          # the value. nil if the reply has no such part.
          #: (String, reply: String, key: String) -> String?
          def forged(what, reply:, key:)
            case what
            when "key" then with_other_key(reply, key)
            when "opaque" then changed(reply, /^(?:VA|HD|EN|NS|NF)[^\r]* O\K\S+/n) { |token| token.succ }
            when "shorter" then resized(reply, key) { |size| size - 5 }
            when "longer" then resized(reply, key) { |size| size + 5 }
            when "negative" then resized(reply, key) { -1 }
            when "too-large" then resized(reply, key) { TOO_LARGE }
            when "unended" then unended(reply)
            when "endless" then reply.sub(ENDS) { |last| last.start_with?("\r\nE") ? "\r\n" : "" } if reply.match?(ENDS)
            end
          end

          private

          def value?(reply) = reply.match?(VALUE)

          # Each value with its line, and each other line.
          def split(replies)
            at, parts = 0, []
            while (stop = replies.index("\r\n", at))
              bytes = replies.byteslice(at, stop - at)[VALUE, :bytes]
              parts << replies.byteslice(at, stop + 2 - at + (bytes ? bytes.to_i + 2 : 0))
              at += parts.last.bytesize
            end
            parts
          end

          def with_other_key(reply, key)
            reply.gsub(key, Forgery.other_key(key)) if reply.match?(/^(?:VALUE |VA .* k)#{Regexp.escape(key)}[ \r]/n)
          end

          def resized(reply, key)
            head = reply[/^(?:VALUE #{Regexp.escape(key)} \d+ |VA )\d+/n] or return
            reply.sub(head, head.sub(/\d+\z/) { |size| yield(size.to_i).to_s })
          end

          # Without the line end after the first value.
          def unended(reply)
            first = split(reply).first
            reply.byteslice(0, first.bytesize - 2) + reply.byteslice(first.bytesize..) if value?(first)
          end

          def changed(reply, pattern) = reply.match?(pattern) ? reply.gsub(pattern) { |found| yield(found) } : nil
        end
      end

      # Wrong replies of the binary protocol.
      module Binary
        NOOP = 0x0a
        # set, delete, and their quiet forms
        CHANGES = [0x01, 0x04, 0x11, 0x14].freeze
        HEAD_BYTES = 24
        # magic, opcode, length of the key, of the extras, type, status, length of all that follows, opaque, cas
        HEAD = "CCnCCnNNQ>"
        private_constant :NOOP, :CHANGES, :HEAD_BYTES, :HEAD

        class << self
          # An error in place of each reply. Of quiet reads, only the first is refused.
          #: (String, request: String) -> String
          def error(name, request:)
            status = STATUSES[name] or return "#{LINES.fetch(name)}\r\n".b
            packets = split(request)
            changes = packets.select { |packet| CHANGES.include?(opcode(packet)) }
            refused = changes.empty? ? packets.first(1) : changes
            last = packets.last if packets.size > 1 && opcode(packets.last) == NOOP
            "#{refused.map { |packet| answer(packet, status, LINES.fetch(name)) }.join}#{answer(last, 0, "") if last}".b
          end

          # As in Text.
          #: (String) -> nil
          def without_meta(_request) = nil

          # As in Text.
          #: (String) -> bool
          def bulk?(replies) = values(split(replies)).size > 1

          # As in Text.
          #: (String, String) -> [String, String]?
          def partly_refused(replies, place)
            packets = split(replies)
            own = values(packets)
            refused = place == "middle" ? own[(own.size - 1) / 2] : packets.last
            return unless place == "middle" || opcode(refused) == NOOP

            error = answer(refused, STATUSES.fetch("server-error"), LINES.fetch("server-error"))
            at = packets.index(refused)
            [packets.take(at).join + error, packets.drop(at + 1).join]
          end

          # A forged reply, as in Text. Packets state their length only once. A client therefore cannot detect that a packet
          # is too short, or contains the beginning of the next.
          #: (String, reply: String, key: String) -> String?
          def forged(what, reply:, key:)
            packets = split(reply)
            case what
            when "key" then reply.gsub(key, Forgery.other_key(key)) if packets.any? { |packet| packet.unpack1("x2n").positive? }
            when "opaque" then packets.map { |packet| head(packet, 7) { |opaque| opaque ^ 0xff } }.join
            when "longer" then resized(reply, key) { |size| size + 5 }
            when "negative" then resized(reply, key) { 0 }
            when "too-large" then resized(reply, key) { TOO_LARGE }
            when "endless" then packets[0...-1].join if packets.size > 1 && opcode(packets.last) == NOOP
            end
          end

          private

          # The packets of values that were found.
          def values(packets) = packets.select { |packet| opcode(packet) != NOOP && packet.unpack1("x6n").zero? }

          def answer(packet, status, text)
            opcode, opaque = packet.unpack("xCx10N")
            [0x81, opcode, 0, 0, 0, status, text.bytesize, opaque, 0].pack(HEAD) + text.b
          end

          # A length of 0 is less than that of the extras.
          def resized(reply, key, &) = (head(reply, 6, &) if split(reply).one? && reply.include?(key))

          # A packet with one field of its header changed.
          def head(packet, field)
            fields = packet.unpack(HEAD)
            fields[field] = yield(fields[field])
            fields.pack(HEAD) + packet.byteslice(HEAD_BYTES..)
          end

          def opcode(packet) = packet.getbyte(1)

          def split(reply)
            at, packets = 0, []
            while at + HEAD_BYTES <= reply.bytesize
              packets << reply.byteslice(at, HEAD_BYTES + reply.byteslice(at + 8, 4).unpack1("N"))
              at += packets.last.bytesize
            end
            packets
          end
        end
      end
    end
  end
end
