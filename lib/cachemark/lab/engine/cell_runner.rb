# frozen_string_literal: true

module Cachemark
  module Lab
    # Runs a cell in a process: proves it, warms it up, times its blocks, and examines it when everything is measured. A
    # failure costs the cell, not the run. Each method returns whether the process still lives.
    class CellRunner
      # The duration of a block that shows waits for connections, for enough calls.
      WAITS_NS = 5 * Plan::Pace::BLOCK_NS
      # New clients whose first replies are measured, seconds for all of them, and their fields of an `open` request.
      NEW_CLIENTS = 20
      NEW_CLIENTS_S = 60
      NEW_CLIENT = %i[client servers access options prefix mode].freeze
      # A call that every client has: it reads a key that nobody writes.
      READS = { "client" => "get", "store" => "read" }.freeze
      private_constant :WAITS_NS, :NEW_CLIENTS, :NEW_CLIENTS_S, :NEW_CLIENT, :READS

      #: (Engine, Participants) -> void
      def initialize(engine, participants)
        @engine = engine
        @participants = participants
        @proof = Proof.new(engine)
      end

      # Opens and verifies a cell, and warms it up. `again`: see Proof#again.
      #: (CellState, ClientProcess, ?again: bool) -> bool
      def prove(state, process, again: false)
        @engine.live.notify(:proof, cell: state.cell)
        guarded(state, process) do
          found = again ? @proof.again(state, process) : @proof.call(state, process)
          found ||= WarmUp.new(process.engine, process).call(state)&.then { |reason| ["invalid", reason] }
          drop(state, found)
        end
      end

      # Measures how long new clients take until they have a first reply, on the measured cores.
      #: (CellState, ClientProcess) -> bool
      def first_replies(state, process)
        guarded(state, process) do
          reply = connect(state.cell, process)
          @engine.writer.add("first_replies", process: process.name, contender: state.cell.contender.id, ns: reply["ns"] || [],
                                              reason: reply["reason"])
        end
      end

      # Times a block in stretches, from which its cost is estimated, and records it; `place` as in Block#record. `latencies`:
      # whether each of its calls is timed as well.
      #: (CellState, ClientProcess, Integer, Hash, ?iteration_ns: Numeric, ?latencies: bool) -> bool
      def block(state, process, iterations, place, iteration_ns: state.iteration_ns || Plan::Pace::BLOCK_NS, latencies: false)
        timed(state, process) do
          block = Block.closed_loop(state, iterations, batch: Plan::Pace.batch(iteration_ns, iterations),
                                                       latencies: latencies)
          block.run(process.engine, process).record({ **place, estimate: "stretches" })
          state.iteration_ns = block.wall_ns.fdiv(iterations)
        end
      end

      # The same for a block whose calls are due at given times; yields the recorded block. It does not show the cost of an
      # iteration.
      #: (CellState, ClientProcess, Plan::OpenLoop::Timetable, Hash) { (Block) -> void } -> bool
      def block_at_rate(state, process, timetable, place)
        timed(state, process) do
          yield Block.open_loop(state, timetable, others: @engine.others).run(process.engine, process).record(place)
        end
      end

      # Records how long the calls of a cell wait for connections, in a process that has finished measuring; nothing if its
      # workers do not share a pool.
      #: (CellState, ClientProcess) -> bool
      def note_waits(state, process)
        return true unless process.pooled?(state.cell) && Vocabulary::Mode.of(state.cell.mode).shared

        timed(state, process) do
          iterations = Plan::Pace.iterations(state.iteration_ns, block_ns: WAITS_NS, workers: state.sharing_workers)
          block = Block.of_pool(state, iterations).run(process.engine, process)
          @engine.writer.add(Block::POOL, cell: state.id, process: process.name, **block.reply[Block::POOL].transform_keys(&:to_sym))
        end
      end

      # Verifies a cell for as long as a block, in a process that has finished measuring.
      #: (CellState, ClientProcess) -> bool
      def prove_long(state, process)
        guarded(state, process) { drop(state, @proof.long(state, process)) }
      end

      # Examines the work of a cell through proxies, after its long proof. This may cost the process.
      #: (CellState, ClientProcess) -> void
      def look(state, process) = drop(state, @proof.on_the_wire(state, process))

      private

      def connect(cell, process)
        client = cell.contender.client
        step = { op: READS.fetch(client.reference ? cell.scenario.kind : client.kind), key: "k" }
        asked = { **process.engine.open_fields(cell).slice(*NEW_CLIENT), times: NEW_CLIENTS,
                  scenario: { keys: { k: "cachemark-absent" }, values: {}, prelude: [], steps: [step], wrap: nil } }
        process.engine.ring.while_timed { process.request("connect", asked, deadline_s: NEW_CLIENTS_S) }
      rescue Driver::Refused => error
        { "reason" => error.message }
      end

      def timed(state, process)
        @engine.live.notify(:cell, cell: state.cell)
        guarded(state, process) { yield }
      rescue Block::Disagreement, Block::Elsewhere => error
        drop(state, [error.is_a?(Block::Elsewhere) ? "failed" : "invalid", error.message])
        true
      end

      # A driver that dies, hangs or breaks the protocol costs its cell. A driver that refuses a request lives on.
      def guarded(state, process)
        yield
        true
      rescue Driver::Failure => error
        process.engine.servers.idle_counters
        drop(state, ["failed", error.message])
        error.is_a?(Driver::Refused)
      end

      def drop(state, found) = found && @participants.drop(state.cell, *found)
    end
  end
end
