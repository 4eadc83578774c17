# frozen_string_literal: true

module Cachemark
  module Lab
    # How long new clients take until they have a first reply, on the measured cores. It is measured in every process of a run
    # that compares ways to connect: only there does a connection cost more than its calls.
    class FirstReplies
      CLIENTS = 20
      DEADLINE_S = 60
      # A call that every client has: it reads a key that nobody writes.
      READS = { "client" => "get", "store" => "read" }.freeze
      KEY = "cachemark-absent"
      FIELDS = %i[client servers access options prefix mode].freeze
      private_constant :CLIENTS, :DEADLINE_S, :READS, :KEY, :FIELDS

      # Whether a run compares ways to connect.
      #: (Array[Plan::Cell]) -> bool
      def self.compared?(cells) = cells.any? { |cell| cell.contender.endpoint&.needs&.any? }

      #: (Engine) -> void
      def initialize(engine)
        @engine = engine
      end

      # Measures them in the process of a cell, and writes a `first_replies` line. Raises Driver::Lost.
      #: (Plan::Cell, ClientProcess) -> void
      def call(cell, process)
        fields = process.engine.open_fields(cell).slice(*FIELDS)
        asked = { **fields, scenario: scenario(cell), times: CLIENTS }
        reply = process.engine.ring.while_timed { process.request("connect", asked, deadline_s: DEADLINE_S) }
        note(cell, process, reply["ns"] || [], reply["reason"])
      rescue Driver::Refused => error
        note(cell, process, [], error.message)
      end

      private

      def note(cell, process, ns, reason)
        @engine.writer.add("first_replies", process: process.name, contender: cell.contender.id, ns: ns, reason: reason)
      end

      def scenario(cell)
        kind = cell.contender.client.reference ? cell.scenario.kind : cell.contender.client.kind
        { keys: { k: KEY }, values: {}, prelude: [], steps: [{ op: READS.fetch(kind), key: "k" }], wrap: nil }
      end
    end
  end
end
