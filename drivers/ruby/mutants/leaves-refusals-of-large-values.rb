# encoding: utf-8
# frozen_string_literal: true
# Lets the server answer a large value in a quiet block, and never reads the answer.
require File.expand_path("../parts/answered.rb", __FILE__)

module CachemarkDriver
  module Reference
    class Quiet
      alias_method :finished, :finish
      alias_method :unanswered_set, :set

      def set(key, value, ttl, raw)
        return unanswered_set(key, value, ttl, raw) if value.bytesize < 1_000_000
        @large = true
        answered(key) { |name| "set #{name} 0 0 #{value.bytesize}\r\n".dup.force_encoding("BINARY") << value << "\r\n" }
      end

      def finish
        @large ? leave_behind : finished
      end
    end
  end
end
