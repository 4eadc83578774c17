# frozen_string_literal: true

module Cachemark
  module Lab
    # Compares two contenders. Both processes of a pair prove their cells, and then run quads of blocks.
    class PairMeasurement
      # Two fresh processes, and their match.
      class Pair
        # Integer: unique in a record; Plan::Match; Array[ClientProcess]: baseline, contender.
        attr_reader :number, :match, :processes

        # Starts both at the same time, on other cores than the measured ones.
        #: (Engine, Plan::Match, Integer) -> Pair
        def self.start(engine, match, number)
          named = match.comparisons.first.cells.zip(%w[a b]).map { |cell, letter| [cell, "p#{number}#{letter}.#{cell.lane}"] }
          new(match, number, Lab.side_by_side(named) do |cell, name|
            ClientProcess.start(engine, cell.contender, mode: cell.mode, name: name, aside: true)
          end)
        end

        #: (Plan::Match, Integer, Array[ClientProcess]) -> void
        def initialize(match, number, processes)
          @match = match
          @number = number
          @processes = processes
        end

        # {"baseline" => ClientProcess, "contender" => ClientProcess}
        def by_name = { "baseline" => processes.first, "contender" => processes.last }

        def close = processes.each(&:close)
      end

      #: (Engine, Participants, random: Random) -> void
      def initialize(engine, participants, random:)
        @engine = engine
        @participants = participants
        @random = random
        @runner = CellRunner.new(engine, participants)
      end

      # Moves both processes to the measured cores, and proves their cells. Returns false if the pair cannot be measured.
      #: (Pair) -> bool
      def prepare(pair)
        pair.processes.each(&:settle)
        pair.by_name.each do |name, process|
          @engine.writer.add("process", pair: pair.number, **process.facts)
          lane = pair.match.comparisons.first.public_send(name).lane
          @participants.drop_lane(lane, "failed", process.reason) if process.failure
        end
        pair.processes.none?(&:failure) && %w[baseline contender].shuffle(random: @random).all? { |name| prove(pair, name) }
      end

      # Runs the quads, and closes the pair in the record. Returns false if it broke off.
      #: (Pair, Integer, Integer) -> bool
      def call(pair, quads, set)
        before = @engine.steal.sample
        done = Plan::Order::Quads.order(live(pair), quads, random: @random).all? { |quad| quad(pair, *quad) }
        served = live(pair)
        return false unless done && served.any?

        @engine.writer.add("pair", pair: pair.number, set: set, comparisons: served.map(&:id),
                                   **pair.by_name.transform_values(&:name).transform_keys(&:to_sym),
                                   steal_percent: Host::StealTime.percent(before, @engine.steal.sample),
                                   at_s: @engine.clock.call.round(4))
        true
      end

      # Examines the cells of a whole pair on the wire, after its processes have finished measuring. Long proofs come first,
      # because the examination may cost the process.
      #: (Pair) -> void
      def look(pair)
        comparisons = live(pair)
        served = pair.by_name.to_h { |name, process| [process, states(comparisons, name)] }
        served.each { |process, states| states.all? { |state| skipped?(state) || @runner.prove_long(state, process) } }
        served.each { |process, states| states.each { |state| @runner.look(state, process) unless skipped?(state) } }
      end

      private

      def skipped?(state) = @engine.stop.requested? || !state.live?

      # The states of one side of comparisons, "baseline" or "contender".
      def states(comparisons, name) = comparisons.map { |comparison| @participants.state(comparison.public_send(name)) }

      def live(pair) = pair.match.comparisons.select { |comparison| @participants.live?(comparison) }

      def prove(pair, name)
        states(pair.match.comparisons, name).select(&:live?).all? do |state|
          !@engine.stop.requested? && @runner.prove(state, pair.by_name.fetch(name))
        end
      end

      # All four blocks have the same length in iterations, and are timed in the same stretches.
      def quad(pair, comparison, number, names)
        return false if @engine.stop.requested?
        return true unless @participants.live?(comparison)

        iteration_ns = Math.sqrt(comparison.cells.map { |cell| @participants.state(cell).iteration_ns }.reduce(:*))
        iterations = Plan::Pace.iterations(iteration_ns, workers: comparison.baseline.sharing_workers)
        names.each_with_index.all? do |name, slot|
          place = { comparison: comparison.id, pair: pair.number, quad: number, slot: slot, arm: name }
          block(@participants.state(comparison.public_send(name)), pair.by_name.fetch(name), iterations, iteration_ns, place)
        end
      end

      # Returns false if the process is lost, which costs the pair.
      def block(state, process, iterations, iteration_ns, place)
        place = { process: process.name, **place }
        !state.live? || @runner.block(state, process, iterations, place, iteration_ns: iteration_ns)
      end
    end
  end
end
