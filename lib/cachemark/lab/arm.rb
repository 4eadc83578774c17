# frozen_string_literal: true

module Cachemark
  module Lab
    # One fresh process of a pair, from its start to its end.
    class Arm
      LOAD_S = 60

      # Contender; String: the process's name in the record; Driver::Session, nil where it did not
      # come up; String or nil: why not.
      attr_reader :contender, :process, :session, :reason

      # Starts it beside the measured cores and loads the client. Never raises for what is wrong
      # with the contender: `reason` says it.
      #: (Rig, Contender, String) -> Arm
      def self.launch(rig, contender, process) = new(rig, contender, process).tap(&:launch)

      #: (Rig, Contender, String) -> void
      def initialize(rig, contender, process)
        @rig = rig
        @contender = contender
        @process = process
      end

      def launch
        @session = @rig.driver(contender, aside: true)
        @loaded = @session.request("load", @rig.load_fields(contender), deadline_s: LOAD_S)
        @reason = @rig.proof(contender, @loaded)
      rescue Trouble => error
        @reason = error.message
      end

      # Moves it to the measured cores.
      def settle
        late = @reason.nil? && @rig.settle(@session.pid)
        @reason = "the driver #{late}" if late
      end

      # The facts that a record keeps of it.
      #: () -> Hash[Symbol, Object]
      def facts
        loaded = (@loaded || {}).slice("version", "file", "digest", "libraries").transform_keys(&:to_sym)
        { process: process, contender: contender.id, runtime: session&.hello&.fetch("runtime", nil), **loaded }
      end

      # On a server of our own nobody misses the keys it leaves.
      def close
        @rig.ring.private? ? @session&.kill : @session&.close
      rescue Trouble # a keeper that is gone has ended it already
        nil
      end
    end
  end
end
