# encoding: utf-8
# The part that mutants of the meta commands share: gets, sets, deletes and counts are sent as meta commands, and their replies
# are read as those of the text protocol. On its own it makes no mistake.
module CachemarkDriver
  module Reference
    class Line
      SPOKEN = /\A(?:get|set|delete|incr) /
      REPLIES = {"set" => {"HD\r\n" => "STORED\r\n", "NS\r\n" => "NOT_STORED\r\n"},
                 "delete" => {"HD\r\n" => "DELETED\r\n", "NF\r\n" => "NOT_FOUND\r\n"},
                 "incr" => {"NF\r\n" => "NOT_FOUND\r\n"}, "get" => {}}
      # Of a miss, or of several keys.
      LAST = /\A(?:EN(?: k\S+)?|MN)\r\n\z/n
      FOUND = /\GVA (\d+) k(\S+) f(\d+)\r\n/n
      COUNTED = /\AVA \d+\r\n(\d+\r\n)\z/

      alias_method :ask_plainly, :ask

      def ask(command)
        return ask_plainly(command) unless command =~ SPOKEN
        verb, *words = command[/\A[^\r]*/].split(" ")
        reply = ask_plainly(meta(verb, words, command))
        reply = more until whole?(reply, words.size > 1 && verb == "get")
        REPLIES[verb].fetch(reply) { verb == "incr" ? reply[COUNTED, 1] || reply : values(reply) }
      end

      private

      def meta(verb, words, command)
        case verb
        when "get" then reads(words)
        when "set" then "ms #{words[0]} #{words[3]} F#{words[1]} T#{words[2]}#{command[/\r\n.*\z/mn]}"
        when "delete" then "md #{words[0]}\r\n"
        else "ma #{words[0]} D#{words[1]} v\r\n"
        end
      end

      def reads(names)
        return "mg #{names[0]} k f v\r\n" if names.size == 1
        names.map { |name| "mg #{name} k f v q\r\n" }.join + "mn\r\n"
      end

      def whole?(reply, several)
        return false unless reply.end_with?("\r\n")
        return reply.end_with?("MN\r\n") || !reply.start_with?("VA ") if several
        size = reply[/\AVA (\d+)/, 1]
        size.nil? || reply.bytesize == reply.index("\r\n") + size.to_i + 4
      end

      # The values of a reply to a get; any other reply as it is.
      def values(reply)
        found = "".dup.force_encoding("BINARY")
        at = 0
        while (head = FOUND.match(reply, at))
          from = at + head[0].bytesize
          found << "VALUE #{head[2]} #{head[3]} #{head[1]}\r\n" << reply.byteslice(from, head[1].to_i + 2)
          at = from + head[1].to_i + 2
        end
        rest = reply.byteslice(at, reply.bytesize)
        found << (rest.empty? || rest =~ LAST ? "END\r\n" : rest)
      end
    end
  end
end
