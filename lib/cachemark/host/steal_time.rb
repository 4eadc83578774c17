# frozen_string_literal: true

module Cachemark
  module Host
    # Steal time: the CPU time that the hypervisor gave to other guests while this machine wanted to run, from /proc/stat.
    class StealTime
      # Ticks since boot, on the selected cores.
      Sample = Value.define(:steal_ticks, :total_ticks)

      # `cpus` nil: the whole machine.
      #
      #: (?root: String, ?cpus: Array[Integer]?) -> void
      def initialize(root: "/", cpus: nil)
        @path = ::File.join(root, "proc/stat")
        @names = cpus ? cpus.map { |cpu| "cpu#{cpu}" } : ["cpu"]
      end

      # nil if there is no /proc/stat.
      #: () -> Sample?
      def sample
        # user nice system idle iowait irq softirq steal; the following guest time is included in user.
        lines = ::File.readlines(@path).map(&:split).select { |name, *| @names.include?(name) }
        ticks = lines.map { |_, *all| all.first(8).map(&:to_i) }
        Sample.new(steal_ticks: ticks.sum { |all| all[7] || 0 }, total_ticks: ticks.sum(&:sum)) if ticks.any?
      rescue SystemCallError
        nil
      end

      # Percent of the time between two samples; nil if either is absent or no tick passed.
      #: (Sample?, Sample?) -> Float?
      def self.percent(before, after)
        return unless before && after

        total = after.total_ticks - before.total_ticks
        (after.steal_ticks - before.steal_ticks) * 100.0 / total if total.positive?
      end
    end
  end
end
