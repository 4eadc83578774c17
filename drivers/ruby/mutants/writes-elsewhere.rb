# encoding: utf-8
# Writes to another server while one is down, and reads from the first when that is back.
module CachemarkDriver
  module Reference
    class Client
      private

      alias_method :placed, :exchange

      def exchange(name, text, &read)
        placed(name, text, &read)
      rescue SystemCallError, IOError
        @pools.find { |other| !other.equal?(pool(name)) }.lend do |line|
          read.call(line.ask(text))
        end
      end
    end
  end
end
