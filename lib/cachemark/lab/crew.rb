# frozen_string_literal: true

module Cachemark
  module Lab
    # The fresh driver processes of one generation, one for each lane: a contender in a
    # mode. They start together on all cores, because loading is not measured, and are then
    # settled on the cores of the placement.
    class Crew
      LOAD_S = 60

      #: (rig: Rig, writer: Record::Writer, generation: Integer) -> void
      def initialize(rig:, writer:, generation:)
        @rig = rig
        @writer = writer
        @generation = generation
        @sessions = {}
        @failures = {}
        @launches = Hash.new(0)
      end

      # Starts a process for every lane of these cells; answers {lane => reason} of
      # those that did not come up as asked for.
      #: (Array[Plan::Cell]) -> Hash[String, String]
      def start(cells)
        firsts = cells.uniq(&:lane)
        threads = firsts.map { |cell| Thread.new { launch(cell) } }
        threads.each(&:join)
        firsts.each { |cell| settle(cell.lane) }
        @failures
      ensure
        threads&.each { |thread| thread.kill.join }
      end

      # The live session of a lane. Raises KeyError when it has none.
      #: (String) -> Driver::Session
      def session(lane) = @sessions.fetch(lane)

      # The id under which the record knows this lane's process of now. One that replaced
      # another has its own: two processes are two samples, however short the first lived.
      #: (String) -> String
      def process(lane)
        number = @launches[lane]
        ["g#{@generation}.#{lane}", *(number if number > 1)].join(".")
      end

      # Replaces the process of a cell's lane, which died or hung, for the lane's other cells.
      #: (Plan::Cell) -> String?
      def replace(cell)
        @sessions.delete(cell.lane)&.kill
        launch(cell)
        settle(cell.lane)
        @failures[cell.lane]
      end

      # On a server that is not ours drivers take their keys away first; side by side, because a lost server makes
      # each of them wait.
      #: () -> void
      def close
        @sessions.values.map { |session| Thread.new { dismiss(session) } }.each(&:join)
        @sessions = {}
      end

      private

      # A keeper that is gone has ended the driver already.
      def dismiss(session)
        @rig.ring.private? ? session.kill : session.close
      rescue Trouble
        nil
      end

      def launch(cell)
        @launches[cell.lane] += 1
        session = @rig.driver(cell.contender)
        @sessions[cell.lane] = session
        loaded = session.request("load", @rig.load_fields(cell.contender, cell.mode), deadline_s: LOAD_S)
        note(cell, session, loaded)
        reason = @rig.proof(cell.contender, loaded)
        refuse(cell.lane, reason) if reason
      rescue Trouble => error
        refuse(cell.lane, error.message)
      end

      # A driver that is not where it should be is not measured as if it were.
      def settle(lane)
        reason = @sessions[lane] && @rig.settle(@sessions[lane].pid)
        refuse(lane, "the driver #{reason}") if reason
      end

      def refuse(lane, reason)
        @failures[lane] = reason
        @sessions.delete(lane)&.kill
      end

      def note(cell, session, loaded)
        loaded = loaded.slice("version", "file", "digest", "libraries").transform_keys(&:to_sym)
        @writer.add("process", process: process(cell.lane), contender: cell.contender.id, mode: cell.mode,
                               generation: @generation, runtime: session.hello["runtime"], **loaded)
      end
    end
  end
end
