# frozen_string_literal: true

module Cachemark
  module Host
    # Steal time: the CPU time that the hypervisor gave to other guests while this machine wanted to run, from /proc/stat; and
    # how busy the machine is.
    class StealTime
      # Ticks since boot, on the selected cores. In idle ticks, nothing wanted to run.
      Sample = Value.define(:steal_ticks, :total_ticks, idle_ticks: 0)

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
        return if ticks.empty?

        Sample.new(steal_ticks: ticks.sum { |all| all[7] || 0 }, total_ticks: ticks.sum(&:sum),
                   idle_ticks: ticks.sum { |all| all[3, 2].sum })
      rescue SystemCallError
        nil
      end

      # Percent of the time between two samples; nil if either is absent or no tick passed.
      #: (Sample?, Sample?) -> Float?
      def self.percent(before, after) = share(before, after, &:steal_ticks)

      # Percent of that time in which anything ran; nil as above.
      #: (Sample?, Sample?) -> Float?
      def self.busy_percent(before, after) = share(before, after) { |sample| sample.total_ticks - sample.idle_ticks }

      def self.share(before, after)
        return unless before && after

        total = after.total_ticks - before.total_ticks
        (yield(after) - yield(before)) * 100.0 / total if total.positive?
      end
      private_class_method :share
    end
  end
end
