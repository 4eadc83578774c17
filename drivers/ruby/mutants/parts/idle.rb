# encoding: utf-8
# What mutants of connections that have ended are made of: one that ended while nobody used it, or says what nobody has asked for,
# is not taken. By itself it is right.
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
