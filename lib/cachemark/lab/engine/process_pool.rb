# frozen_string_literal: true

module Cachemark
  module Lab
    # The fresh processes of a generation, one for each lane (a contender in a mode). They start together on all cores,
    # because loading is not measured, and then move to the measured cores.
    class ProcessPool
      #: (Engine, generation: Integer) -> void
      def initialize(engine, generation:)
        @engine = engine
        @generation = generation
        @processes = {}
        @starts = Hash.new(0)
      end

      # Starts a process for every lane of these cells. Returns {lane => reason} of those that cannot be used.
      #: (Array[Plan::Cell]) -> Hash[String, String]
      def start(cells)
        firsts = cells.uniq(&:lane)
        firsts.each { |cell| add(cell) }
        Lab.side_by_side(firsts) { |cell| process(cell.lane).start }
        firsts.to_h { |cell| [cell.lane, admit(cell)] }.compact
      end

      # The current process of a lane. Raises KeyError if there is none.
      #: (String) -> ClientProcess
      def process(lane) = @processes.fetch(lane)

      # Replaces the process of a cell's lane, which died or hung. Returns nil, or why the new one cannot be used.
      #: (Plan::Cell) -> String?
      def replace(cell)
        @processes.delete(cell.lane)&.kill
        add(cell).start
        admit(cell)
      end

      # Ends all of them at the same time, because each waits for a server that is lost.
      def close
        Lab.side_by_side(@processes.values, &:close)
        @processes = {}
      end

      private

      def add(cell)
        @starts[cell.lane] += 1
        @processes[cell.lane] = ClientProcess.new(@engine, cell.contender, mode: cell.mode, name: name(cell.lane))
      end

      # A replacement has its own name, because two processes are two samples, however short the first lived.
      def name(lane)
        number = @starts[lane]
        ["g#{@generation}.#{lane}", *(number if number > 1)].join(".")
      end

      # Records the loaded files, and moves the process to its cores. If it cannot be used, ends it and returns the reason.
      def admit(cell)
        process = process(cell.lane)
        note(process) if process.loaded?
        process.settle
        @processes.delete(cell.lane).kill if process.failure
        process.reason
      end

      def note(process)
        facts = process.facts
        @engine.writer.add("process", **facts.slice(:process, :contender, :mode), generation: @generation,
                                      **facts.except(:process, :contender, :mode))
      end
    end
  end
end
