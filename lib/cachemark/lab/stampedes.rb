# frozen_string_literal: true

module Cachemark
  module Lab
    # The stampedes of a run, after everything is timed: those of each cell in a fresh process. A row with a wrong value is
    # invalid. A row whose client or mode cannot make them keeps its times.
    class Stampedes
      #: (Engine, Participants) -> void
      def initialize(engine, participants)
        @engine = engine
        @participants = participants
        @number = 0
      end

      # Makes the stampedes of all shown cells that have any, and that make calls.
      def call
        states = @participants.live.select { |state| state.cell.shown && state.proof_kind != "none" }
        states.filter_map { |state| Plan::Stampede.of(state.cell) }.each do |stampede|
          break if @engine.stop.requested?

          @engine.live.notify(:step, text: "stampedes: #{stampede.cell.contender.id}, #{stampede.cell.label}")
          found = with_process(stampede) { |process| lines(stampede, process) }
          @participants.drop(stampede.cell, *found) if found
        end
      end

      private

      # Yields a process, and returns the block's result: why the row is wrong, as [status, reason], or nil.
      def with_process(stampede)
        @number += 1
        process = ClientProcess.start(@engine, stampede.cell.contender, mode: stampede.mode.to_s,
                                                                        name: "s#{@number}.#{stampede.to_cell.lane}")
        process.settle
        return ["failed", process.reason] if process.failure

        @engine.writer.add("process", **process.facts)
        yield process
      rescue Driver::Failure => error
        process.engine.servers.raise_if_lost
        ["failed", error.message]
      ensure
        process&.close
      end

      def lines(stampede, process)
        lack = process.open(stampede.to_cell, workers: stampede.keys)
        return without(stampede, lack) if lack

        reply = process.request("stampede", { cell: stampede.cell.id, **stampede.to_wire }, deadline_s: stampede.deadline_s)
        return without(stampede, reply["reason"]) if reply["type"] == "not_offered"

        @engine.writer.add("stampede", process: process.name, mode: stampede.mode.to_s,
                                       **reply.except("id", "type").transform_keys(&:to_sym))
        Stats::Stampede.of(stampede.cell.facts, @engine.writer.record.stampedes.last).problem
      end

      def without(stampede, reason)
        @engine.writer.add("event", kind: "no_stampede", cell: stampede.cell.id, message: reason)
        nil
      end
    end
  end
end
