# frozen_string_literal: true

module Cachemark
  module Lab
    class Published
      # The loop of `work --as-published`: the published programs through a proxy, from their
      # first connection on; of every row the first two iterations.
      class Proxied < Published
        # Of many pairs as many as a proxy passes on quickly.
        #: (**Object) -> void
        def initialize(**)
          super
          @job = @job.with(cells: @job.cells.map { |cell| WireLook.sample(cell) })
        end

        private

        # Clients say goodbye while the proxies still run.
        def perform
          WireLook::Proxies.open(@engine.ring.servers, names: @job.server_names) do |proxies|
            @proxies = proxies
            @pass = WireLook::Pass.new(@engine, proxies, watch: Work::WATCH)
            super
          ensure
            @programs&.each_value(&:close)
          end
        end

        def servers = @proxies.addresses

        # There is no table of speeds to watch.
        def show = nil

        def run(program, cell)
          tally = WireLook::Tally.new(form(cell), workers: cell.worker_keys)
          reasons = [1, 2].map do |number|
            @pass.call(cell, tally, { process: program.process(cell.contender.id), pass: number }) do |fields|
              program.ask("block", cell, PIECE_S, **fields)
            end
          end
          reasons.compact.first&.then { |reason| program.refute(cell, reason) }
        end
      end
    end
  end
end
