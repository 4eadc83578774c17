# frozen_string_literal: true

module Cachemark
  module Lab
    # Writes down what has no speed, and why, and tells it to whoever watches.
    class Losses
      #: (writer: Record::Writer, live: Live, clock: #call) -> void
      def initialize(writer:, live:, clock:)
        @writer = writer
        @live = live
        @clock = clock
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
        broken = cell.refusal.nil? && %w[path git].include?(cell.contender.source.kind)
        add(cell, broken ? "failed" : "unavailable", reason)
      end

      # The run cannot go on. Answers its outcome.
      #: (Trouble) -> String
      def stopped(error)
        @writer.add("event", kind: "stopped", message: error.message, at_s: @clock.call)
        @live.tell(:warning, message: error.message)
        "stopped early"
      end
    end
  end
end
