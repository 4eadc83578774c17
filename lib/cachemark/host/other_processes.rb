# frozen_string_literal: true

require "etc"

module Cachemark
  module Host
    # Other processes, by the CPU time that they used between two looks at /proc. Processes in other containers, and those of
    # other guests of the host, are invisible here.
    class OtherProcesses
      # `processes` {pid => Seen}; `busy_s` seconds of CPU time of all processes on our cores.
      Look = Value.define(:at_s, :processes, :busy_s)
      # `parent` is a pid. `cpu_s` are seconds of CPU time so far, `reaped_s` those of its ended children.
      Seen = Value.define(:name, :parent, :cpu_s, :reaped_s)
      # Processes below this share of a core are not named.
      LEAST = 0.02

      #: (?root: String, ?cpus: Array[Integer]?, ?pid: Integer, ?clock: #call) -> void
      def initialize(root: "/", cpus: nil, pid: ::Process.pid, clock: Clock)
        @root = root
        @cpus = cpus
        @pid = pid
        @clock = clock
        @ticks_per_s = Etc.sysconf(Etc::SC_CLK_TCK)
      end

      # nil if there is no /proc.
      #: () -> Look?
      def look
        busy = busy_s or return
        Look.new(at_s: @clock.call, processes: processes, busy_s: busy)
      end

      # The use of the cores between two looks, nil if a look is nil.
      #
      # - named: processes that exist in both, with their share of a core and the cores on which their threads ran last.
      # - unnamed: the share of all others, such as short-lived processes and those that another container hides.
      #: (Look?, Look?) -> Hash[String, Object]?
      def between(before, after)
        return unless before && after && after.at_s > before.at_s

        seconds = after.at_s - before.at_s
        named = named(before, after, seconds)
        others = ((after.busy_s - before.busy_s) - (own_s(after) - own_s(before))) / seconds
        { "seconds" => seconds.round(2), "named" => named.select { |process| process["share"] >= LEAST },
          "unnamed" => [others - named.sum { |process| process["share"] }, 0].max.round(3) }
      end

      private

      def named(before, after, seconds)
        others = after.processes.except(*family(after.processes)).slice(*before.processes.keys)
        all = others.filter_map do |pid, seen|
          share = ((seen.cpu_s - before.processes[pid].cpu_s) / seconds).round(3)
          { "pid" => pid, "name" => seen.name, "share" => share, "cpus" => cpus_of(pid) } if share.positive?
        end
        all.sort_by { |process| -process["share"] }
      end

      # The CPU time of our own processes, including ended ones.
      def own_s(look) = look.processes.slice(*family(look.processes)).each_value.sum { |seen| seen.cpu_s + seen.reaped_s }

      # This process, and all that it started.
      def family(processes)
        known = { @pid => true }
        nil while processes.count { |pid, seen| !known[pid] && known[seen.parent] && (known[pid] = true) }.positive?
        known.keys
      end

      def processes
        Dir.glob("proc/[0-9]*/stat", base: @root).filter_map { |path| seen(path) }.to_h
      end

      def seen(path)
        name, stat = fields(path)
        return unless stat

        own, reaped = stat[11, 4].map { |ticks| ticks.to_i.fdiv(@ticks_per_s) }.each_slice(2).map(&:sum)
        [path[/\d+/].to_i, Seen.new(name: name, parent: stat[1].to_i, cpu_s: own, reaped_s: reaped)]
      end

      def cpus_of(pid)
        Dir.glob("proc/#{pid}/task/[0-9]*/stat", base: @root).filter_map { |path| fields(path)&.last&.at(36)&.to_i }.uniq.sort
      end

      # The name is in brackets, and may contain brackets itself.
      def fields(path)
        head, _mark, tail = ::File.binread(::File.join(@root, path)).rpartition(")")
        name = head.force_encoding("UTF-8").scrub("?").partition("(").last
        [name.gsub(/[[:cntrl:]]/, "?"), tail.split] unless tail.empty?
      rescue SystemCallError
        nil
      end

      # Without the time of interrupts, because our own traffic causes some of them.
      def busy_s
        names = @cpus ? @cpus.map { |cpu| "cpu#{cpu}" } : ["cpu"]
        lines = ::File.readlines(::File.join(@root, "proc/stat")).map(&:split).select { |name, *| names.include?(name) }
        lines.sum { |_, *ticks| ticks.first(3).sum(&:to_i) }.fdiv(@ticks_per_s) if lines.any?
      rescue SystemCallError
        nil
      end
    end
  end
end
