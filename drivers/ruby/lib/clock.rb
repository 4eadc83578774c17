# encoding: utf-8
module CachemarkDriver
  # The source of "now, in nanoseconds", compiled into the timed methods so that a
  # clock read costs one call. Ruby before 2.1 has wall time only; JRuby's constants are Symbols.
  module Clock
    MONOTONIC = Process.respond_to?(:clock_gettime)
    NOW = MONOTONIC ? "::Process.clock_gettime(#{Process::CLOCK_MONOTONIC.inspect}, :nanosecond)" : "::CachemarkDriver::Clock.wall"

    # Integer: nanoseconds since the epoch.
    def self.wall
      time = Time.now
      time.to_i * 1_000_000_000 + time.nsec
    end

    # Integer: what NOW reads, for code that is not timed.
    class_eval("def self.now; #{NOW} end", __FILE__, __LINE__)
  end
end
