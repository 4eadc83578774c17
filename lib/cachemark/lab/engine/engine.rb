# frozen_string_literal: true

module Cachemark
  module Lab
    # The resources of a command: the keeper, the servers, the cores, the environments, the record, the screen, the stop
    # request and the clock. It starts processes, and knows the fields of their requests.
    class Engine
      HELLO_S = 30
      private_constant :HELLO_S

      # Host::Keeper, Servers, Host::Placement, {contender id => Env::Environment or Env::Unavailable}, Host::StealTime.
      attr_reader :keeper, :servers, :placement, :environments, :steal

      # RingStarter: starts further servers.
      attr_reader :ring_starter

      # Rendezvous::Member: the hosts that measure at the same time as this one; nil without any.
      attr_reader :others

      # Record::Writer; Live; Stop; a callable that returns seconds.
      attr_reader :writer, :live, :stop, :clock

      # `build` makes the environment of a contender that is needed later than the others. `prefix` is put before all keys of
      # this run on a server that is not private.
      #: (keeper: Host::Keeper, ring: Host::Ring, placement: Host::Placement, environments: Hash, logs: String, writer: Record::Writer, live: Live, stop: Stop, clock: #call, ?prefix: String, ?build: #call, ?steal: Host::StealTime, ?ring_starter: RingStarter, ?others: Rendezvous::Member?) -> void
      def initialize(keeper:, ring:, placement:, environments:, logs:, writer:, live:, stop:, clock:, prefix: "", build: nil,
                     steal: Host::StealTime.new, ring_starter: RingStarter.new(keeper: keeper, placement: placement), others: nil)
        @keeper = keeper
        @servers = Servers.new(ring)
        @ring_starter = ring_starter
        @placement = placement
        @environments = environments.dup
        @build = build
        @steal = steal
        @others = others
        @logs = Driver::Log::Folder.new(logs)
        @writer, @live, @stop, @clock = writer, live, stop, clock
        @prefix = prefix
        @digests = {}
        @redirected = {}
        @pair_files = PairFiles.new(keeper)
      end

      # The same resources with other servers.
      #: (Host::Ring) -> Engine
      def with_servers(ring) = dup.tap { |engine| engine.servers = Servers.new(ring) }

      # The same resources, `count` times for each core, on which servers and processes are both. They work at the same time,
      # so nothing may be timed. Only this one if nothing can be pinned, or if the servers are those of the user.
      #: (Integer) -> Array[Engine]
      def on_each_core(count)
        return [self] unless @placement.pinned && ring.private?

        (@placement.each_core * count).map { |placement| dup.tap { |engine| engine.placement = placement } }
      end

      # Host::Ring: the servers of the clients.
      def ring = @servers.ring

      # Whether the environment of a contender is built, or is known to be unavailable.
      #: (Contender) -> bool
      def built?(contender) = @environments.key?(contender.id)

      # Builds the environment of a contender, once.
      #: (Contender) -> void
      def build(contender)
        @environments[contender.id] ||= @build.call(contender) unless contender.refusal
      end

      # Why a contender cannot run here, or nil.
      #: (Contender) -> String?
      def refusal(contender)
        return contender.refusal if contender.refusal

        environment = @environments.fetch(contender.id)
        [environment.reason, environment.how].compact.join(": ") if environment.is_a?(Env::Unavailable)
      end

      # Why a cell cannot run here, or nil.
      #: (Plan::Cell) -> String?
      def unavailable(cell)
        cell.contender.refusal || cell.refusal || refusal(cell.contender) ||
          @environments.fetch(cell.contender.id).lacks[Vocabulary::Mode.of(cell.mode).name]
      end

      # A driver process in the environment of a contender. `aside` keeps it off the measured cores, so that it can start
      # while others are measured; `settle` moves it there. It runs `inside` an instrument, if one is given. Several processes
      # that share a core get a share of it each if each leads a session.
      #: (Contender, ?aside: bool, ?inside: Object?) -> Driver::Planned
      def driver(contender, aside: false, inside: nil)
        environment = @environments.fetch(contender.id)
        prefix = (aside ? @placement.own_argv : []) + (inside ? inside.argv(contender.language) : [])
        argv = prefix + environment.argv + contender.runtime_flags + [contender.language.program]
        @logs.reserve(contender.id) do |log|
          started(keeper: @keeper, argv: argv, env: environment.env, log: log,
                  session: !inside.nil? && !inside.class::AT_ONCE.nil?,
                  deadline_s: HELLO_S * (inside ? inside.class::SLOWDOWN : 1))
        end
      end

      # Moves the processes of a driver with all of their threads to the measured cores. Returns nil, or why it failed, as the
      # end of a sentence.
      #: (Driver::Planned) -> String?
      def settle(session)
        session.pids.filter_map { |pid| @placement.pin(@keeper, pid, @placement.driver_cpus) }.first
      end

      # Whether processes can start on other cores than the measured ones, while these contenders are measured: a network needs
      # a core as well.
      #: (?Array[Contender]) -> bool
      def spare_core?(contenders = [])
        @placement.spare_core? && (@placement.own_cpus.size > 1 || contenders.none? { |contender| contender.endpoint&.network? })
      end

      # Why the files that a driver loaded are not the requested ones, or nil.
      #: (Contender, Hash) -> String?
      def wrong_files(contender, loaded)
        companions = contender.gems.except(contender.client.library)
        files = Env::LoadedFiles.new(@environments.fetch(contender.id), companions: companions)
        files.reason(loaded) || changed(contender, loaded["digest"])
      end

      # The fields of a `load` request to the process of a contender in one mode.
      #: (Contender, ?String) -> Hash
      def load_fields(contender, mode = Vocabulary::Mode::SYNC.to_s)
        { client: contender.client.name, adapter: contender.client.adapter, shims: contender.shims, options: contender.options,
          mode: mode }
      end

      # The fields of an `open` request.
      #: (Plan::Cell) -> Hash
      def open_fields(cell)
        { cell: cell.id, client: cell.contender.client.name, servers: addresses(cell.contender), access: ring.access,
          options: cell.contender.options, prefix: prefix_of(cell), published: false, scenario: wire(cell.scenario),
          mode: cell.mode, workers: cell.worker_keys }.compact
      end

      # A scenario in the form for drivers.
      #: (Catalog::Scenario) -> Hash
      def wire(scenario) = scenario.to_wire(pairs_file: scenario.pairs && @pair_files.path(scenario.pairs))

      # For `verify` and `prepare`: flushed servers have none of a scenario's many pairs, so that drivers need not delete
      # them.
      #: (Catalog::Scenario) -> Hash
      def flushed(scenario) = scenario.pairs && ring.private? ? { flushed: true } : {}

      # Seconds to wait at most for the untimed calls of an iteration.
      #: (Catalog::Scenario) -> Float
      def untimed_limit_s(scenario)
        Plan::Pace.untimed_limit_s(scenario.calls) + Plan::Pace.trips_limit_s(scenario.requests, ring.network&.rtt_ns.to_i)
      end

      # Sends the clients of a contender to other addresses. Counters are still those of the servers.
      #: (String, Array[String]) -> void
      def redirect(contender_id, addresses)
        @redirected[contender_id] = addresses
      end

      # Removes the logs of drivers that wrote nothing.
      def tidy = @logs.tidy

      protected

      attr_writer :servers

      def placement=(placement)
        @placement = placement
        @ring_starter = @ring_starter.at(placement)
      end

      private

      def started(**how) = Driver::Planned.start(**how)

      def addresses(contender) = @redirected.fetch(contender.id) { ring.addresses }

      # Every process of a run must have loaded the same files as the first.
      def changed(contender, digest)
        first = (@digests[[contender.id, contender.gems]] ||= digest)
        return if first == digest

        "the files of #{contender.id} changed during the run (digest #{digest[0, 12]}, at first #{first[0, 12]})"
      end

      # On a server that is not private, every cell has its own keys. The number is in base 36, so that any number of cells
      # keeps to Plan::Cell::ForeignKeys::PREFIX_BYTES.
      def prefix_of(cell)
        ring.private? ? "" : "#{@prefix}#{cell.id.delete_prefix("c").to_i.to_s(36).rjust(3, "0")}:"
      end
    end
  end
end
