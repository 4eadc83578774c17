# frozen_string_literal: true

module Cachemark
  module Lab
    class OptionLook
      # Calls servers that refuse connections, and then servers that do not reply. A client may wait for long for the second,
      # so that its process is used for nothing else afterwards.
      class LostServers
        # Calls of lost servers at once, and seconds until one more. Some clients count delays in whole seconds.
        CALLS = 3
        LATER_S = 1.2
        # Seconds for a request to the driver in the instrument.
        REQUEST_S = 10
        MOST_S = Stats::OptionEffects::MOST_S
        private_constant :CALLS, :LATER_S, :REQUEST_S, :MOST_S

        # A filter of proxies that passes replies until `silent` is set.
        class Silence
          attr_writer :silent

          def call(chunk) = @silent && chunk.side == "server" ? [] : chunk.bytes
        end
        private_constant :Silence

        # It makes the first call of the cell.
        #: (Plan::Cell, Instruments::CountedProcess, Instruments::Sockets) -> void
        def initialize(cell, process, instrument)
          @cell = cell.with(scenario: cell.scenario.with(steps: cell.scenario.steps.first(1).freeze))
          @process = process
          @instrument = instrument
        end

        # {"lost" => ..., "silent" => ...}
        #: (Array[Host::Server]) -> Hash[String, Hash]
        def call(servers)
          { "lost" => with_proxies(servers) { |proxies| lost(proxies) },
            "silent" => with_proxies(servers) { |_, silence| silent(silence) } }
        end

        private

        def with_proxies(servers)
          silence = Silence.new
          WireLook::Proxies.open(servers, filter: silence) do |proxies|
            next {} if @process.open(@cell, servers: proxies.addresses)

            request("prepare", flushed: true)
            request("block", iterations: 1)
            yield proxies, silence
          end
        rescue Driver::Failure => error
          { "failed" => error.message }
        end

        def lost(proxies)
          proxies.stop
          before = @instrument.mark
          errors = Array.new(CALLS) { failure }
          sleep(LATER_S)
          errors << failure
          { "connects" => @instrument.since(before).connects, "errors" => errors.compact.uniq }
        end

        # The error of a call, without addresses.
        def failure
          request("block", iterations: 1)
          nil
        rescue Driver::Refused => error
          error.message[/\A[\w:.]*\w/]
        end

        # For how many seconds a call waits; nil for a client that waits for longer.
        def silent(silence)
          silence.silent = true
          began_s = Clock.now_s
          @process.session.request("block", { cell: @cell.id, iterations: 1 }, deadline_s: MOST_S)
          { "waits_s" => (Clock.now_s - began_s).round(1) }
        rescue Driver::Refused
          { "waits_s" => (Clock.now_s - began_s).round(1) }
        rescue Driver::Failure
          { "waits_s" => nil }
        end

        def request(type, **fields) = @process.request(type, { cell: @cell.id, **fields }, deadline_s: REQUEST_S)
      end
    end
  end
end
