# frozen_string_literal: true

module Cachemark
  module Host
    class Machine
      # The limits of the control group that we run in: a quota throttles in bursts of
      # 100 ms and looks like a slow client.
      class Container
        V2 = "sys/fs/cgroup"
        V1 = "sys/fs/cgroup/cpu"
        # cgroup v1 writes "no limit" as a number near 2**63.
        UNLIMITED = 1 << 60

        #: (Tree) -> void
        def initialize(tree)
          @tree = tree
        end

        # {"kind" => "docker", "cpus" => 1.5, "memory_bytes" => 1073741824}, or nil when nothing limits us.
        #
        #: () -> Hash[String, Object]?
        def facts
          found = { "kind" => kind, "cpus" => cpus, "memory_bytes" => memory_bytes }.compact
          found unless found.empty?
        end

        private

        def kind
          return "docker" if @tree.exist?(".dockerenv")
          return "podman" if @tree.exist?("run/.containerenv")

          @tree.read("run/systemd/container")
        end

        # The tightest of our own group and those above it.
        def cpus = quotas.min

        def quotas
          modern = groups(V2, "").filter_map { |group| @tree.find("#{group}/cpu.max", /\A(\d+ \d+)/)&.split }
          old = groups(V1, "cpu").filter_map do |group|
            pair = %w[cpu.cfs_quota_us cpu.cfs_period_us].map { |file| @tree.read("#{group}/#{file}") }
            pair if pair.all? && pair.first.to_i.positive?
          end
          (modern + old).map { |quota, period| (quota.to_f / period.to_i).round(2) }
        end

        def memory_bytes
          modern = groups(V2, "").map { |group| @tree.read("#{group}/memory.max") }
          old = groups("sys/fs/cgroup/memory", "memory").map { |group| @tree.read("#{group}/memory.limit_in_bytes") }
          (modern + old).grep(/\A\d+\z/).map(&:to_i).reject { |limit| limit > UNLIMITED }.min
        end

        # Our group's folder and its parents, from /proc/self/cgroup.
        def groups(mount, controller)
          own = @tree.find("proc/self/cgroup", /^\d+:(?:[^:]*,)?#{controller}(?:,[^:]*)?:(.*)$/) || "/"
          parts = own.split("/").reject(&:empty?)
          (0..parts.size).map { |depth| [mount, *parts.first(depth)].join("/") }
        end
      end
    end
  end
end
