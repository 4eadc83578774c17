# encoding: utf-8
# frozen_string_literal: true
# Lets every thread use the connection of an open quiet block, in which an add is answered.
require File.expand_path("../parts/answered.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Pool
      attr_writer :open

      private

      alias_method :taken, :take
      alias_method :given, :give

      def take
        @open && @open.pid == Process.pid ? @open : taken
      end

      def give(line, answered)
        given(line, answered) unless answered && line.equal?(@open)
      end
    end

    class Quiet
      alias_method :finished, :finish
      alias_method :closed, :close

      def finish
        @lines.each_key { |pool| pool.open = nil }
        finished
      end

      def close
        @lines.each_key { |pool| pool.open = nil }
        closed
      end

      private

      alias_method :own_line, :line

      def line(pool)
        own_line(pool).tap { |line| pool.open = line }
      end
    end
  end
end
