# encoding: utf-8
# frozen_string_literal: true

module CachemarkDriver
  module Reference
    # Raised when a reply is an error, or not what the protocol allows.
    class BadReply < IOError; end

    # Reads the reply to a `get`. Each part is checked: the key is one that was asked
    # for, the value has the length that was announced, nothing follows the end.
    # Offsets into the one buffer instead of split lines: this is the measured path.
    module Reply
      MISS = "END\r\n"
      VALUE = "VALUE "
      LINE_END = "\r\n"
      LAST = "\r\nEND\r\n"
      VERSION = /\AVALUE \S+ \d+ \d+ (\d+)\z/
      VERSIONED = /\A\d+ \d+ (\d+)\z/
      DELETED = {"DELETED" => true, "NOT_FOUND" => false}
      MARSHALLED = 49 # the byte "1" of the flags
      LONGEST = 8192 # bytes of a line that a server may send

      class << self
        # The value of `name`, or nil for a miss.
        def one(line, reply, name)
          stop = reply.index(LINE_END) || line_end(line, reply, 0)
          return nil if reply == MISS
          head = "VALUE #{name} "
          raise BadReply, reply.byteslice(0, stop).inspect unless reply.start_with?(head)
          from = stop + 2
          size = size(reply, head.bytesize, stop)
          reply = line.more while reply.bytesize < from + size + 7
          unless reply.bytesize == from + size + 7 && reply.end_with?(LAST)
            raise BadReply, "the value of #{name} has another length than was announced"
          end
          decode(reply, head.bytesize, from, size)
        end

        # Of the reply to a meta get that may leave an empty item: [:hit, the value], [:won] for its caller, [:lost] for others.
        def leased(line, reply)
          stop = line_end(line, reply, 0)
          head, size, flags, state = reply.byteslice(0, stop).split(" ")
          raise BadReply, reply.byteslice(0, stop).inspect unless head == "VA" && flags && flags.start_with?("f")
          whole = stop + 4 + size.to_i
          reply = line.more while reply.bytesize < whole
          unless reply.bytesize == whole && reply.end_with?(LINE_END)
            raise BadReply, "a value has another length than was announced"
          end
          return [state == "W" ? :won : :lost] if state
          [:hit, decode(reply, stop - flags.bytesize + 1, stop + 2, size.to_i)]
        end

        # true if the reply is one line, so many times; raises for any other.
        def alike(line, reply, text, count)
          whole = text * count
          reply = line.more while reply.bytesize < whole.bytesize && whole.start_with?(reply)
          reply == whole || raise(BadReply, "not #{count} times #{text.inspect}: #{reply.byteslice(0, 100).inspect}")
        end

        # Array of the keys that were absent, by the replies to their deletes.
        def absent(line, reply, keys)
          at = 0
          absent = keys.reject do |_|
            stop = line_end(line, reply, at)
            deleted = DELETED.fetch(reply.byteslice(at, stop - at)) { |other| raise BadReply, other.inspect }
            at = stop + 2
            deleted
          end
          reply.bytesize > at ? raise(BadReply, "more than was asked for") : absent
        end

        # The version that ends the VALUE line of a `gets`, whose flags begin at `flags`.
        def version(reply, flags, stop)
          text = reply.byteslice(flags, stop - flags)
          (text[VERSIONED, 1] || raise(BadReply, text.inspect)).to_i
        end

        # [the value, its version] of the reply to a `gets`; nils for a miss.
        def versioned(line, reply, name)
          stop = line_end(line, reply, 0)
          version = reply.byteslice(0, stop)[VERSION, 1]
          raise BadReply, reply.byteslice(0, stop).inspect unless version || reply.start_with?(MISS)

          [one(line, reply, name), version]
        end

        # Yields the index of each name that is present, and its value. The places of its flags
        # and of the end of its line follow. memcached answers in the order of the question.
        def many(line, reply, names)
          at = asked = 0
          until (stop = line_end(line, reply, at)) == at + 3 && reply.byteslice(at, 3) == "END"
            flags = flags(reply, at, stop)
            name = reply.byteslice(at + 6, flags - at - 7)
            asked += 1 until asked >= names.size || names[asked] == name
            raise BadReply, "#{name.inspect} was not asked for" if asked >= names.size
            size = size(reply, flags, stop)
            ended(line, reply, stop + 2 + size, name)
            yield asked, decode(reply, flags, stop + 2, size), flags, stop
            asked += 1
            at = stop + size + 4
          end
          raise BadReply, "more than was asked for" if reply.bytesize > stop + 2
        end

        # The bytes of `name` as they are stored, or nil for a miss.
        def stored(line, reply, name)
          stop = line_end(line, reply, 0)
          return nil if reply == MISS
          flags = flags(reply, 0, stop)
          size = size(reply, flags, stop)
          ended(line, reply, stop + 2 + size, name)
          reply = line.more while reply.bytesize < stop + size + 9
          right = reply.start_with?("VALUE #{name} ") && reply.byteslice(stop + 2 + size..-1) == LAST
          right ? reply.byteslice(stop + 2, size) : raise(BadReply, "not the value of #{name}")
        end

        private

        def line_end(line, reply, at)
          until (stop = reply.index(LINE_END, at))
            raise BadReply, "a line of more than #{LONGEST} bytes" if reply.bytesize > at + LONGEST
            line.more
          end
          stop
        end

        # Where the flags of the VALUE line begin.
        def flags(reply, at, stop)
          head = reply.byteslice(at, stop - at)
          name_end = reply.index(" ", at + 6) if head.start_with?(VALUE)
          raise BadReply, head.inspect unless name_end && name_end < stop
          name_end + 1
        end

        def size(reply, flags, stop)
          size_at = reply.index(" ", flags)
          raise BadReply, reply.byteslice(0, stop).inspect unless size_at && size_at < stop
          reply.byteslice(size_at + 1, stop - size_at - 1).to_i
        end

        def ended(line, reply, at, name)
          line.more while reply.bytesize < at + 2
          return if reply.byteslice(at, 2) == LINE_END
          raise BadReply, "the value of #{name} has another length than was announced"
        end

        def decode(reply, flags, from, size)
          bytes = reply.byteslice(from, size)
          reply.getbyte(flags) == MARSHALLED ? Marshal.load(bytes) : bytes
        end
      end
    end
  end
end
