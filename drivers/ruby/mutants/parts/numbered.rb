# encoding: utf-8
# Reads and sets by the meta protocol, and numbers its requests. A reply must have the key and the number (opaque) of a request,
# or only the number after a set. On its own it is right.
module CachemarkDriver
  module Reference
    # Reads the replies to numbered requests.
    module Numbered
      VALUE = /\GVA (\d+) f(\d+) k(\S+) O(\d+)\r\n/n
      MISS = "EN" # some servers repeat key and number behind it
      LAST = "MN\r\n"
      SET = 77 # the number of a set

      class << self
        # Yields the number of each name that is present, and its value.
        def read(line, names)
          reply = line.ask(names.each_with_index.map { |name, at| "mg #{name} v f k O#{at}\r\n" }.join + LAST.downcase)
          at = 0
          until (head = head(line, reply, at)) == LAST
            at += head.bytesize
            next if head.start_with?(MISS)
            size, flags, name, number = VALUE.match(head).to_a.drop(1)
            raise BadReply, head.inspect unless size && right?(names, name, number.to_i)
            line.more while reply.bytesize < at + size.to_i + 2
            yield number.to_i, value(reply.byteslice(at, size.to_i), flags)
            at += size.to_i + 2
          end
          raise BadReply, "more than was asked for" if reply.bytesize > at + LAST.bytesize
        end

        # Stores bytes under a name; true.
        def store(line, name, bytes, flags, ttl)
          reply = line.ask("ms #{name} #{bytes.bytesize} F#{flags} T#{ttl} O#{SET}\r\n#{bytes}\r\n")
          reply = line.more until reply.end_with?("\r\n")
          number = reply[/\AHD O(\d+) *\r\n\z/n, 1]
          raise BadReply, reply.inspect unless number && set?(number.to_i)
          true
        end

        private

        def set?(number) number == SET end

        def head(line, reply, at)
          line.more until (stop = reply.index("\r\n", at))
          reply.byteslice(at, stop + 2 - at)
        end

        def right?(names, name, number) names[number] == name end

        def value(bytes, flags) flags == "1" ? Marshal.load(bytes) : bytes end
      end
    end

    class Client
      def get(key)
        name = check(key)
        found = {}
        pool(name).lend { |line| Numbered.read(line, [name]) { |at, value| found[at] = value } }
        found[0]
      end

      private

      alias_method :written, :write

      def write(verb, key, value, ttl, raw)
        return written(verb, key, value, ttl, raw) unless verb == "set"
        name = check(key)
        bytes = raw ? binary(value) : Marshal.dump(value)
        pool(name).lend { |line| Numbered.store(line, name, bytes, raw ? 0 : 1, ttl) }
      end

      def collect(pool, keys, found)
        names = keys.map { |key| check(key) }
        pool.lend { |line| Numbered.read(line, names) { |at, value| found[keys[at]] = value } }
      end
    end
  end
end
