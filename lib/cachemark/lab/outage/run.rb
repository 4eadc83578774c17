# frozen_string_literal: true

module Cachemark
  module Lab
    class Outage < Loop
      # A run of a contender: fresh servers, a fresh process that proves itself and fills the servers, then the calls, and the
      # incident in the middle of them.
      class Run
        # Seconds from the request until the first call, in which the driver reads the request.
        LEAD_S = 0.3
        # Nanoseconds that reading the request takes for each call.
        READ_NS = 5_000
        # Seconds before the end of an incident at which the servers are read.
        BEFORE_END_S = 0.1
        # Seconds that a call may last after the end of the run. Clients have timeouts of up to 4 s for each of several attempts.
        GRACE_S = 30
        # Seconds after the end of the run in which due calls may still begin, so that a short queue is no loss.
        TAIL_S = 1
        # Seconds for the writes that show where keys are at the end.
        PROBE_S = 5
        FILL_S = 20
        private_constant :LEAD_S, :READ_NS, :BEFORE_END_S, :GRACE_S, :TAIL_S, :PROBE_S, :FILL_S

        #: (Engine, Plan::Outage, Plan::Outage::Traffic) -> void
        def initialize(engine, outage, traffic)
          @engine = engine
          @outage = outage
          @traffic = traffic
        end

        # Makes the run. Returns the fields of its line in the record, or [status, reason] if the client could not begin. Raises
        # the errors of a lost driver.
        #: (Plan::Cell, String) -> Hash[Symbol, Object] | [String, String]
        def call(cell, name)
          @cell = cell.with(scenario: @traffic.scenario(cell.scenario.kind))
          @servers = Servers.new(@engine.ring_starter, cell.contender, @outage.servers)
          @incident = Incidents.of(@servers, @outage, @engine.keeper)
          @process = process(name)
          refused || measured
        ensure
          @process&.kill
          @incident&.close
          @servers&.stop
        end

        private

        def process(name)
          @engine.redirect(@cell.contender.id, @incident.addresses)
          ClientProcess.start(@engine, @cell.contender, mode: @cell.mode, name: name, ring: @servers.ring,
                                                        inside: @incident.inside)
        end

        def refused
          return ["failed", @process.reason] if @process.failure

          @engine.writer.add("process", @process.facts)
          @process.settle
          return ["failed", @process.reason] if @process.failure

          Proof.new(@process.engine).call(CellState.new(@cell, Plan::Model.of(@cell.scenario)), @process)
        end

        def measured
          prepared = { cell: @cell.id, flushed: true, traffic: wire(@traffic) }
          @process.request("prepare", prepared, deadline_s: FILL_S)
          homes = KeyHomes.new(@traffic.own_keys)
          before = homes.read(@servers.ring.servers)
          start_ns = Clock.now_ns + (LEAD_S * 1e9).round + (@traffic.dues.size * READ_NS)
          happening = Happening.new(@incident, @outage, start_ns, homes, method(:readable))
          reply = traffic(@traffic, start_ns, @outage.for_s + TAIL_S)
          return ["unavailable", reply["reason"]] if reply["type"] == "not_offered"

          times, during = happening.value
          { **reply.except("id", "type", "cell").transform_keys(&:to_sym), **times, homes: [before, during, after(homes)] }
        ensure
          happening&.stop
        end

        # The incident, in a thread of its own while the driver makes the calls.
        class Happening
          # `readable` returns the servers, nil for those that cannot be read.
          #: (Incidents::Base, Plan::Outage, Integer, KeyHomes, #call) -> void
          def initialize(incident, outage, start_ns, homes, readable)
            @readable = readable
            @incident = incident
            @outage = outage
            @start_ns = start_ns
            @homes = homes
            @thread = Thread.new { happen }
            @thread.report_on_exception = false
          end

          # [when it began and ended, KeyHomes shortly before its end].
          def value = @thread.value

          def stop = Lab.end_all([@thread])

          private

          def happen
            wait(@outage.at_s)
            begun_ns = now_ns.tap { @incident.begin }
            wait((@outage.end_s || @outage.for_s) - BEFORE_END_S)
            during = @homes.read(@readable.call(@incident.readable?))
            return [{ begun_ns: begun_ns }, during] unless @outage.end_s

            wait(@outage.end_s)
            @incident.end
            [{ begun_ns: begun_ns, ended_ns: now_ns }, during]
          end

          def now_ns = Clock.now_ns - @start_ns

          def wait(seconds) = sleep([seconds - (now_ns / 1e9), 0].max)
        end
        private_constant :Happening

        def wire(calls) = { **calls.to_wire, tail: @traffic.own_keys.tail }

        def traffic(calls, start_ns, seconds)
          fields = { cell: @cell.id, **wire(calls), start_ns: start_ns, stop_ns: (seconds * 1e9).round }
          @process.request("traffic", fields, deadline_s: ((start_ns - Clock.now_ns) / 1e9) + seconds + GRACE_S)
        end

        # Where the client writes its keys now: a write of each key, in a version that no server has.
        def after(homes)
          traffic(@traffic.probe, Clock.now_ns, PROBE_S)
          homes.read(readable(@incident.readable? || @outage.end_s))
        rescue Driver::Failure
          nil
        end

        # The servers, with nil for the struck one unless it can be read.
        def readable(struck)
          @servers.ring.servers.each_with_index.map { |server, at| server if struck || at != @outage.struck - 1 }
        end
      end
    end
  end
end
