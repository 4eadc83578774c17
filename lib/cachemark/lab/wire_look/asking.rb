# frozen_string_literal: true

module Cachemark
  module Lab
    class WireLook
      # How a client asks several servers for the keys of one call: one after another, or all at once. Proxies hold replies
      # back, and the number of servers that a request was sent to by then says it. Times do not matter.
      class Asking
        #: (Engine, Proxies) -> void
        def initialize(engine, proxies)
          @engine = engine
          @proxies = proxies
        end

        # Writes an `asking` line for each kind of call with several keys, unless there is only one server, or calls are
        # concurrent. Each is made alone, because the replies of a call before it would be held back instead. Raises the
        # errors of a lost driver.
        #: (Plan::Cell, ClientProcess) -> void
        def call(cell, process)
          return if @proxies.addresses.size < 2 || !Vocabulary::Mode.of(cell.mode).sync?

          steps = cell.scenario.steps.select { |step| Vocabulary::Operations[step["op"]].multi? }
          steps.uniq { |step| [step["op"], step["keys"].size] }.each_with_index do |step, at|
            alone = cell.with(scenario: cell.scenario.with(steps: [step].freeze))
            single_call(alone, process, "#{cell.id} #{SUFFIX} #{at + 1}")
          end
        end

        private

        def single_call(cell, process, id)
          return if process.open(cell, cell: id, servers: @proxies.addresses, access: @proxies.access)

          process.engine.servers.flush
          process.request("prepare", { cell: id }, deadline_s: ClientProcess::OPEN_S)
          block = -> { process.request("block", { cell: id, iterations: 1 }, deadline_s: Proxies::HELD_S) }
          block.call # connects to all servers
          record(cell, process, observed(block))
          process.request("close", { cell: id }, deadline_s: ClientProcess::OPEN_S)
        end

        # [traffic of each server, how many servers were asked at once].
        def observed(block)
          @proxies.drain
          block.call
          traffics = @proxies.drain_each
          asked = traffics.count { |traffic| traffic.exchanges.any? }
          [traffics, @proxies.most(asked, :servers, &block)]
        end

        def record(cell, process, (traffics, at_once))
          step = cell.scenario.steps.first
          servers = traffics.map { |traffic| Tally.of_server(traffic) }
          @engine.writer.add("asking", cell: cell.id, process: process.name, op: step["op"], keys: step["keys"].size,
                                       servers: servers, at_once: at_once)
        end
      end
    end
  end
end
