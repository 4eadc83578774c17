# encoding: utf-8
# Waits for the beginning of a reply twenty times as long as its timeout.
module CachemarkDriver
  module Reference
    class Line
      alias_method :asked, :ask

      def ask(command)
        @beginning = true
        asked(command)
      ensure
        @beginning = false
      end

      private

      alias_method :awaited, :await

      def await
        timeout = @timeout
        @timeout *= 20 if @beginning
        awaited
      ensure
        @timeout = timeout
      end
    end
  end
end
