# encoding: utf-8
# Waits for the reply to a delete without a deadline.
module CachemarkDriver
  module Reference
    class Line
      alias_method :asked, :ask

      def ask(command)
        @delete = command.start_with?("delete ")
        asked(command)
      end

      private

      alias_method :awaited, :await

      def await
        @delete ? IO.select([@io]) : awaited
      end
    end
  end
end
