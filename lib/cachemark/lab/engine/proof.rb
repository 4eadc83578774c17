# frozen_string_literal: true

module Cachemark
  module Lab
    # Proofs of a cell: a speed is shown only for replies that were checked.
    #
    # Before a cell is timed, it makes two untimed iterations with values that contain their keys. Every reply is compared
    # with the model's, and the final state is read back. Once a run, after a process has finished measuring, it makes a
    # proof as long as a block, because only the last replies of a block are compared. Then its work is examined through
    # proxies, and compared with the servers' counters of the timed part.
    #
    # Each method returns nil, or why the cell has no speed: [status, reason]. It raises the errors of a lost driver.
    class Proof
      READS = %i[hits misses].freeze
      # Drivers report at most this many wrong replies.
      MOST_REPORTED = 20
      # Calls of the long proof, and seconds for it. A comparison takes longer than a call.
      MOST_CALLS = 1_000
      LONG_S = 60
      private_constant :READS, :MOST_REPORTED, :MOST_CALLS, :LONG_S

      #: (Engine) -> void
      def initialize(engine)
        @engine = engine
        @done = {}
      end

      # Opens a cell and verifies it. Returns the arguments of Participants#drop.
      #: (CellState, ClientProcess) -> [String, String, ?bool]?
      def call(state, process) = lacking(state, process) || verify(state, state.model.proof, process)

      # The same in a later process. A cell is only opened if it was verified before, and its blocks are whole passes with
      # all replies compared.
      #: (CellState, ClientProcess) -> [String, String, ?bool]?
      def again(state, process)
        return call(state, process) unless state.proof_kind && state.whole_passes?

        lacking(state, process)
      end

      # Verifies a cell for as long as its longest block, once in a run.
      #: (CellState, ClientProcess) -> [String, String]?
      def long(state, process)
        return if state.longest.zero? || state.proof_kind == "none" || whole_pass?(state)

        once(:long, state) do
          model = Plan::Model.of(state.cell.scenario, iterations: long_iterations(state))
          verify(state, model, process, deadline_s: LONG_S)
        end
      end

      # Examines a cell's work through proxies, once in a run. If the driver is lost in it, its measurements stay valid.
      #: (CellState, ClientProcess) -> [String, String]?
      def on_the_wire(state, process)
        once(:wire, state) do
          WireLook.new(state.cell, process).after_timing
          difference(state)&.then { |reason| ["invalid", reason] }
        end
      end

      private

      def lacking(state, process) = process.open(state.cell)&.then { |reason| ["unavailable", reason, false] }

      def once(what, state)
        return if @done[[what, state.id]]

        @done[[what, state.id]] = true
        yield
      end

      def verify(state, model, process, deadline_s: ClientProcess::OPEN_S)
        process.engine.servers.flush
        scenario = state.cell.scenario
        verified = process.request("verify", { cell: state.id, **model.to_verify, **process.engine.flushed(scenario) },
                                   deadline_s: deadline_s + process.engine.untimed_limit_s(scenario))
        state.proof_kind = verified["proof"]
        wrong = wrong(state, model, verified)
        write(state, process, verified, wrong)
        return unless wrong

        process.engine.servers.raise_if_lost
        ["invalid", wrong]
      end

      # Hits and misses of an iteration of each worker, as the client saw them. The null client reads nothing.
      def write(state, process, verified, wrong)
        seen = seen(verified).last || Plan::Work.new
        workers = state.sharing_workers
        @engine.writer.add("proof", cell: state.id, process: process.name, ok: wrong.nil?, hits: seen.hits / workers,
                                    misses: seen.misses / workers, reason: wrong, iterations: Array(verified["work"]).size)
      end

      def seen(verified) = Array(verified["work"]).map { |line| Plan::Work.new(hits: line["hits"], misses: line["misses"]) }

      def wrong(state, model, verified)
        return wrong_reply(verified) unless verified["ok"]
        return if verified["proof"] == "none"

        seen = seen(verified)
        model.hits.zip(model.misses).each_with_index do |(hits, misses), at|
          right = Plan::Work.new(hits: hits, misses: misses) * state.sharing_workers
          found = seen[at] || Plan::Work.new
          next if found == right

          return "the client saw #{found.in_words(READS)} in an iteration; the scenario makes #{right.in_words(READS)}"
        end
        nil
      end

      # The first mismatch as a sentence.
      def wrong_reply(verified)
        wrong = Array(verified["mismatches"]).first
        return "the proof failed: #{verified["errors"].to_a.map { |name, count| "#{name} x #{count}" }.join(", ")}" unless wrong

        call = wrong.values_at("op", "key", "iteration")
        format("wrong reply: %s of %s in iteration %s answered %s, expected %s (%s)",
               *call, cut(wrong["actual"]), cut(wrong["expected"]), total(verified["mismatches"].size))
      end

      def total(count) = count < MOST_REPORTED ? "#{count} wrong in all" : "#{count} or more wrong"

      def cut(text) = text.to_s.length > 60 ? "#{text.to_s[0, 57]}..." : text.to_s

      # With pairs, every block compares all replies of its last pass, and here each block had only one pass.
      def whole_pass?(state) = state.cell.scenario.pairs && state.longest == 1

      # The number of iterations of each worker.
      def long_iterations(state)
        [state.longest.fdiv(state.sharing_workers).ceil, MOST_CALLS.fdiv(state.cell.scenario.effort).ceil].min
      end

      def difference(state)
        record = @engine.writer.record
        blocks, works = [record.blocks, record.works].map { |lines| lines.select { |line| line["cell"] == state.id } }
        Stats::Evidence::TimedTraffic.departure(state.cell.facts, blocks, works)
      end
    end
  end
end
