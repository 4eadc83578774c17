# frozen_string_literal: true

module Cachemark
  module Lab
    # Examines the work of a cell on the wire. It opens the cell once more in its running process, through proxies in front
    # of the servers, prepares it, and runs it untimed. The first iteration and a warm iteration (of each worker) each become
    # a `work` line of the record. Then it checks how many calls, and how many servers of a call, really wait at the same time.
    # The proxies are gone before anything is timed.
    class WireLook
      PASS_S = 30
      # Iterations between the two examined ones, because a client may work differently when it is warm. The number of calls
      # is limited, because they go through a proxy in Ruby, and a suite has more than a hundred rows.
      WARM_UP = 50
      WARM_UP_CALLS = 60
      # With many pairs, only the first: ten for each of 16 workers.
      PAIRS = 160
      # The traffic is dropped after each part of the warm-up.
      PARTS = 5
      private_constant :WARM_UP, :WARM_UP_CALLS, :PARTS

      # The cell with as many of its pairs as a proxy in Ruby passes on quickly, and at least one for each worker.
      #: (Plan::Cell) -> Plan::Cell
      def self.sample(cell) = cell.with(scenario: cell.scenario.over([PAIRS, cell.workers].max))

      # `watch` lists what the driver counts inside the client. It includes locks only if the process is never timed, because
      # watching locks makes it permanently slower.
      #: (Plan::Cell, ClientProcess, ?watch: Array[String]) -> void
      def initialize(cell, process, watch: %w[exceptions])
        @cell = WireLook.sample(cell)
        @proxied = @cell.with(id: "#{cell.id} proxy")
        @process = process
        @engine = process.engine
        @watch = watch
      end

      # Examines the cell in a process that has finished measuring. If that fails, the cell keeps its speed, and an event of
      # the record says why its work is unknown.
      def after_timing
        status, reason = call
        unseen(reason) if status == "failed"
      rescue Driver::Lost => error
        unseen(error.message)
      end

      # nil, or why the work of the cell is unknown: [status, reason]. The status is "failed" if the work could not be
      # examined, "invalid" if the servers counted differently. Raises the errors of a lost driver. If a stop request ends it,
      # the driver is busy, so that it gets no further requests.
      #: () -> [String, String]?
      def call
        Proxies.open(@engine) do |proxies|
          @proxies = proxies
          reason = @process.open(@proxied, through: proxies)
          next ["failed", reason] if reason

          examined.tap { request("close", @proxied) }
        end
      rescue Driver::Refused => error
        ["failed", error.message]
      end

      private

      def unseen(reason) = @engine.writer.add("event", kind: "unobserved", cell: @cell.id, message: reason)

      def examined
        found = observe_iterations
        @mode = Vocabulary::Mode.of(@cell.mode)
        @mode.sync? ? note_asking : note_in_flight unless found
        found
      rescue Driver::Refused => error
        ["failed", error.message]
      end

      def observe_iterations
        @engine.servers.flush
        request("prepare", @proxied)
        iteration = ObservedIteration.new(@engine, @proxies, watch: @watch)
        tally = Tally.of_cell(@cell, @engine)
        reasons = [1, 2].map do |number|
          warm_up if number == 2
          iteration.call(@cell, tally, { process: @process.name, pass: number }) { |fields| block(@proxied, **fields) }
        end
        reasons.compact.first&.then { |reason| ["invalid", reason] }
      end

      def warm_up
        iterations = [WARM_UP, WARM_UP_CALLS.fdiv(@cell.scenario.effort).ceil].min
        PARTS.times do
          block(@proxied, iterations: [iterations.fdiv(PARTS).ceil, @cell.sharing_workers].max)
          @proxies.drain
        end
      end

      # How many calls of a concurrent mode wait for their replies at the same time. Nothing for a contender without requests.
      # Raises the errors of a lost driver.
      def note_in_flight
        line = { cell: @cell.id, process: @process.name, workers: @mode.workers }
        kind = @mode.shared ? :requests : :connections # one call at a time, however many keys on however many servers
        seen = @proxies.most(@mode.workers, kind, enough: [0, @mode.workers]) { held_block(@proxied, @cell.sharing_workers) }
        @engine.writer.add("in_flight", **line, seen: seen) if seen.positive?
      rescue Driver::Failure => error
        @engine.writer.add("in_flight", **line, seen: nil, reason: error.message)
        raise unless error.is_a?(Driver::Refused)
      end

      # How a client asks several servers for the keys of one call: one after another, or all at once. Each kind of call with
      # several keys is made alone, because the replies of a call before it would be held back instead.
      def note_asking
        return if @proxies.addresses.size < 2

        steps = @cell.scenario.steps.select { |step| Vocabulary::Operations[step["op"]].multi? }
        steps.uniq { |step| [step["op"], step["keys"].size] }.each_with_index do |step, at|
          single_call(@cell.with(id: "#{@proxied.id} #{at + 1}", scenario: @cell.scenario.with(steps: [step].freeze)), step)
        end
      end

      # The first block connects to all servers.
      def single_call(alone, step)
        return if @process.open(alone, through: @proxies)

        @engine.servers.flush
        request("prepare", alone)
        held_block(alone, 1)
        @proxies.drain
        held_block(alone, 1)
        traffics = @proxies.drain_each
        asked = traffics.count { |traffic| traffic.exchanges.any? }
        at_once = @proxies.most(asked, :servers) { held_block(alone, 1) }
        @engine.writer.add("asking", cell: @cell.id, process: @process.name, op: step["op"], keys: step["keys"].size,
                                     servers: traffics.map { |traffic| Tally.of_server(traffic) }, at_once: at_once)
        request("close", alone)
      end

      def request(type, cell) = @process.request(type, { cell: cell.id }, deadline_s: ClientProcess::OPEN_S)

      def block(cell, deadline_s: PASS_S, **fields)
        @process.request("block", { cell: cell.id, **fields }, deadline_s: deadline_s)
      end

      # A block whose replies may be held back. Times do not matter.
      def held_block(cell, iterations) = block(cell, iterations: iterations, deadline_s: Proxies::HELD_S)
    end
  end
end
