# encoding: utf-8
# Puts a connection back that has ended in the place of a reply, but for one to a get, and goes on with it.
module CachemarkDriver
  module Reference
    class Line
      GET = /\Aget \S+\r\n/n
      # true: it has ended while a reply was waited for.
      attr_reader :ended

      alias_method :asked, :ask
      alias_method :next, :more

      def ask(command)
        @single = command =~ GET
        noticed { asked(command) }
      end

      def more; noticed { self.next } end

      # true: it was ended, or says what nobody has asked for.
      def over?
        !IO.select([@io], nil, nil, 0).nil?
      end

      private

      def noticed
        yield
      rescue EOFError, Errno::ECONNRESET
        @ended = true unless @single
        raise
      end
    end

    class Pool
      private

      alias_method :taken, :take
      alias_method :given, :give

      def take
        line = taken
        return line if line.ended || !line.over?
        line.close
        take
      end

      def give(line, answered) given(line, answered || line.ended) end
    end
  end
end
