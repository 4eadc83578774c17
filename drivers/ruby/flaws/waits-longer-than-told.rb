# encoding: utf-8
# Waits for a reply to begin twenty times as long as its timeout says.
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

      def more
        @beginning = false
        await
        @buffer << @io.readpartial(CHUNK)
      end

      private

      def await
        within = @beginning ? @timeout * 20 : @timeout
        (WAITS ? @io.wait_readable(within) : IO.select([@io], nil, nil, within)) || raise(Timeout, "no reply within #{within} s")
      end
    end
  end
end
