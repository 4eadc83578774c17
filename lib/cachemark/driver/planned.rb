# frozen_string_literal: true

require "forwardable"
require "json"

module Cachemark
  module Driver
    # A driver that only makes calls and reads the clock (levels 1 and 2 of protocol/levels.md). It gets plans: lists of calls
    # with whole keys, and values as bytes in a file. It reports replies, and this class judges them. It has the requests of a
    # Session, and answers them as a driver of level 3 does.
    class Planned
      extend Forwardable

      # Untimed requests that a plan needs besides the one that the lab has asked for.
      LIMIT_S = 20
      # An empty run is repeated this many times; the least of each figure is the harness overhead.
      EMPTY_RUNS = 3
      CLOCK_READINGS = 5
      OVERHEAD = %w[user_ns system_ns allocations].freeze
      CONNECTED = "connect"
      private_constant :LIMIT_S, :EMPTY_RUNS, :CLOCK_READINGS, :OVERHEAD, :CONNECTED

      def_delegators :@session, :hello, :pid, :alive?, :abandon

      # Raises Refused, as if the driver had failed at a request.
      #: (String) -> void
      def self.refuse(message)
        raise Refused, { "type" => "failed", "class" => "ArgumentError", "message" => message, "backtrace" => [] }
      end

      # `another` starts a further process of the driver, for actors.
      #: (Session, another: ^() -> Session) -> void
      def initialize(session, another:)
        @session = session
        @another = another
        @loads = {}
        @cells = {}
        @actors = {}
        @overheads = {}
      end

      # As Session#request.
      #: (String, ?Hash[Symbol | String, Object], deadline_s: Numeric) -> Hash[String, Object]
      def request(type, fields = {}, deadline_s:)
        message = ::JSON.parse(::JSON.generate(fields))
        case type
        when "load" then load(message, deadline_s)
        when "open" then open(message, deadline_s)
        when "connect" then connect(message, deadline_s)
        when "prepare", "verify", "block" then send(type, cell(message), message, deadline_s)
        when "close" then end_cell(cell(message), deadline_s)
        when "traffic" then traffic(message, deadline_s)
        when "enter", "act", "leave" then acting(type, message)
        else lacking("#{type} at level #{hello["level"]}", message)
        end
      end

      # As Session#close and Session#kill.
      def close = ended { @session.close }
      def kill = ended { @session.kill }

      private

      def ended
        yield
      ensure
        @cells.each_value(&:forget)
        @actors.each_value(&:leave)
      end

      def load(message, deadline_s)
        @loads[message.fetch("client")] = { **message, "interrupts" => hello.fetch("interrupts", []) }
        @session.request("load", message, deadline_s: deadline_s)
      end

      # The requests about an actor.
      def acting(type, message)
        return lacking("#{type} at level 1", message) if plain?

        id = message.fetch("actor")
        { "actor" => id, **send(type, id, message) }
      end

      def enter(id, message)
        return lacking("mode #{message["mode"]}", message) unless [nil, "sync"].include?(message["mode"])

        loaded = @loads.fetch(message.fetch("client")) { |name| Planned.refuse("#{name} is not loaded") }
        (@actors[id] ||= Actor.new(@another, loaded)).enter(message)
      rescue Cell::Lack => error
        lacking(error.message, message)
      end

      def act(id, message)
        deadline_ms = message.fetch("deadline_ms")
        events, ending = actor(id).act(message.fetch("steps"), deadline_ms: deadline_ms,
                                                               silence_ms: message["silence_ms"] || deadline_ms)
        { "type" => "acted", "events" => events, "end" => ending }
      end

      def leave(id, _message) = { "type" => "left", "end" => actor(id).leave.tap { @actors.delete(id) } }

      def actor(id) = @actors.fetch(id) { Planned.refuse("no actor has entered as #{id.inspect}") }

      def cell(message)
        @cells.fetch(message["cell"]) { |id| Planned.refuse("no cell is open as #{id.inspect}") }
      end

      # Whether its driver is of level 1.
      def plain? = hello["level"] < 2

      # Not every request is about a cell.
      def lacking(what, message)
        { "type" => "not_offered", "reason" => "not offered by this driver: #{what}", **message.slice("cell", "actor") }
      end

      def open(message, deadline_s)
        return lacking("published calls", message) if message["published"]

        cell = Cell.new(message)
        opened = @session.request("open", cell.to_open, deadline_s: deadline_s)
        return { "cell" => cell.id, **opened } if opened["type"] == "not_offered"

        @cells[cell.id] = cell
        cell.connected_ns = opened["ns"]
        { "type" => "opened", "cell" => cell.id, "calls" => cell.calls }
      rescue Cell::Lack => error
        lacking(error.message, message)
      end

      # Each client is created, connects, and makes one call. The time between is the core's own.
      def connect(message, deadline_s)
        times = Array.new(message.fetch("times")) do
          opened = open({ **message, "cell" => CONNECTED }, deadline_s)
          return opened if opened["type"] == "not_offered"

          @cells[CONNECTED].connected_ns + run(@cells[CONNECTED], "steps", deadline_s)["wall_ns"]
        ensure
          close_cell(CONNECTED)
        end
        { "type" => "connected", "ns" => times }
      end

      def prepare(cell, message, deadline_s)
        run(cell, "clear", deadline_s) unless message["flushed"]
        run(cell, "prelude", deadline_s)
        cell.begin
        announced(cell, message["traffic"], deadline_s) if message["traffic"] && !plain?
        { "type" => "prepared", "cell" => cell.id }
      end

      def verify(cell, message, deadline_s)
        return { "type" => "verified", "cell" => cell.id, **Proof::NONE } unless cell.proves?

        clear = -> { run(cell, "clear", deadline_s) unless message["flushed"] }
        clear.call
        proof = Proof.new(cell)
        cell.expect(message["iterations"])
        proof.prelude(replies(cell, "own prelude", 1, deadline_s).first)
        proof.iterations(replies(cell, "own steps", message["iterations"].size, deadline_s), message["iterations"])
        state = message["state"] || []
        proof.state(replies(cell, "state", 1, deadline_s, calls: cell.reading(state)).first, state) if state.any?
        clear.call
        { "type" => "verified", "cell" => cell.id, **proof.report }
      end

      def replies(cell, plan, iterations, deadline_s, **more)
        ran = run(cell, plan, deadline_s, iterations: iterations, keep: "all", **more)
        ran.fetch("replies").map { |list| list.map { |reply| Reported.of(reply) } }
      end

      def block(cell, message, deadline_s)
        return open_loop(cell, message, deadline_s) if message["arrivals"]

        iterations = message.fetch("iterations")
        asked = { batch: message["batch"] || iterations, clock: message["latencies"] ? "call" : "batch" }
        empty = overhead(cell, deadline_s, iterations: 0, clock: asked.fetch(:clock))
        ran = run(cell, "steps", deadline_s, iterations: iterations, keep: "last", **asked)
        block = measured(cell, message, iterations * cell.calls, ran, empty, replies: Reported.last(ran))
        { **block, "batch" => asked.fetch(:batch), **ran.slice("latencies") }
      end

      # Each call is made when it is due, or when the one before it has ended.
      def open_loop(cell, message, deadline_s)
        Planned.refuse("not offered by this driver: an open loop at level 1") if plain?

        dues = message.fetch("arrivals").unpack1("m0").unpack("Q<*")
        empty = overhead(cell, deadline_s, dues: [])
        ran = run(cell, "steps", deadline_s, keep: "last", dues: dues)
        made = DueCalls.new(ran)
        measured(cell, message, dues.size, ran, empty, replies: made.replies).merge(made.to_block)
      end

      # The fields of a block that made this many calls. `replies` are the last ones.
      def measured(cell, message, calls, ran, empty, replies:)
        iterations = calls.fdiv(cell.calls).ceil
        used = OVERHEAD.to_h { |name| [name, ran[name] && [ran[name] - empty.fetch(name), 0].max] }
        judged = cell.judged(replies, calls)
        { "type" => "block", "cell" => cell.id, "iterations" => iterations, "calls" => calls, "errors" => {},
          "batch" => iterations, **ran.slice("wall_ns", "batches", "gc_ns", "gc_count", "compiled_bytes"),
          **used, **unreported(message), **judged }
      end

      def traffic(message, deadline_s)
        return lacking("traffic at level 1", message) if plain?

        cell = cell(message)
        traffic = announced(cell, message, deadline_s)
        ran = run(cell, "traffic", deadline_s, keep: "last", dues: traffic.dues, stop_ns: message["stop_ns"],
                                               start_ns: message["start_ns"] + ahead_ns)
        { "type" => "traffic", "cell" => cell.id, **traffic.report(DueCalls.new(ran)) }
      end

      # The calls of a traffic, once its driver has read them.
      def announced(cell, message, deadline_s)
        calls = message.slice(*Traffic::FIELDS)
        cell.traffic = nil unless cell.traffic&.calls == calls
        cell.traffic ||= Traffic.new(cell, calls).tap do |traffic|
          run(cell, "traffic", deadline_s, calls: traffic.plan, values: cell.fresh_values, dues: [])
        end
      end

      # How far the driver's clock is ahead of this one, by its fastest reply.
      def ahead_ns
        Array.new(CLOCK_READINGS) do
          asked_ns = Clock.now_ns
          there_ns = @session.request("clock", deadline_s: LIMIT_S).fetch("ns")
          took_ns = Clock.now_ns - asked_ns
          [took_ns, there_ns - asked_ns - (took_ns / 2)]
        end.min.last
      end

      # A figure that a language does not report is null.
      def unreported(message) = [*message["watch"], *("trace" if message["trace"])].to_h { |name| [name, nil] }

      # The harness overhead: the least of some runs without calls, in the same code.
      def overhead(cell, deadline_s, **empty)
        @overheads[[cell.id, empty]] ||= begin
          runs = Array.new(EMPTY_RUNS) { run(cell, "steps", deadline_s, keep: "last", **empty) }
          OVERHEAD.to_h { |name| [name, runs.filter_map { |one| one[name] }.min || 0] }
        end
      end

      def run(cell, plan, deadline_s, iterations: 1, batch: nil, keep: "none", clock: "batch", **more)
        @session.request("run", { cell: cell.id, plan: plan, iterations: iterations, batch: batch || [iterations, 1].max,
                                  keep: keep, clock: clock, **more.compact }, deadline_s: deadline_s)
      end

      def end_cell(cell, deadline_s)
        begin
          run(cell, "clear", deadline_s)
        rescue Refused # a server that is gone has no keys
          nil
        end
        close_cell(cell.id)
        { "type" => "closed", "cell" => cell.id }
      end

      def close_cell(id)
        cell = @cells.delete(id) or return
        cell.forget
        @session.request("close", { cell: id }, deadline_s: LIMIT_S)
      end
    end
  end
end
