# encoding: utf-8
module CachemarkDriver
  # Reads what a process has used; the difference of two readings goes into a block's
  # reply. A figure that this Ruby does not offer is nil.
  class Meter
    FIELDS = %w(user_ns system_ns allocations gc_ns gc_count)

    class << self
      # [user ns, system ns, objects allocated, ns in GC, GC runs] since the process began.
      def read
        times = Process.times
        [nanoseconds(times.utime), nanoseconds(times.stime), allocations, gc_ns, GC.count]
      end

      # Hash of FIELDS: what was used between two readings.
      def difference(before, after)
        pairs = FIELDS.each_with_index.map do |field, at|
          [field, before[at] && after[at] && after[at] - before[at]]
        end
        Hash[pairs]
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
    GC_TIME = GC.respond_to?(:total_time)
  end
end
