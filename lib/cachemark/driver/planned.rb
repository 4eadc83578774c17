# frozen_string_literal: true

require "forwardable"
require "json"

module Cachemark
  module Driver
    # A driver as the lab uses it. Its process only makes calls and reads the clock (protocol/spec.md). It gets plans: lists of
    # calls with whole keys, and values as bytes in a file. It reports replies, and this class judges them.
    class Planned
      extend Forwardable

      # Untimed requests that a plan needs besides the one that the lab has asked for.
      LIMIT_S = 20
      # An empty run is repeated this many times; the least of each figure is the harness overhead.
      EMPTY_RUNS = 3
      OVERHEAD = %w[user_ns system_ns allocations].freeze
      CONNECTED = "connect"
      # How long a further process may take until its client is loaded.
      LOAD_S = 60
      private_constant :LIMIT_S, :EMPTY_RUNS, :OVERHEAD, :CONNECTED, :LOAD_S

      def_delegators :@session, :hello, :pid, :alive?, :status

      # Raises Refused, as if the driver had failed at a request.
      #: (String) -> void
      def self.refuse(message)
        raise Refused, { "type" => "failed", "class" => "ArgumentError", "message" => message, "backtrace" => [] }
      end

      # Starts a driver. The arguments are those of Session.start.
      #: (**Object) -> Planned
      def self.start(**how)
        start = -> { Session.start(**how) }
        new(start.call, another: start)
      end

      # `another` starts a further process of the driver, for actors and for workers.
      #: (Session, another: ^() -> Session) -> void
      def initialize(session, another:)
        @session = session
        @another = another
        @loads = {}
        @workers = []
        @cells = {}
        @actors = {}
      end

      # Array[Integer]: the processes that make the calls of its cells.
      def pids = sessions.map(&:pid)

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
        when "stampede" then stampede(cell(message), message, deadline_s)
        when "enter", "act", "leave" then acting(type, message, deadline_s)
        else lacking("#{type} at level #{hello["level"]}", message)
        end
      end

      # As Session#close and Session#kill. The first leaves none of its keys on a server.
      def close
        @cells.each_value.to_a.each { |cell| end_cell(cell, LIMIT_S) }
      ensure
        ended(&:close)
      end

      def kill = ended(&:kill)

      private

      def sessions = [@session, *@workers]

      def ended(&)
        sessions.each(&)
      ensure
        @cells.each_value(&:forget)
        @actors.each_value(&:forget)
      end

      def load(message, deadline_s)
        loaded = @session.request("load", message, deadline_s: deadline_s)
        loaded["digest"] = FolderDigest.of(loaded.delete("folders").to_a)
        @workers.each { |session| session.request("load", message, deadline_s: LOAD_S) }
        @loads[message.fetch("client")] = message
        mode = Vocabulary::Mode.of(message["mode"])
        runner(mode) unless lack(mode)
        loaded
      end

      # What makes the calls of a mode. Further processes are there once a client was loaded for them.
      def runner(mode)
        return OneProcess.new(@session, mode) unless mode.sync? || mode.name == Vocabulary::Mode::PROCESSES

        add_worker while sessions.size < mode.workers
        Processes.new(sessions.first(mode.workers))
      end

      def add_worker
        @workers << @another.call
        @loads.each_value { |message| @workers.last.request("load", message, deadline_s: LOAD_S) }
      end

      # The mode as its driver lacks it; nil if it can be used.
      def lack(mode)
        return if mode.sync?
        return "mode #{mode} at level 1" if plain?

        "mode #{mode}" unless [*hello["modes"], *(Vocabulary::Mode::PROCESSES unless mode.shared)].include?(mode.name)
      end

      # The requests about an actor.
      def acting(type, message, deadline_s)
        return lacking("#{type} at level 1", message) if plain?

        { "actor" => message.fetch("actor"), **send(type, message, deadline_s) }
      end

      def enter(message, deadline_s)
        loaded = @loads.fetch(message.fetch("client")) { |name| Planned.refuse("#{name} is not loaded") }
        id = message["actor"]
        @actors[id] ||= full? ? Fork.new(@session) : Actor.new(@another, loaded, hello)
        entered = @actors[id].enter(message, deadline_s)
        forget(id) if full? && entered["type"] != "entered"
        entered
      rescue Cell::Lack => error
        lacking(error.message, message)
      end

      def act(message, deadline_s)
        events, ending = actor(message).act(message, deadline_s)
        { "type" => "acted", "events" => events, "end" => ending }
      end

      def leave(message, deadline_s)
        { "type" => "left", "end" => actor(message).leave(message, deadline_s).tap { @actors.delete(message["actor"]) } }
      end

      def forget(id) = @actors.delete(id).forget

      def actor(message)
        @actors.fetch(message["actor"]) { |id| Planned.refuse("no actor has entered as #{id.inspect}") }
      end

      def cell(message)
        @cells.fetch(message["cell"]) { |id| Planned.refuse("no cell is open as #{id.inspect}") }
      end

      # Whether its driver is of level 1, or of level 3.
      def plain? = hello["level"] < 2
      def full? = hello["level"] >= 3

      # Not every request is about a cell.
      def lacking(what, message)
        { "type" => "not_offered", "reason" => "not offered by this driver: #{what}", **message.slice("cell", "actor") }
      end

      def open(message, deadline_s)
        return lacking("published calls", message) if message["published"] && !full?

        mode = Vocabulary::Mode.of(message["mode"])
        lack(mode)&.then { |lack| return lacking(lack, message) }
        cell = Workers.new(message, mode, runner(mode))
        opened = cell.open(deadline_s)
        return { "cell" => cell.id, **opened } if opened["type"] == "not_offered"

        @cells[cell.id] = cell
        { "type" => "opened", "cell" => cell.id, "calls" => cell.calls, **opened.slice("pool") }
      rescue Cell::Lack => error
        lacking(error.message, message)
      ensure
        cell&.forget unless opened && opened["type"] == "opened"
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
        clear(cell, deadline_s) unless message["flushed"]
        run(cell, "prelude", deadline_s, collect: message["collect"])
        cell.cells.each(&:begin)
        announced(cell, message["traffic"], deadline_s) if message["traffic"] && !plain?
        { "type" => "prepared", "cell" => cell.id }
      end

      def verify(cell, message, deadline_s)
        return { "type" => "verified", "cell" => cell.id, **Proof::NONE } unless cell.cells.first.proves?

        clear(cell, deadline_s) unless message["flushed"]
        proofs = proofs(cell, message["iterations"], message["state"] || [], deadline_s)
        clear(cell, deadline_s) unless message["flushed"]
        { "type" => "verified", "cell" => cell.id, **Proof.joined(proofs.map(&:report)) }
      end

      def proofs(cell, iterations, state, deadline_s)
        proofs = cell.cells.map { |own| Proof.new(own.expect(iterations)) }
        proofs.zip(replies(cell, "own prelude", 1, deadline_s)) { |proof, all| proof.prelude(all.first) }
        proofs.zip(replies(cell, "own steps", iterations.size, deadline_s)) { |proof, all| proof.iterations(all, iterations) }
        prove_state(cell, proofs, state, deadline_s) if state.any?
        proofs
      end

      def prove_state(cell, proofs, state, deadline_s)
        calls = cell.cells.map { |own| own.reading(state) }
        proofs.zip(replies(cell, "state", 1, deadline_s, calls: calls)) { |proof, all| proof.state(all.first, state) }
      end

      # Of each worker, a list of replies for each iteration.
      def replies(cell, plan, iterations, deadline_s, **more)
        ran = run(cell, plan, deadline_s, iterations: cell.cells.map { iterations }, keep: "all", **more)
        Reported.all(ran.fetch("replies"))
      end

      def block(cell, message, deadline_s)
        return open_loop(cell, message, deadline_s) if message["arrivals"]

        iterations = message.fetch("iterations")
        batch = (message["batch"] if cell.sync?) || iterations
        shares = cell.shares(iterations)
        clock = message["latencies"] ? "call" : "batch"
        empty = overhead(cell, deadline_s, iterations: cell.shares(0), clock: clock)
        ran = run(cell, "steps", deadline_s, iterations: shares, keep: "last", batch: batch, clock: clock, **watched(message))
        block = measured(cell, message, iterations * cell.calls, ran, empty)
        made = cell.cells.zip(shares).map { |own, share| own.calls * share }
        judged = cell.judged(Reported.all(ran.fetch("replies")).map(&:first), made)
        times = { "latencies" => DueCalls.packed(ran["latencies"].flatten) } if message["latencies"]
        { **block, **judged, "batch" => batch, **times.to_h }
      end

      # Each call is made when it is due, or when a worker is free.
      def open_loop(cell, message, deadline_s)
        Planned.refuse("not offered by this driver: an open loop at level 1") if plain?

        dues = message.fetch("arrivals").unpack1("m0").unpack("Q<*")
        empty = overhead(cell, deadline_s, dues: [])
        ran = run(cell, "steps", deadline_s, keep: "last", dues: dues, **watched(message))
        made = DueCalls.new(ran)
        { **measured(cell, message, dues.size, ran, empty), **cell.judged(made.replies, ran.fetch("made")), **made.to_block }
      end

      # The fields of a block that made this many calls.
      def measured(cell, message, calls, ran, empty)
        iterations = calls.fdiv(cell.calls).ceil
        used = OVERHEAD.to_h { |name| [name, ran[name] && [ran[name] - empty.fetch(name), 0].max] }
        { "type" => "block", "cell" => cell.id, "iterations" => iterations, "calls" => calls, "errors" => {},
          "batch" => iterations, **ran.slice("wall_ns", "batches", "gc_ns", "gc_count", "compiled_bytes"),
          **used, **reports(message).to_h { |name| [name, name == "pool" ? pool(ran[name]) : ran[name]] } }
      end

      def pool(seen) = seen && { **seen, "waits" => DueCalls.packed(seen["waits"]) }

      def traffic(message, deadline_s)
        return lacking("traffic at level 1", message) if plain?

        cell = cell(message)
        Planned.refuse("traffic needs the mode sync") unless cell.sync?
        traffic = announced(cell, message, deadline_s)
        ran = run(cell, "traffic", deadline_s, keep: "last", dues: traffic.dues, stop_ns: message["stop_ns"],
                                               start_ns: message["start_ns"])
        { "type" => "traffic", "cell" => cell.id, **traffic.report(DueCalls.new(ran)) }
      end

      # The calls of a traffic, once its driver has read them.
      def announced(workers, message, deadline_s)
        cell = workers.cells.first
        calls = message.slice(*Traffic::FIELDS)
        cell.traffic = nil unless cell.traffic&.calls == calls
        cell.traffic ||= Traffic.new(cell, calls).tap do |traffic|
          run(workers, "traffic", deadline_s, calls: [traffic.plan], values: [cell.fresh_values], dues: [])
        end
      end

      def stampede(cell, message, deadline_s)
        return lacking("stampede at level #{hello["level"]}", message) unless full?

        clear(cell, deadline_s)
        stampede = Stampede.new(cell, message) { |plan, **fields| run(cell, plan, deadline_s, **fields) }
        { "type" => "stampede", "cell" => cell.id, **stampede.report }
      rescue Stampede::Lacking => error
        { "cell" => cell.id, **error.reply.slice("type", "reason") }
      end

      # The observations of a block besides its times, and their fields. One that a language does not report is null.
      def watched(message) = message.slice("watch", "trace").transform_keys(&:to_sym)
      def reports(message) = [*message["watch"], *("trace" if message["trace"])]

      # The harness overhead: the least of some runs without calls, in the same code.
      def overhead(cell, deadline_s, **empty)
        cell.overhead(empty) do
          runs = Array.new(EMPTY_RUNS) { run(cell, "steps", deadline_s, keep: "last", **empty) }
          OVERHEAD.to_h { |name| [name, runs.filter_map { |one| one[name] }.min || 0] }
        end
      end

      def run(cell, plan, deadline_s, iterations: nil, keep: "none", clock: "batch", **more)
        cell.run(plan, deadline_s, iterations: iterations || cell.cells.map { 1 }, keep: keep, clock: clock, **more)
      end

      # Published cells share their keys.
      def clear(cell, deadline_s) = (run(cell, "clear", deadline_s) unless cell.cells.first.published?)

      def end_cell(cell, deadline_s)
        begin
          clear(cell, deadline_s)
        rescue Refused # a server that is gone has no keys
          nil
        end
        close_cell(cell.id)
        { "type" => "closed", "cell" => cell.id }
      end

      def close_cell(id)
        cell = @cells.delete(id) or return
        cell.forget
        cell.close(LIMIT_S)
      end
    end
  end
end
