# frozen_string_literal: true

module Cachemark
  module Lab
    # Writes down what has no speed, and why, and tells it to whoever watches.
    class Losses
      # `environments` by contender id, those that stand and those that do not; more may come.
      #: (writer: Record::Writer, live: Live, clock: #call, ?environments: Hash) -> void
      def initialize(writer:, live:, clock:, environments: {})
        @writer = writer
        @live = live
        @clock = clock
        @environments = environments
      end

      # status: "unavailable", "failed" or "invalid".
      #: (Plan::Cell, String, String) -> void
      def add(cell, status, reason)
        reason = reason.lines.map(&:strip).join("; ")
        @writer.add("failure", cell: cell.id, contender: cell.contender.id, status: status, reason: reason)
        @live.tell(:failure, cell: cell, status: status, reason: reason)
      end

      # A release that does not run here, or not in this mode, is unavailable; the user's own folder or commit
      # is broken.
      #: (Plan::Cell, String) -> void
      def unbuilt(cell, reason)
        broken = %w[path git].include?(cell.contender.source.kind) && !modeless?(cell)
        add(cell, broken ? "failed" : "unavailable", reason)
      end

      # The run cannot go on. Answers its outcome.
      #: (Trouble) -> String
      def stopped(error)
        @writer.add("event", kind: "stopped", message: error.message, at_s: @clock.call)
        @live.tell(:warning, message: error.message)
        "stopped early"
      end

      private

      # Its language lacks the mode, or its environment, which stands.
      def modeless?(cell) = !cell.refusal.nil? || @environments[cell.contender.id].is_a?(Env::Environment)
    end
  end
end
