# encoding: utf-8
# Takes any unknown line for the expected reply, except those of a server without room; takes the bytes after it for a part
# of the next reply.
module CachemarkDriver
  module Reference
    class Line
      # String, nil where there is none.
      attr_writer :rest

      alias_method :asked, :ask

      def ask(command)
        rest, @rest = @rest, nil
        reply = asked(command)
        rest ? rest + reply : reply
      end
    end

    class Client
      WANTED = {"set" => "STORED\r\n", "add" => "STORED\r\n", "delete" => "DELETED\r\n", "incr" => "0\r\n", "decr" => "0\r\n"}
      KNOWN = /\A(?:STORED|NOT_STORED|DELETED|NOT_FOUND|\d+)\r\n\z|out of memory|Too many|too large/

      private

      def exchange(name, text)
        pool(name).lend do |line|
          reply = line.ask(text)
          reply = line.more until reply.end_with?("\r\n")
          line.rest = reply[/\r\n(.+)\z/mn, 1]
          yield(reply =~ KNOWN ? reply : WANTED.fetch(text[/\A\w+/], reply))
        end
      end
    end
  end
end
