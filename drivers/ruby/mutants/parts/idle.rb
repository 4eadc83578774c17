# encoding: utf-8
# The part that mutants of ended connections share: a connection that ended while it was idle, or that has unasked bytes, is
# not used. On its own it is right.
module CachemarkDriver
  module Reference
    class Line
      def over?
        !IO.select([@io], nil, nil, 0).nil?
      end
    end

    class Pool
      private

      alias_method :taken, :take

      def take
        line = taken
        return line if take?(line)
        line.close
        take
      end

      def take?(line) !line.over? end
    end
  end
end
