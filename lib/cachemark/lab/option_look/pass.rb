# frozen_string_literal: true

module Cachemark
  module Lab
    class OptionLook
      # A fresh process of a configuration that makes all probes, in an instrument and through proxies. Its client finds no
      # reply when it first looks for one, so that it works the same in each pass. At last its servers fall silent, and are
      # lost.
      class Pass
        WARM_UP = 3
        # Iterations whose calls and writes are counted.
        COUNTED = 4
        # Seconds by which each reply is late.
        LATE_S = 0.002
        REQUEST_S = 10
        TRACE = Instruments::Trace::Calls::TRACE
        private_constant :WARM_UP, :COUNTED, :LATE_S, :REQUEST_S, :TRACE

        # A filter of proxies that is late with replies.
        LATE = lambda do |chunk|
          sleep(LATE_S) if chunk.side == "server"
          chunk.bytes
        end
        private_constant :LATE

        #: (Engine, Plan::OptionTrial::Configuration, Array[Plan::Cell], String) -> void
        def initialize(engine, configuration, cells, name)
          @original = engine
          @configuration = configuration
          @cells = cells
          @name = name
        end

        # [seen, nil], or [nil, why nothing was seen]. `seen` has a Hash for each probe, by its label, and how the client sets up
        # its sockets.
        #: () -> [Hash?, String?]
        def call
          start
          return [nil, @process.reason] if @process.reason

          made = probes
          [{ "probes" => made, **lost_servers(made), "sockets" => sockets, "repeatable" => @configuration.repeatable? }, nil]
        rescue Host::Keeper::Lost
          raise
        rescue Trouble => error
          [nil, error.what]
        ensure
          finish
        end

        private

        # Several passes share all cores.
        def start
          contender = @configuration.contender
          @ring = @original.ring_starter.private_ring(contender, count: @configuration.servers, argv_prefix: [])
          @engine = @original.with_servers(@ring)
          @instrument = Instruments::Sockets.new(@engine.keeper)
          @process = Instruments::CountedProcess.new(@engine, contender, instrument: @instrument, mode: @configuration.mode,
                                                                         name: @name)
          @process.start
          @mark = @instrument.mark
        end

        def finish
          @process&.kill
          @ring&.stop
        end

        def probes = @cells.to_h { |cell| [cell.scenario.label, on_the_wire(cell) { |proxies| probe(cell, proxies) }] }.compact

        # nil for a cell that the client does not offer.
        def on_the_wire(cell)
          WireLook::Proxies.open(@ring.servers, filter: LATE) do |proxies|
            @addresses = proxies.addresses
            next if @process.open(cell, servers: @addresses, access: proxies.access)

            @engine.servers.flush
            request("prepare", cell, flushed: true, collect: false)
            yield proxies
          ensure
            close(cell)
          end
        rescue Driver::Refused => error
          { "failed" => @addresses.reduce(error.message) { |text, address| text.gsub(address, "SERVER") } }
        end

        # The traffic of the client in an iteration, and its cost if that is the same in each process.
        def probe(cell, proxies)
          block(cell, WARM_UP)
          proxies.drain
          block(cell, 1)
          tally = WireLook::Tally.new(cell.scenario, prefix: @engine.open_fields(cell)[:prefix], workers: cell.worker_keys)
          seen = { "calls" => cell.scenario.calls, "connections" => proxies.used, "traffic" => tally.of(proxies.drain) }
          @configuration.repeatable? ? { **seen, **counted(cell), "methods" => methods(cell) } : seen
        end

        # {"writes" => Float, "allocations" => Float} of an iteration.
        def counted(cell)
          first, all = [1, COUNTED + 1].map { |count| @process.window { block(cell, count) } }
          first.to_h { |name, number| [name, per_iteration(all.fetch(name) - number)] }
        end

        # {name => Float} of an iteration; empty if the driver does not trace.
        def methods(cell)
          first, all = [1, COUNTED + 1].map { |count| called(block(cell, count, trace: TRACE)["trace"]) }
          all.to_h { |name, number| [name, per_iteration(number - first.fetch(name, 0))] }.reject { |_, number| number.zero? }
        end

        def called(sites)
          sites.to_a.group_by { |site| site["name"] }.transform_values { |own| own.sum { |site| site["count"] } }
        end

        def per_iteration(number) = number.fdiv(COUNTED).round(2)

        def block(cell, count, **fields) = request("block", cell, iterations: count * cell.sharing_workers, **fields)

        def request(type, cell, **fields) = @process.request(type, { cell: cell.id, **fields }, deadline_s: REQUEST_S)

        def close(cell)
          @process.request("close", { cell: cell.id }, deadline_s: REQUEST_S)
        rescue Trouble # it never opened the cell, or is gone
          nil
        end

        # How the client calls servers that are lost, and servers that do not reply.
        def lost_servers(made)
          cell = @cells.reverse.find { |one| made.fetch(one.scenario.label, "failed" => true)["failed"].nil? }
          return { "lost" => {}, "silent" => {} } unless cell && @configuration.sync?

          LostServers.new(cell, @process, @instrument).call(@ring.servers)
        end

        def sockets
          calls = @instrument.since(@mark)
          { "options" => calls.options, "limits" => calls.limits }
        end
      end
    end
  end
end
