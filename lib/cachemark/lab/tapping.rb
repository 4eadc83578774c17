# frozen_string_literal: true

module Cachemark
  module Lab
    # What a cell does on the wire: it is opened once more in its live process, through proxies
    # in front of the servers, prepared, and run untimed. Its first iteration and one when it
    # is warm (of each worker) each are a `work` line of the record; then it is seen whether its workers
    # are at work at the same time (`in_flight`). The proxies are gone before anything is timed.
    class Tapping
      OPEN_S = 20
      PASS_S = 30
      ID = "proxy"
      # Between the two iterations that are looked at, because a client may work otherwise when it
      # is warm. So many, but no more calls than these, which go through a proxy in Ruby: a suite has
      # more than a hundred rows.
      WARM_UP = 50
      WARM_UP_CALLS = 60
      # Of many pairs the first; ten for each of 16 workers.
      PAIRS = 160
      # What went through is let go of after each part.
      PARTS = 5
      private_constant :ID, :WARM_UP, :WARM_UP_CALLS, :PARTS

      # The cell over as many of its pairs as a proxy in Ruby lets through in no time, and no fewer than it has workers.
      #: (Plan::Cell) -> Plan::Cell
      def self.sample(cell) = cell.with(scenario: cell.scenario.over([PAIRS, cell.workers].max))

      # `watch` is what the driver counts inside the client; locks only where the process is
      # never timed, because watching them makes it slower for good.
      #: (rig: Rig, writer: Record::Writer, ?watch: Array[String]) -> void
      def initialize(rig:, writer:, watch: %w[exceptions])
        @rig = rig
        @writer = writer
        @watch = watch
        @observed = {}
      end

      # Once a run for each cell, in a process that has measured all it will: what a row does on
      # the wire belongs beside its speed. Where it cannot be seen, an event says why.
      #: (Plan::Cell, Driver::Session, String) -> void
      def once(cell, session, process)
        return if @observed.key?(cell.id)

        @observed[cell.id] = true
        status, reason = call(cell, session, process)
        unobserved(cell, reason) if status == "failed"
      rescue Driver::Lost => error
        unobserved(cell, error.message)
      end

      # Nil, or why nothing can be said of the cell: [status, reason], "failed" where it could not
      # be observed, "invalid" where the servers disagree. Raises what a lost driver raises.
      #: (Plan::Cell, Driver::Session, String) -> [String, String]?
      def call(cell, session, process)
        Proxies.open(@rig.ring.servers) { |proxies| observe(Tapping.sample(cell), session, process, proxies) }
      end

      private

      def unobserved(cell, reason) = @writer.add("event", kind: "unobserved", cell: cell.id, message: reason)

      def observe(cell, session, process, proxies)
        opened = session.request("open", open_fields(cell, proxies), deadline_s: OPEN_S)
        return ["failed", opened["reason"]] if opened["type"] == "not_offered"

        begin
          passes(cell, session, process, proxies) || in_flight(cell, session, process, proxies)
        ensure
          session.request("close", { cell: id(cell) }, deadline_s: OPEN_S)
        end
      rescue Driver::Refused => error
        ["failed", error.message]
      end

      def passes(cell, session, process, proxies)
        @rig.flush
        session.request("prepare", { cell: id(cell) }, deadline_s: OPEN_S)
        pass = Pass.new(rig: @rig, writer: @writer, proxies: proxies, watch: @watch)
        tally = Tally.new(cell.scenario, prefix: open_fields(cell, proxies)[:prefix], workers: cell.worker_keys)
        reasons = [1, 2].map do |number|
          warm_up(cell, session, proxies) if number == 2
          pass.call(cell, tally, { process: process, pass: number }) { |fields| block(cell, session, fields) }
        end
        reasons.compact.first&.then { |reason| ["invalid", reason] }
      end

      # Nil: whatever is seen is right.
      def in_flight(cell, session, process, proxies)
        InFlight.new(@writer, proxies).call(cell, process) { |fields, deadline_s| block(cell, session, fields, deadline_s) }
        nil
      end

      def block(cell, session, fields, deadline_s = PASS_S)
        session.request("block", { cell: id(cell), **fields }, deadline_s: deadline_s)
      end

      def warm_up(cell, session, proxies)
        iterations = [WARM_UP, WARM_UP_CALLS.fdiv(cell.scenario.calls).ceil].min
        PARTS.times do
          block(cell, session, { iterations: [iterations.fdiv(PARTS).ceil, cell.hands].max })
          proxies.drain
        end
      end

      def open_fields(cell, proxies) = @rig.open_fields(cell).merge(cell: id(cell), servers: proxies.addresses)

      def id(cell) = "#{cell.id} #{ID}"
    end
  end
end
