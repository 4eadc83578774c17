# frozen_string_literal: true

module Cachemark
  module Lab
    # A driver process of a contender in one mode. It starts in its environment, loads the client, compares it with its lock,
    # and moves to the measured cores. It never raises a problem of the contender; `failure` has it. If the contender names a
    # release of memcached, each of its processes has fresh servers: two servers with the same code differ, too.
    #
    # It may run inside an instrument, which makes its deadlines longer, and counts its blocks in a `window`.
    class ClientProcess
      LOAD_S = 60
      OPEN_S = 20
      AGAIN = "cachemark env prune --unused-for 0 has it built again"
      private_constant :AGAIN

      # Contender; String: the mode; String: the name of the process in the record.
      attr_reader :contender, :mode, :name

      # Driver::Planned, nil if it did not start.
      attr_reader :session

      # The Engine with the servers of its client.
      attr_reader :engine

      # Why it cannot be used, or nil: the Trouble, and its text for the record.
      attr_reader :failure, :reason

      # Starts a process and loads its client; `aside` as in Engine#driver.
      #: (Engine, Contender, ?mode: String, ?name: String, ?aside: bool) -> ClientProcess
      def self.start(engine, contender, aside: false, **place)
        new(engine, contender, **place).tap { |process| process.start(aside: aside) }
      end

      # `inside` is an instrument, or something else with its `argv` and SLOWDOWN. `ring` are the servers of its client, if they
      # are neither the run's nor those that the contender names; the caller ends them.
      #: (Engine, Contender, ?mode: String, ?name: String, ?inside: Object?, ?ring: Host::Ring?) -> void
      def initialize(engine, contender, mode: Vocabulary::Mode::SYNC.to_s, name: contender.id, inside: nil, ring: nil)
        @engine = engine
        @inside = inside
        self.ring = @given_ring = ring if ring
        @contender = contender
        @mode = mode
        @name = name
        @pooled = []
      end

      # The two steps of ClientProcess.start, for callers that need the process before it runs.
      #: (?aside: bool) -> void
      def start(aside: false)
        start_servers(aside) unless @given_ring
        @session = @engine.driver(contender, aside: aside, inside: @inside)
        return refuse(wrong_jit, contender.language.jits[contender.jit]&.how) if wrong_jit

        @loaded = request("load", @engine.load_fields(contender, mode), deadline_s: LOAD_S)
        refuse(@engine.wrong_files(contender, @loaded), AGAIN)
      rescue Trouble => error
        @failure, @reason = error, error.message
      end

      # Moves it to the measured cores. A driver on other cores is not measured.
      def settle
        problem = failure ? nil : unsettled
        refuse(problem, "cachemark doctor looks at what this machine allows") if problem
      end

      # Integer
      def pid = session.pid

      # The bytes of it that are in memory now; nil if its workers are other processes, or if the system does not tell.
      #: () -> Integer?
      def memory_bytes = (Host::Machine.resident_bytes(pid) unless Vocabulary::Mode.of(mode).name == Vocabulary::Mode::PROCESSES)

      # Opens later cells on other servers.
      #: (Host::Ring) -> void
      def ring=(ring)
        @engine = @engine.with_servers(ring)
      end

      # Sends the driver a request, as Driver::Planned#request does. Raises Driver::Failure.
      #: (String, ?Hash, deadline_s: Numeric) -> Hash[String, Object]
      def request(type, fields = {}, deadline_s:)
        deadline_s *= @inside.class::SLOWDOWN if @inside
        return session.request(type, fields, deadline_s: deadline_s) unless @in_window

        counted(type) { session.request(type, { **fields, **@inside.fields(type) }, deadline_s: deadline_s) }
      end

      # Returns what the last block that is requested in the Ruby block did, by its instrument.
      #: () { () -> void } -> Hash[String, Integer] | Array[Hash]
      def window
        @in_window = true
        yield
        @counts
      ensure
        @in_window = false
      end

      # Opens a cell, with these fields in place of the usual ones, or through proxies. Returns nil, or why the client cannot
      # run it.
      #: (Plan::Cell, ?through: WireLook::Proxies?, **Object) -> String?
      def open(cell, through: nil, **fields)
        fields = { servers: through.addresses, access: through.access } if through
        opened = request("open", { **@engine.open_fields(cell), **fields }.compact, deadline_s: OPEN_S)
        @pooled << opened["cell"] if opened["pool"]
        opened["reason"] if opened["type"] == "not_offered"
      end

      # Whether the calls of an opened cell take their connections from a pool.
      #: (Plan::Cell) -> bool
      def pooled?(cell) = @pooled.include?(cell.id)

      # Whether its client was loaded, so that the record has a line about it.
      def loaded? = !@loaded.nil?

      # The name and version of the compiler that is on, as the driver reports them; nil without one.
      #: () -> Hash[String, String]?
      def jit = session&.hello&.fetch("jit", nil)

      # The facts that a record keeps about it.
      #: () -> Hash[Symbol, Object]
      def facts
        loaded = (@loaded || {}).slice("version", "file", "digest", "libraries").transform_keys(&:to_sym)
        { process: name, contender: contender.id, mode: mode, runtime: session&.hello&.fetch("runtime", nil),
          **(jit ? { jit: jit } : {}), **own_server, **loaded }
      end

      # Ends it. On a server that is not private, it deletes its keys first.
      def close
        return kill if @engine.ring.private?

        @session&.close
        leave_servers
      rescue Trouble # a keeper that is gone has ended it already
        nil
      end

      # Ends it at once.
      def kill
        @session&.kill
        leave_servers
      rescue Trouble # a keeper that is gone has ended all
        nil
      end

      private

      def start_servers(aside)
        return unless contender.endpoint

        starter = @engine.ring_starter
        @own_ring = aside ? starter.ring_aside(contender) : starter.ring(contender)
        @engine = @engine.with_servers(@own_ring)
      end

      def leave_servers
        return unless @own_ring

        record_network if @own_ring.network&.alive?
      ensure
        @engine.ring_starter.stop(@own_ring) if @own_ring
      end

      # How exact its network was while it was measured.
      def record_network
        errors = @own_ring.network.errors
        @engine.writer.add("network", process: name, contender: contender.id, errors: errors.transform_values(&:to_a)) if
          errors.values.any?(&:any?)
      end

      def unsettled
        driver = @engine.settle(session)
        server = @own_ring && @engine.ring_starter.settle(@own_ring)
        driver ? "the driver #{driver}" : server && "the server #{server}"
      end

      # Version and command lines of servers that no other process uses.
      def own_server
        servers = @own_ring&.private? ? @own_ring.servers : []
        servers.any? ? { server: { version: servers.first.version, argv: servers.map(&:argv) } } : {}
      end

      def counted(type, &request)
        return yield unless type == "block"

        reply = nil
        @counts = @inside.count(pid) { reply = request.call }
        reply
      end

      # A runtime may ignore that a compiler should be on, or off.
      def wrong_jit
        asked = contender.jit or return
        found = jit&.fetch("name") || Vocabulary::Language::OFF
        "its #{contender.language.title} runs with jit=#{found}, not with jit=#{asked}" unless found == asked
      end

      def refuse(reason, try)
        @failure, @reason = Trouble.new(reason, try: try), reason if reason
      end
    end
  end
end
