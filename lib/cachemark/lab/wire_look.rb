# frozen_string_literal: true

require "set"
require "zlib"

module Cachemark
  module Lab
    # Examines the work of a cell on the wire. It opens the cell once more in its running process, through proxies in front
    # of the servers, prepares it, and runs it untimed. The first iteration and a warm iteration (of each worker) each become
    # a `work` line of the record. Then it checks whether the workers really call at the same time. The proxies are gone
    # before anything is timed.
    class WireLook
      PASS_S = 30
      SUFFIX = "proxy"
      # Iterations between the two examined ones, because a client may work differently when it is warm. The number of calls
      # is limited, because they go through a proxy in Ruby, and a suite has more than a hundred rows.
      WARM_UP = 50
      WARM_UP_CALLS = 60
      # With many pairs, only the first: ten for each of 16 workers.
      PAIRS = 160
      # The traffic is dropped after each part of the warm-up.
      PARTS = 5
      private_constant :SUFFIX, :WARM_UP, :WARM_UP_CALLS, :PARTS

      # The cell with as many of its pairs as a proxy in Ruby passes on quickly, and at least one for each worker.
      #: (Plan::Cell) -> Plan::Cell
      def self.sample(cell) = cell.with(scenario: cell.scenario.over([PAIRS, cell.workers].max))

      # `watch` lists what the driver counts inside the client. It includes locks only if the process is never timed, because
      # watching locks makes it permanently slower.
      #: (Engine, ?watch: Array[String]) -> void
      def initialize(engine, watch: %w[exceptions])
        @engine = engine
        @watch = watch
      end

      # Examines a cell in a process that has finished measuring. If that fails, the cell keeps its speed, and an event of
      # the record says why its work is unknown.
      #: (Plan::Cell, ClientProcess) -> void
      def after_timing(cell, process)
        status, reason = call(cell, process)
        unseen(cell, reason) if status == "failed"
      rescue Driver::Lost => error
        unseen(cell, error.message)
      end

      # nil, or why the work of the cell is unknown: [status, reason]. The status is "failed" if the work could not be
      # examined, "invalid" if the servers counted differently. Raises the errors of a lost driver.
      #: (Plan::Cell, ClientProcess) -> [String, String]?
      def call(cell, process)
        Proxies.open(process.engine.ring.servers, keeper: @engine.keeper) do |proxies|
          look(WireLook.sample(cell), process, proxies)
        end
      end

      private

      def unseen(cell, reason) = @engine.writer.add("event", kind: "unobserved", cell: cell.id, message: reason)

      # If a stop request ends it, the driver is busy, so that it gets no further requests.
      def look(cell, process, proxies)
        reason = process.open(cell, cell: id(cell), servers: proxies.addresses, access: proxies.access)
        return ["failed", reason] if reason

        begin
          found = observe_iterations(cell, process, proxies)
          count_waiting(cell, process, proxies) unless found
        rescue Driver::Refused => error
          found = ["failed", error.message]
        end
        process.request("close", { cell: id(cell) }, deadline_s: ClientProcess::OPEN_S)
        found
      rescue Driver::Refused => error
        ["failed", error.message]
      end

      # How many calls, and how many servers of a call, wait at once.
      def count_waiting(cell, process, proxies)
        InFlight.new(@engine, proxies).call(cell, process.name) { |*request| block(cell, process, *request) }
        Asking.new(@engine, proxies).call(cell, process)
      end

      def observe_iterations(cell, process, proxies)
        process.engine.servers.flush
        process.request("prepare", { cell: id(cell) }, deadline_s: ClientProcess::OPEN_S)
        iteration = ObservedIteration.new(process.engine, proxies, watch: @watch)
        tally = Tally.new(cell.scenario, prefix: process.engine.open_fields(cell)[:prefix], workers: cell.worker_keys)
        reasons = [1, 2].map do |number|
          warm_up(cell, process, proxies) if number == 2
          iteration.call(cell, tally, { process: process.name, pass: number }) { |fields| block(cell, process, fields) }
        end
        reasons.compact.first&.then { |reason| ["invalid", reason] }
      end

      def block(cell, process, fields, deadline_s = PASS_S)
        process.request("block", { cell: id(cell), **fields }, deadline_s: deadline_s)
      end

      def warm_up(cell, process, proxies)
        iterations = [WARM_UP, WARM_UP_CALLS.fdiv(cell.scenario.effort).ceil].min
        PARTS.times do
          block(cell, process, { iterations: [iterations.fdiv(PARTS).ceil, cell.sharing_workers].max })
          proxies.drain
        end
      end

      def id(cell) = "#{cell.id} #{SUFFIX}"

      # One untimed iteration (of each worker) through the proxies, as a `work` line: what the proxies saw, what happened
      # inside the client, and whether the servers counted the same.
      class ObservedIteration
        #: (Engine, Proxies, watch: Array[String]) -> void
        def initialize(engine, proxies, watch:)
          @engine = engine
          @proxies = proxies
          @watch = watch
        end

        # `place` has process and pass. The block sends a `block` request with these fields and returns the reply. Returns
        # nil, or how the servers disagree.
        #: (Plan::Cell, Tally, Hash) { (Hash) -> Hash } -> String?
        def call(cell, tally, place)
          names = @proxies.aliases
          @proxies.drain
          before = @engine.servers.counters
          reply = yield({ iterations: cell.sharing_workers, batch: 1, watch: @watch })
          used = @proxies.used
          traffics, reason = agreed(@proxies.drain_each, tally, before)
          @engine.writer.add("work", cell: cell.id, **place, iterations: cell.sharing_workers,
                                     **tally.of(traffics.reduce(:+)), **tally.of_servers(traffics),
                                     names: names, used: used, reason: reason, expected: expected(cell),
                                     **reply.slice(*@watch).transform_keys(&:to_sym))
          reason
        end

        private

        # [traffic of each server, how the servers disagree]. If a client does not wait, its requests may still be under way.
        def agreed(traffics, tally, before)
          return [traffics, nil] if @engine.ring.shared?
          return [traffics, nil] unless gap(traffics, tally, @engine.servers.counters - before)

          counted = @engine.servers.idle_counters - before
          traffics = traffics.zip(@proxies.drain_each).map { |both| both.reduce(:+) }
          [traffics, gap(traffics, tally, counted)]
        end

        def gap(traffics, tally, counted)
          traffic = traffics.reduce(:+)
          return "the proxy could not read all: #{traffic.garbled.first.what}" if traffic.garbled.any?

          seen = tally.work(traffic)
          names = seen.differing(counted) - tally.unknown(traffic)
          "the proxy saw #{seen.in_words(names)}, the servers counted #{counted.in_words(names)}" if names.any?
        end

        # The expected counts of the servers in an iteration of the scenario.
        def expected(cell) = (@expected ||= {})[cell.scenario.id] ||= Plan::Model.of(cell.scenario).most.last.to_h
      end

      # Whether a mode is really concurrent: how many calls of a cell wait for their replies at the same time, counted by
      # proxies that hold replies back. Times do not matter.
      class InFlight
        #: (Engine, Proxies) -> void
        def initialize(engine, proxies)
          @engine = engine
          @proxies = proxies
        end

        # Writes an `in_flight` line, except in sync and for a contender without requests. The block sends a `block` request
        # with these fields and this deadline. Raises the errors of a lost driver.
        #: (Plan::Cell, String) { (Hash, Numeric) -> void } -> void
        def call(cell, process, &calls)
          mode = Vocabulary::Mode.of(cell.mode)
          return if mode.sync?

          line = { cell: cell.id, process: process, of: mode.workers }
          seen = most(mode) { calls.call({ iterations: cell.sharing_workers }, Proxies::HELD_S) }
          @engine.writer.add("in_flight", **line, seen: seen) if seen.positive?
        rescue Driver::Failure => error
          @engine.writer.add("in_flight", **line, seen: nil, reason: error.message)
          raise unless error.is_a?(Driver::Refused)
        end

        private

        def most(mode, &calls)
          kind = mode.shared ? :requests : :connections # one call at a time, however many keys on however many servers
          @proxies.most(mode.workers, kind, enough: [0, mode.workers], &calls)
        end
      end

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

      # How a value was encoded before it was sent, judged by its bytes, because each client uses flags in its own way.
      class Encoding
        ZLIB = /\Ax[\x01\x5e\x9c\xda]/n
        GZIP = "\x1f\x8b".b

        # Bytes that equal a raw value of the scenario were sent unchanged.
        #: (Catalog::Scenario) -> void
        def initialize(form)
          pairs = form.pairs ? form.pairs.texts.values.map(&:b) : []
          @plain = (plain(form).filter_map { |spec| bytes(spec) } + pairs).to_set
        end

        # "plain", "number", "compressed", or the encoding of a language or one of its frameworks, by the name in its facts:
        # "marshalled", "marshalled twice", "compressed NAME" and so on.
        #: (String) -> String
        def of(data)
          data = data.b
          return "plain" if @plain.include?(data)
          return "number" if data.match?(/\A\d+ *\z/)

          wrapped(data) || serialised(data) || compressed(data) || "plain"
        end

        private

        # Text is never an encoded value. Other bytes may happen to equal the encoded form of another value.
        def plain(form)
          raw = form.steps.any? { |step| step["raw"] }
          form.values.values.select { |spec| raw || spec["kind"] == "string" }
        end

        # The bytes of a value that can be sent unchanged; nil for other values, and for generated ones.
        def bytes(spec)
          case spec["kind"]
          when "string" then spec["text"] && (spec["text"] * (spec["times"] || 1)).b
          when "binary" then spec["hex"] && [spec["hex"]].pack("H*")
          end
        end

        def wrapped(data)
          languages.flat_map(&:wrappers).each do |wrapper|
            form = wrapper.forms.find { |one| data.match?(one.begins) } or next
            return form.compressed && data.match?(form.compressed) ? "compressed #{wrapper.name}" : wrapper.name
          end
          nil
        end

        # A client may serialise a value that was already encoded.
        def serialised(data)
          one = languages.filter_map(&:serialiser).find { |serialiser| data.match?(serialiser.begins) } or return
          head = one.text && data[one.text] or return one.name

          inner = data.byteslice(head.bytesize..)
          wrapped(inner) || (inner.match?(one.begins) ? "#{one.name} twice" : one.name)
        end

        def languages = Vocabulary::Language.all.values

        # Some clients compress a value together with its wrapper.
        def compressed(data)
          return unless zipped?(data)

          wrapper = wrapped(inflated(data)) or return "compressed"
          "compressed #{wrapper.delete_prefix("compressed ")}"
        end

        # Empty if the bytes only look compressed.
        def inflated(data)
          Zlib::Inflate.new(Zlib::MAX_WBITS + 32).inflate(data)
        rescue Zlib::Error
          "".b
        end

        def zipped?(data) = data.match?(ZLIB) || data.start_with?(GZIP)
      end
    end
  end
end
