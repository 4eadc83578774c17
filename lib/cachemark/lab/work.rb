# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `work`: one fresh process for each contender and mode; every cell proves itself and
    # is then observed. Nothing is timed.
    class Work < Loop
      # What is counted inside the clients: these processes are never timed.
      WATCH = %w[exceptions locks].freeze

      #: (**Object) -> void
      def initialize(**)
        super
        @proving = Proving.new(rig: @rig, writer: @writer)
        @tapping = Tapping.new(rig: @rig, writer: @writer, watch: WATCH)
        @crew = Crew.new(rig: @rig, writer: @writer, generation: 0)
      end

      # Answers "complete", "interrupted" or "stopped early".
      #: () -> String
      def call
        concluded do
          @live.tell(:start, rows: @job.cells.size)
          @stop.interruptible { perform }
        end
      ensure
        @crew.close
      end

      private

      def perform
        cells = @job.cells.reject { |cell| unavailable(cell) }
        failures = @crew.start(cells)
        cells.group_by(&:lane).each { |lane, mine| observe_all(mine, failures[lane]) }
      end

      def unavailable(cell)
        reason = @rig.unavailable(cell) or return
        @losses.unbuilt(cell, reason)
        true
      end

      # Where a process is lost, another one serves the cells after the one that it was lost over.
      def observe_all(cells, failure)
        cells.each do |cell|
          break if @stop.requested?
          next @losses.add(cell, "failed", failure) if failure

          @live.tell(:cell, cell: cell)
          failure = observe(cell) ? nil : @crew.replace(cell)
        end
      end

      # False when the process was lost.
      def observe(cell)
        place = [@crew.session(cell.lane), @crew.process(cell.lane)]
        status, reason = @proving.call(Bout.new(cell, Plan::Model.of(cell.scenario)), *place)
        status, reason = @tapping.call(cell, *place) unless status
        @losses.add(cell, status, reason) if status
        true
      rescue Driver::Failure => error
        @losses.add(cell, "failed", error.message)
        error.is_a?(Driver::Refused)
      end
    end
  end
end
