# frozen_string_literal: true

module Cachemark
  module Driver
    class Planned
      # The workers of a cell in its mode: a Cell for each, with keys that no other uses. In mode sync, it is one.
      class Workers
        # Array[Cell]
        attr_reader :cells
        # Integer: how long their clients took to connect.
        attr_reader :connected_ns

        # The `open` request, and the Processes or OneProcess that makes their calls. Raises Cell::Lack and Refused.
        #: (Hash[String, Object], Vocabulary::Mode, Processes | OneProcess) -> void
        def initialize(message, mode, runner)
          @mode = mode
          @runner = runner
          @pairs = message.fetch("scenario").key?("pairs")
          @cells = []
          given = Workers.messages(message, mode)
          given.each { |fields, pairs| @cells << Cell.new(fields, pairs: pairs, values: runner.values_after(@cells)) }
        rescue Cell::Lack, Refused
          forget
          raise
        end

        #: () -> String
        def id = cells.first.id

        # Whether one call follows the other.
        def sync? = @mode.sync?

        # How many calls an iteration makes; with pairs, those of all workers.
        #: () -> Integer
        def calls = @pairs ? cells.sum(&:calls) : cells.first.calls

        # How many iterations each worker makes. With pairs, each makes all of them.
        #: (Integer) -> Array[Integer]
        def shares(iterations)
          return cells.map { iterations } if @pairs

          cells.each_index.map { |at| (iterations / cells.size) + (at < iterations % cells.size ? 1 : 0) }
        end

        # Returns the driver's reply.
        #: (Numeric) -> Hash[String, Object]
        def open(deadline_s)
          opened = @runner.open(cells, deadline_s)
          @connected_ns = opened["ns"]
          opened
        end

        # Makes a plan of each worker, as `run` of protocol/spec.md says. Each worker has a number in `iterations`, and a list
        # in `calls`. Returns the driver's reply, which has replies for each worker. With `dues`, it has the number of calls that
        # each has `made`.
        #: (String, Numeric, iterations: Array[Integer], **Object) -> Hash[String, Object]
        def run(plan, deadline_s, **fields) = @runner.run({ cell: id, plan: plan, **fields.compact }, deadline_s)

        #: (Numeric) -> void
        def close(deadline_s) = @runner.close(id, deadline_s)

        # The harness overhead of such runs, which the block measures once.
        #: (Object) { () -> Hash[String, Integer] } -> Hash[String, Integer]
        def overhead(runs) = (@overheads ||= {})[runs] ||= yield

        # The fields of a block about the last replies to each worker, which has made this many calls in turn.
        #: (Array[Array[Object]], Array[Integer]) -> Hash[String, Object]
        def judged(replies, made)
          found = cells.zip(replies, made).map { |cell, own, calls| cell.judged(own, calls) }
          mismatches = found.flat_map { |one| one["mismatches"] }
          { "checked" => found.any? { |one| one["checked"] }, "mismatches" => mismatches.first(5) }
        end

        # Removes its files.
        def forget = cells.each(&:forget)

        # The `open` request of each worker, and the pairs that are its own.
        #: (Hash[String, Object], Vocabulary::Mode) -> Array[[Hash[String, Object], Array?]]
        def self.messages(message, mode)
          scenario = message.fetch("scenario")
          pairs = Cell.pairs(scenario)
          return [[message, pairs]] if mode.sync?

          own = pairs || message["workers"] || []
          if own.size < mode.workers
            Planned.refuse("#{mode.workers} workers need the #{pairs ? "pairs" : "keys"} of as many, not of #{own.size}")
          end
          Array.new(mode.workers) do |at|
            next [message, pairs[share(at, pairs.size, mode.workers)]] if pairs

            [{ **message, "scenario" => { **scenario, "keys" => own[at] } }, nil]
          end
        end

        # The numbers of the pairs of a worker.
        def self.share(at, count, workers) = (at * count / workers)...((at + 1) * count / workers)
        private_class_method :share
      end
    end
  end
end
