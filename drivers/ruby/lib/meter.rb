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

  # Reads what a process has used; the difference of two readings goes into a block's
  # reply. A figure that this Ruby does not offer is nil.
  #
  # CPU time is read last before a block and first after it, so that little of reading is in it. The
  # core subtracts the rest, and the objects of two readings: it asks for empty runs.
  class Meter
    FIELDS = %w(user_ns system_ns allocations gc_ns gc_count)

    class << self
      # The reading before a block: [user ns, system ns, objects allocated, ns in GC, GC runs].
      def start
        objects, ns, count = allocations, gc_ns, GC.count
        times = Process.times
        [times.utime, times.stime, objects, ns, count]
      end

      # The reading after it.
      def stop
        times = Process.times
        [times.utime, times.stime, allocations, gc_ns, GC.count]
      end

      # Hash of FIELDS: what was used between two readings.
      def difference(before, after)
        user, system, *rest = before.zip(after).map { |from, to| from && to && to - from }
        Hash[FIELDS.zip([nanoseconds(user), nanoseconds(system), *rest])]
      end

      private

      def nanoseconds(seconds) (seconds * 1e9).round end

      def allocations
        ALLOCATIONS && GC.stat(ALLOCATIONS)
      end

      def gc_ns
        GC_TIME ? GC.total_time : nil
      end
    end

    ALLOCATIONS = [:total_allocated_objects, :total_allocated_object].find do |key|
      begin
        GC.stat[key].is_a?(Integer)
      rescue StandardError
        false
      end
    end
    # JRuby's is the JVM's, in whole milliseconds.
    GC_TIME = GC.respond_to?(:total_time) && !defined?(JRUBY_VERSION)
  end
end
