# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `work`: one fresh process for each contender and mode. Every cell is verified, and then examined through
    # proxies. Nothing is timed.
    class Work < Loop
      # Events that are counted inside the clients, because these processes are never timed.
      WATCH = %w[exceptions locks].freeze

      #: (**Object) -> void
      def initialize(**)
        super
        @proof = Proof.new(@engine)
        @wire_look = WireLook.new(@engine, watch: WATCH)
        @pool = ProcessPool.new(@engine, generation: 0)
      end

      private

      def close = @pool.close

      def perform
        @participants.drop_unavailable
        cells = @participants.live.map(&:cell)
        failures = @pool.start(cells)
        cells.group_by(&:lane).each { |lane, mine| look_at_all(mine, failures[lane]) }
      end

      # If a process is lost, another one continues after the cell at which it was lost.
      def look_at_all(cells, failure)
        cells.each do |cell|
          break if @stop.requested?
          next @participants.drop(cell, "failed", failure) if failure

          @live.notify(:cell, cell: cell)
          failure = look(@participants.state(cell), @pool.process(cell.lane)) ? nil : @pool.replace(cell)
        end
      end

      # Returns false if the process was lost.
      def look(state, process)
        found = @proof.call(state, process) || @wire_look.call(state.cell, process)
        @participants.drop(state.cell, *found) if found
        true
      rescue Driver::Failure => error
        @participants.drop(state.cell, "failed", error.message)
        error.is_a?(Driver::Refused)
      end
    end
  end
end
