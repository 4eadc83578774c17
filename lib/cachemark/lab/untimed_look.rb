# frozen_string_literal: true

module Cachemark
  module Lab
    # One fresh process for each contender and mode, in which nothing is timed. Every cell is verified, and then examined
    # through proxies.
    class UntimedLook
      # `generation` is the number of its processes, `watch` as in WireLook.
      #: (Engine, Participants, ?generation: Integer, **Object) -> void
      def initialize(engine, participants, generation: 0, **watch)
        @engine = engine
        @participants = participants
        @proof = Proof.new(engine)
        @wire_look = WireLook.new(engine, **watch)
        @pool = ProcessPool.new(engine, generation: generation)
      end

      # Examines those of the cells that are still part of the run, and ends the processes.
      #: (?Array[Plan::Cell]) -> void
      def call(cells = @participants.live.map(&:cell))
        failures = @pool.start(cells)
        cells.group_by(&:lane).each { |lane, mine| all(mine, failures[lane]) }
      ensure
        @pool.close
      end

      private

      # If a process is lost, another one continues after the cell at which it was lost.
      def all(cells, failure)
        cells.each do |cell|
          break if @engine.stop.requested?
          next @participants.drop(cell, "failed", failure) if failure

          @engine.live.notify(:cell, cell: cell)
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
