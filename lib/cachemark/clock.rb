# frozen_string_literal: true

module Cachemark
  # The clock for durations and deadlines. Nobody can set it, and it counts from an unknown moment.
  module Clock
    class << self
      # Float: seconds.
      def now_s = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC)

      # Integer: nanoseconds.
      def now_ns = ::Process.clock_gettime(::Process::CLOCK_MONOTONIC, :nanosecond)

      # The same as `now_s`, for objects that take their clock as a callable.
      alias call now_s
    end
  end
end
