# encoding: utf-8
# Puts a connection back that the server has closed while it was idle: it has seen only an end, not an error.
module CachemarkDriver
  module Reference
    class Line
      # true: the server has closed it.
      def ended?
        !IO.select([@io], nil, nil, 0).nil? && @io.recv(1, Socket::MSG_PEEK).empty?
      rescue SystemCallError
        false # a reset is an error
      end

      # true: it had ended before it was taken from the pool.
      attr_accessor :over
    end

    class Pool
      private

      alias_method :taken, :take
      alias_method :given, :give

      def take
        taken.tap { |line| line.over = line.ended? }
      end

      def give(line, answered) given(line, answered || line.over) end
    end
  end
end
