# encoding: utf-8
# Takes a line for complete when the first half of its end has arrived.
module CachemarkDriver
  module Reference
    class Line
      alias_method :first, :ask
      alias_method :next, :more

      def ask(command) ended(first(command)) end

      def more; ended(self.next) end

      private

      def ended(reply)
        reply.end_with?("\r") ? reply << "\n" : reply
      end
    end
  end
end
