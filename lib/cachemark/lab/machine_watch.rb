# frozen_string_literal: true

module Cachemark
  module Lab
    # Passes events on to the view, and checks at intervals, between two blocks, whether something disturbs the measured
    # cores. Nothing is timed at that moment, and this process is on another core. It only reports: the figures show the
    # damage of a disturbance, and names of other processes do not belong in a record.
    class MachineWatch
      EVERY_S = 2
      # A check may take this share of the time, however many processes there are.
      SHARE = 0.002
      # Processes below this share of a core are not reported.
      LEAST = 0.05
      # Percent of the CPU time that the host may take away without a report.
      MOST_STEAL_PERCENT = 5
      # The event before each block, at which it checks.
      CHECKED_AT = :cell
      private_constant :CHECKED_AT

      # If nothing is pinned, or the server is not private, no process can be called a disturbance.
      #: (Live, Host::Placement, Host::Ring, clock: #call) -> Live | MachineWatch
      def self.over(live, placement, ring, clock:)
        placement.spare_core? && ring.private? ? new(live, placement, clock: clock) : live
      end

      #: (Live, Host::Placement, clock: #call, ?root: String) -> void
      def initialize(live, placement, clock:, root: "/")
        @live = live
        @clock = clock
        @cpus = placement.server_cpus | placement.driver_cpus
        @processes = Host::OtherProcesses.new(cpus: @cpus, clock: clock, root: root)
        @steal = Host::StealTime.new(cpus: @cpus, root: root)
        @next_s = clock.call
        @found = {}
      end

      # Passes an event on, and checks the machine if it is time.
      #: (Symbol, **Object) -> void
      def notify(event, **facts)
        @live.notify(event, **facts)
        look if event == CHECKED_AT && @clock.call >= @next_s
      end

      private

      def look
        began_s = @clock.call
        found = { **other_processes, **steal }
        @live.notify(:disturbance, found: found) if found != @found
        @found = found
        @next_s = @clock.call + [EVERY_S, (@clock.call - began_s) / SHARE].max
      end

      # Sentence => share of the core.
      def other_processes
        before, @look = @look, @processes.look
        named = @processes.between(before, @look).to_h.fetch("named", [])
        named.filter_map { |process| other_process(process) if process["share"] >= LEAST }.to_h
      end

      def other_process(process)
        cpu = (process["cpus"] & @cpus).first or return
        [format("core %d is shared with %s (pid %d)", cpu, *process.values_at("name", "pid")), [process["share"], 1.0].min]
      end

      def steal
        before, @sample = @sample, @steal.sample
        percent = Host::StealTime.percent(before, @sample)
        percent.to_f > MOST_STEAL_PERCENT ? { "the host takes CPU time away" => percent / 100 } : {}
      end
    end
  end
end
