# frozen_string_literal: true

module Cachemark
  module Lab
    # The fresh driver processes of one generation, one for each contender. They
    # start together on all cores, because loading is not measured, and are then
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

      # Starts a process for every contender; answers {contender id => reason} of
      # those that did not come up as asked for.
      #: (Array[Contender]) -> Hash[String, String]
      def start(contenders)
        threads = contenders.map { |contender| Thread.new { launch(contender) } }
        threads.each(&:join)
        contenders.each { |contender| settle(contender) }
        @failures
      ensure
        threads&.each { |thread| thread.kill.join }
      end

      # The live session of a contender. Raises KeyError when it has none.
      #: (String) -> Driver::Session
      def session(contender_id) = @sessions.fetch(contender_id)

      # The id under which the record knows this contender's process of now. One that replaced
      # another has its own: two processes are two samples, however short the first lived.
      #: (String) -> String
      def process(contender_id)
        number = @launches[contender_id]
        ["g#{@generation}.#{contender_id}", *(number if number > 1)].join(".")
      end

      # Replaces a process that died or hung, for the contender's other cells.
      #: (Contender) -> String?
      def replace(contender)
        @sessions.delete(contender.id)&.kill
        launch(contender)
        settle(contender)
        @failures[contender.id]
      end

      # Drivers take their keys away first; side by side, because a lost server makes each of them wait.
      #: () -> void
      def close
        @sessions.values.map { |session| Thread.new { dismiss(session) } }.each(&:join)
        @sessions = {}
      end

      private

      # A keeper that is gone has ended the driver already.
      def dismiss(session)
        session.close
      rescue Trouble
        nil
      end

      def launch(contender)
        @launches[contender.id] += 1
        session = @rig.driver(contender)
        @sessions[contender.id] = session
        loaded = session.request("load", @rig.load_fields(contender), deadline_s: LOAD_S)
        note(contender, session, loaded)
        reason = @rig.proof(contender, loaded)
        refuse(contender, reason) if reason
      rescue Trouble => error
        refuse(contender, error.message)
      end

      # A driver that is not where it should be is not measured as if it were.
      def settle(contender)
        reason = @sessions[contender.id] && @rig.settle(@sessions[contender.id].pid)
        refuse(contender, "the driver #{reason}") if reason
      end

      def refuse(contender, reason)
        @failures[contender.id] = reason
        @sessions.delete(contender.id)&.kill
      end

      def note(contender, session, loaded)
        loaded = loaded.slice("version", "file", "digest", "libraries").transform_keys(&:to_sym)
        @writer.add("process", process: process(contender.id), contender: contender.id, generation: @generation,
                               runtime: session.hello["runtime"], **loaded)
      end
    end
  end
end
