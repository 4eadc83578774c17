# frozen_string_literal: true

module Cachemark
  module Lab
    # Shows whether options of contenders change anything. For each option, fresh processes with the value and with the default
    # make the same calls, and `option_look` lines of the record keep what was seen. Nothing is timed.
    #
    # Two processes of one configuration may differ, too, so that each has several. Most of the time, a process waits for a
    # server that does not reply. So several work at the same time.
    class OptionLook
      INSTRUMENT = Instruments::Sockets
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

      # Examines options. No process begins once the block is false.
      #: (Array[Plan::OptionTrial]) { () -> bool } -> void
      def call(trials, &wanted)
        trials.each { |trial| @engine.writer.add("option", trial.facts) }
        queue = processes(trials).each_with_object(Queue.new) { |process, all| all << process }.close
        results = Lab.side_by_side([*1..AT_ONCE]) { work_off(queue, &wanted) }.flatten(1)
        results.each { |configuration, pass, seen, reason| keep(configuration.name, pass, seen, reason) }
      end

      private

      # [[configuration, number of its process, the option that is examined], ...]
      def processes(trials)
        sides = trials.flat_map { |one| [[one.with_default, "default options"], [one.with_value, "#{one.option}=#{one.value}"]] }
        sides = sides.uniq { |configuration, _| configuration.name }
        (1..PASSES).flat_map { |pass| sides.map { |configuration, option| [configuration, pass, option] } }
      end

      # [[configuration, number of the process, what was seen, or why nothing was], ...]
      def work_off(queue)
        results = []
        while !@engine.stop.requested? && yield && (configuration, pass, option = queue.pop)
          who = "#{configuration.contender.id} with #{option}"
          @engine.live.notify(:step, text: "examining #{who}, untimed: process #{pass} of #{PASSES}")
          results << [configuration, pass, *look(configuration, pass)]
        end
        results
      end

      def look(configuration, pass)
        seen = reason = nil
        MOST_FAILURES.times do |attempt|
          break if seen || @engine.stop.requested?

          seen, reason = Pass.new(@engine, configuration, @probes).call("#{configuration.name} #{pass}.#{attempt}")
        end
        [seen, reason]
      end

      def keep(name, pass, seen, reason)
        return @engine.writer.add("configuration", configuration: name, pass: pass, seen: seen) if seen
        return unless reason

        @engine.writer.add("event", kind: "option_unseen", configuration: name, message: reason, at_s: @engine.clock.call)
      end

      # A fresh process of a configuration that makes all probes, in an instrument and through proxies. Its client finds no
      # reply when it first looks for one, so that it works the same in each pass. At last its servers are lost, and fall
      # silent. A client may wait for long for the second, so that its process is used for nothing else afterwards.
      class Pass
        WARM_UP = 3
        # Iterations whose calls and writes are counted.
        COUNTED = 4
        # Seconds by which each reply is late.
        LATE_S = 0.002
        REQUEST_S = 10
        TRACE = Instruments::Trace::Calls::TRACE
        # Calls of lost servers at once, and seconds until one more. Some clients count delays in whole seconds.
        CALLS = 3
        LATER_S = 1.2
        private_constant :WARM_UP, :COUNTED, :LATE_S, :REQUEST_S, :TRACE, :CALLS, :LATER_S

        # A filter of proxies that is late with replies, and that passes none once it is `silent`.
        class Replies
          attr_writer :silent

          #: (Numeric) -> void
          def initialize(late_s) = @late_s = late_s

          #: (Proxy::Chunk) -> String | Array
          def call(chunk)
            return chunk.bytes unless chunk.side == "server"
            return [] if @silent

            sleep(@late_s)
            chunk.bytes
          end
        end
        private_constant :Replies

        #: (Engine, Plan::OptionTrial::Configuration, Array[Catalog::Scenario]) -> void
        def initialize(engine, configuration, probes)
          @engine = engine
          @configuration = configuration
          @contender = configuration.contender
          @cells = probes.select { |probe| @contender.client.kinds.include?(probe.kind) }.map { |probe| cell(probe) }
        end

        # [seen, nil], or [nil, why nothing was seen]. `seen` has a Hash for each probe, by its label, and how the client sets up
        # its sockets. `name` is that of the process.
        #: (String) -> [Hash?, String?]
        def call(name)
          # Several passes share all cores.
          ring = @engine.ring_starter.private_ring(@contender, count: @configuration.servers, argv_prefix: [])
          @instrument = INSTRUMENT.new(@engine.keeper)
          @process = ClientProcess.start(@engine, @contender, mode: @configuration.mode, name: name, ring: ring,
                                                              inside: @instrument)
          @process.reason ? [nil, @process.reason] : [seen, nil]
        rescue Host::Keeper::Lost
          raise
        rescue Trouble => error
          [nil, error.what]
        ensure
          @process&.kill
          ring&.stop
        end

        private

        # The calls of a probe, as a cell.
        def cell(probe)
          Plan::Cell.new(id: "#{@contender.id} #{probe.id}", contender: @contender, scenario: probe, label: probe.label,
                         mode: @configuration.mode, section: @contender.id)
        end

        def seen
          mark = @instrument.mark
          probes = @cells.to_h { |cell| [cell.scenario.label, probe(cell)] }.compact
          offered = @cells.reverse.find { |cell| probes.fetch(cell.scenario.label, "failed" => true)["failed"].nil? }
          lost = offered && @configuration.sync? ? lost_servers(offered) : { "lost" => {}, "silent" => {} }
          sockets = @instrument.since(mark)
          { "probes" => probes, **lost, "sockets" => { "options" => sockets.options, "limits" => sockets.limits },
            "repeatable" => @configuration.repeatable? }
        end

        # Opens a cell through proxies, and prepares it. nil for a cell that the client does not offer.
        def through_proxies(cell, late_s: 0)
          replies = Replies.new(late_s)
          WireLook::Proxies.open(@process.engine, filter: replies) do |proxies|
            @addresses = proxies.addresses
            next if @process.open(cell, through: proxies)

            @process.engine.servers.flush
            request("prepare", cell, flushed: true, collect: false)
            yield proxies, replies
          end
        end

        def probe(cell)
          through_proxies(cell, late_s: LATE_S) do |proxies|
            observed(cell, proxies)
          ensure
            close(cell)
          end
        rescue Driver::Refused => error
          { "failed" => @addresses.reduce(error.message) { |text, address| text.gsub(address, "SERVER") } }
        end

        # The traffic of the client in an iteration, and its cost if that is the same in each process.
        def observed(cell, proxies)
          block(cell, WARM_UP)
          proxies.drain
          block(cell, 1)
          tally = WireLook::Tally.of_cell(cell, @process.engine)
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

        # How the client calls servers that refuse connections, and servers that do not reply, with the first call of a cell.
        def lost_servers(cell)
          call = cell.with(scenario: cell.scenario.with(steps: cell.scenario.steps.first(1).freeze))
          { "lost" => warm(call) { |proxies| lost(call, proxies) },
            "silent" => warm(call) { |_, replies| silent(call, replies) } }
        end

        def warm(call)
          through_proxies(call) do |proxies, replies|
            block(call, 1)
            yield proxies, replies
          end || {}
        rescue Driver::Failure => error
          { "failed" => error.message }
        end

        def lost(call, proxies)
          proxies.stop
          before = @instrument.mark
          errors = Array.new(CALLS) { failure(call) }
          sleep(LATER_S)
          errors << failure(call)
          { "connects" => @instrument.since(before).connects, "errors" => errors.compact.uniq }
        end

        # The error of a call, without addresses.
        def failure(call)
          block(call, 1)
          nil
        rescue Driver::Refused => error
          error.message[/\A[\w:.]*\w/]
        end

        # For how many seconds a call waits; nil for a client that waits for longer.
        def silent(call, replies)
          replies.silent = true
          began_s = Clock.now_s
          @process.session.request("block", { cell: call.id, iterations: 1 }, deadline_s: Stats::OptionEffects::MOST_S)
          { "waits_s" => (Clock.now_s - began_s).round(1) }
        rescue Driver::Refused
          { "waits_s" => (Clock.now_s - began_s).round(1) }
        rescue Driver::Failure
          { "waits_s" => nil }
        end

        def block(cell, count, **fields) = request("block", cell, iterations: count * cell.sharing_workers, **fields)

        def request(type, cell, **fields)
          @process.request(type, { cell: cell.id, **fields }, deadline_s: REQUEST_S)
        end

        def close(cell)
          request("close", cell)
        rescue Trouble # it is gone
          nil
        end
      end
    end
  end
end
