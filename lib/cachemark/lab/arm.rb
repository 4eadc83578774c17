# frozen_string_literal: true

module Cachemark
  module Lab
    # One fresh process of a pair, from its start to its end.
    class Arm
      LOAD_S = 60

      # String: the contender and mode that it serves; the process's name in the record;
      # Driver::Session, nil where it did not come up; String or nil: why not.
      attr_reader :lane, :process, :session, :reason

      # Starts it for a cell's lane, beside the measured cores, and loads the client. Never raises for
      # what is wrong with the contender: `reason` says it.
      #: (Rig, Plan::Cell, String) -> Arm
      def self.launch(rig, cell, process) = new(rig, cell, process).tap(&:launch)

      #: (Rig, Plan::Cell, String) -> void
      def initialize(rig, cell, process)
        @rig = rig
        @contender = cell.contender
        @mode = cell.mode
        @lane = cell.lane
        @process = process
      end

      def launch
        @session = @rig.driver(@contender, aside: true)
        @loaded = @session.request("load", @rig.load_fields(@contender, @mode), deadline_s: LOAD_S)
        @reason = @rig.proof(@contender, @loaded)
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
        { process: process, contender: @contender.id, mode: @mode, runtime: session&.hello&.fetch("runtime", nil), **loaded }
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
