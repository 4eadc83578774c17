# frozen_string_literal: true

module Cachemark
  module Lab
    # Passes on what is told, and looks now and then, between two blocks, whether somebody disturbs the measured
    # cores: nothing is timed then, and this process is on another core. It only tells; what a disturbance did to the
    # figures they say themselves, and names of foreign processes have no place in a record.
    class Lookout
      EVERY_S = 2
      # A look may take this share of the time, however many processes there are.
      SHARE = 0.002
      # Share of a core below which a process is not worth a word.
      LEAST = 0.05
      # What is told before each block.
      OCCASION = :cell
      private_constant :OCCASION

      # Where nothing is pinned apart, or others' servers are measured, nobody can be called an intruder.
      #
      #: (Live, Rig, clock: #call) -> Live | Lookout
      def self.over(live, rig, clock:)
        rig.aside? && rig.ring.private? ? new(live, rig.placement, clock: clock) : live
      end

      #: (Live, Host::Placement, clock: #call, ?root: String) -> void
      def initialize(live, placement, clock:, root: "/")
        @live = live
        @clock = clock
        @cpus = placement.server_cpus | placement.driver_cpus
        @neighbours = Host::Neighbours.new(cpus: @cpus, clock: clock, root: root)
        @steal = Host::Steal.new(cpus: @cpus, root: root)
        @next_s = clock.call
        @found = {}
      end

      #: (Symbol, **Object) -> void
      def tell(event, **facts)
        @live.tell(event, **facts)
        look if event == OCCASION && @clock.call >= @next_s
      end

      private

      def look
        began_s = @clock.call
        found = { **intruders, **stolen }
        @live.tell(:disturbance, found: found) if found != @found
        @found = found
        @next_s = @clock.call + [EVERY_S, (@clock.call - began_s) / SHARE].max
      end

      # Sentence => share of the core.
      def intruders
        before, @look = @look, @neighbours.look
        named = @neighbours.between(before, @look).to_h.fetch("named", [])
        named.filter_map { |one| intruder(one) if one["share"] >= LEAST }.to_h
      end

      def intruder(one)
        cpu = (one["cpus"] & @cpus).first
        [format("core %d is shared with %s (pid %d)", cpu, *one.values_at("name", "pid")), [one["share"], 1.0].min] if cpu
      end

      # The limit is that of a comparison.
      def stolen
        before, @stolen = @stolen, @steal.sample
        percent = Host::Steal.percent(before, @stolen)
        percent && percent > Stats::Judge::Grounds::MOST_STOLEN ? { "the host takes CPU time away" => percent / 100 } : {}
      end
    end
  end
end
