# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `work`: one fresh process for each contender; every cell proves itself and
    # is then tapped. Nothing is timed.
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
          @live.tell(:start, total_s: nil)
          @stop.interruptible { perform }
        end
      ensure
        @crew.close
      end

      private

      def perform
        cells = @job.cells.group_by(&:contender).reject { |contender, cells| unavailable(contender, cells) }
        failures = @crew.start(cells.keys)
        cells.each { |contender, mine| tap_all(contender, mine, failures[contender.id]) }
      end

      def unavailable(contender, cells)
        reason = @rig.unavailable(contender) or return
        cells.each { |cell| @losses.unbuilt(cell, reason) }
      end

      # Where a process is lost, another one serves the cells after the one that it was lost over.
      def tap_all(contender, cells, failure)
        cells.each do |cell|
          break if @stop.requested?
          next @losses.add(cell, "failed", failure) if failure

          @live.tell(:cell, cell: cell)
          failure = tap(cell) ? nil : @crew.replace(contender)
        end
      end

      # False when the process was lost.
      def tap(cell)
        place = [@crew.session(cell.contender.id), @crew.process(cell.contender.id)]
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
