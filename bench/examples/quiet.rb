# frozen_string_literal: true

module Bench
  module Examples
    # Waits until nothing else runs on the machine, and the host takes no CPU time from it.
    class Quiet
      LOAD = 0.5
      LOOK_S = 10
      PATIENCE_S = 900

      # `load` and `steal` answer the load of the last minute and a Host::StealTime::Sample.
      #: (?load: #call, ?steal: #call, ?sleep: #call) -> void
      def initialize(load: -> { Quiet.load }, steal: Cachemark::Host::StealTime.new.method(:sample), sleep: Kernel.method(:sleep))
        @load = load
        @steal = steal
        @sleep = sleep
      end

      def self.load = Cachemark::Host::Machine.facts["load"]&.first || 0.0

      # The load, or nil if the machine does not become quiet in time.
      #: () -> Float?
      def wait
        (PATIENCE_S / LOOK_S).times do
          before = @steal.call
          @sleep.call(LOOK_S)
          load = @load.call
          return load if load < LOAD && !Cachemark::Host::StealTime.percent(before, @steal.call)&.positive?
        end
        nil
      end
    end
  end
end
