# frozen_string_literal: true

module Cachemark
  module Lab
    # Shows whether options of contenders change anything. For each option, fresh processes with the value and with the default
    # make the same calls, and `option_look` lines of the record keep what was seen. Nothing is timed.
    #
    # Two processes of one configuration may differ, too, so that each has several. Most of the time, a process waits for a
    # server that does not reply. So several work at the same time.
    class OptionLook
      # Processes of a configuration. How many may fail before a configuration is given up.
      PASSES = 2
      MOST_FAILURES = 2
      # Processes at the same time.
      AT_ONCE = 8
      private_constant :PASSES, :MOST_FAILURES, :AT_ONCE

      # `probes` are the scenarios of the calls.
      #: (Engine, Array[Catalog::Scenario]) -> void
      def initialize(engine, probes)
        @engine = engine
        @probes = probes
      end

      # Why no option can be looked at here, as [reason, try]; nil if it can.
      #: () -> [String, String]?
      def lacking
        instrument = Instruments::Sockets
        missing = instrument::PROGRAMS.find { |program| @engine.keeper.which(program).nil? } or return
        ["there is no #{missing} here", "install the Debian package #{instrument::PACKAGE}"]
      end

      # Examines options. No process begins once the block is false.
      #: (Array[Plan::OptionTrial]) { () -> bool } -> void
      def call(trials, &wanted)
        trials.each { |trial| @engine.writer.add("option", trial.facts) }
        queue = processes(trials).each_with_object(Queue.new) { |one, all| all << one }.close
        results = Lab.side_by_side([*1..AT_ONCE]) { work_off(queue, &wanted) }.flatten(1)
        results.each { |name, pass, seen, reason| keep(name, pass, seen, reason) }
      end

      private

      # [[configuration, number of its process, the option that is examined], ...]
      def processes(trials)
        sides = trials.flat_map { |one| [[one.with_default, "default options"], [one.with_value, "#{one.option}=#{one.value}"]] }
        sides = sides.uniq { |configuration, _| configuration.name }
        (1..PASSES).flat_map { |pass| sides.map { |configuration, option| [configuration, pass, option] } }
      end

      # [[name of the configuration, number of the process, what was seen, or why nothing was], ...]
      def work_off(queue)
        results = []
        while !@engine.stop.requested? && yield && (configuration, pass, option = queue.pop)
          who = "#{configuration.contender.id} with #{option}"
          @engine.live.notify(:step, text: "examining #{who}, untimed: process #{pass} of #{PASSES}")
          results << [configuration.name, pass, *look(configuration, pass)]
        end
        results
      end

      def look(configuration, pass)
        seen = reason = nil
        MOST_FAILURES.times do |attempt|
          break if seen || @engine.stop.requested?

          name = "#{configuration.name} #{pass}.#{attempt}"
          seen, reason = Pass.new(@engine, configuration, cells(configuration), name).call
        end
        [seen, reason]
      end

      def keep(name, pass, seen, reason)
        return @engine.writer.add("option_look", configuration: name, pass: pass, seen: seen) if seen
        return unless reason

        @engine.writer.add("event", kind: "option_unseen", configuration: name, message: reason, at_s: @engine.clock.call)
      end

      # The calls of a contender, as cells.
      def cells(configuration)
        contender = configuration.contender
        own = @probes.select { |probe| contender.client.kinds.include?(probe.kind) }
        own.map do |probe|
          Plan::Cell.new(id: "#{contender.id} #{probe.id}", contender: contender, scenario: probe, label: probe.label,
                         mode: configuration.mode, section: contender.id)
        end
      end

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
          WireLook::Proxies.open(@ring.servers, keeper: @engine.keeper, filter: LATE) do |proxies|
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

          LostServers.new(cell, @process, @instrument).call(@engine)
        end

        def sockets
          calls = @instrument.since(@mark)
          { "options" => calls.options, "limits" => calls.limits }
        end
      end

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
        #: (Engine) -> Hash[String, Hash]
        def call(engine)
          { "lost" => with_proxies(engine) { |proxies| lost(proxies) },
            "silent" => with_proxies(engine) { |_, silence| silent(silence) } }
        end

        private

        def with_proxies(engine)
          silence = Silence.new
          WireLook::Proxies.open(engine.ring.servers, keeper: engine.keeper, filter: silence) do |proxies|
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
