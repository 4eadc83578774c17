# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Lab
    # What a run stands on: the keeper, the servers, the cores, the environments.
    # The loops ask it for drivers and for the servers' word; nothing else here
    # knows how those are started.
    class Rig
      # Raised when a server is gone: nothing that follows would be true.
      class Lost < Trouble; end

      HELLO_S = 30
      COUNTERS = ["pid", *Reading::COUNTERS].freeze
      # A server is done when its counters have stood still for so long.
      STILL_S = 0.02
      private_constant :COUNTERS, :STILL_S
      AGAIN = "what was measured until then is reported; run it again"
      private_constant :AGAIN

      attr_reader :keeper, :ring, :placement, :environments, :steal

      # `build` makes the environment of a contender that is needed later than the others; `steal` tells what the host takes.
      #: (keeper: Host::Keeper, ring: Host::Ring, placement: Host::Placement, environments: Hash, logs: String, ?prefix: String, ?build: #call, ?steal: Host::Steal) -> void
      def initialize(keeper:, ring:, placement:, environments:, logs:, prefix: "", build: nil, steal: Host::Steal.new)
        @keeper = keeper
        @ring = ring
        @placement = placement
        @environments = environments.dup
        @build = build
        @steal = steal
        @logs = logs
        @prefix = prefix
        @digests = {}
        @detours = {}
        @pair_files = PairFiles.new(keeper)
        @pids = pids(ring.stats.values)
      end

      # Whether its environment stands, or is known not to.
      #: (Contender) -> bool
      def equipped?(contender) = @environments.key?(contender.id)

      # Builds it where that has not been tried yet.
      #: (Contender) -> void
      def equip(contender)
        @environments[contender.id] ||= @build.call(contender) unless contender.refusal
      end

      # Why a cell cannot run here, or nil.
      #: (Plan::Cell) -> String?
      def unavailable(cell)
        refusal = cell.contender.refusal || cell.refusal
        return refusal if refusal

        environment = @environments.fetch(cell.contender.id)
        return environment.lacks[Vocabulary::Mode.of(cell.mode).name] unless environment.is_a?(Env::Unavailable)

        [environment.reason, environment.how].compact.join(": ")
      end

      # A fresh driver process in the contender's environment; `aside` keeps it off the measured
      # cores until it is settled, so that it can start while others are measured.
      #: (Contender, ?aside: bool) -> Driver::Session
      def driver(contender, aside: false)
        environment = @environments.fetch(contender.id)
        argv = (aside ? @placement.own_argv : []) + environment.argv + [program(contender)]
        Driver::Session.start(keeper: @keeper, argv: argv, env: environment.env, log: log(contender), deadline_s: HELLO_S)
      end

      # Whether processes can start beside those that are measured.
      #: () -> bool
      def aside? = @placement.pinned && !@placement.own_cpus.intersect?(@placement.driver_cpus | @placement.server_cpus)

      # The fields of a `load` request, of a process that will serve a contender in one mode.
      #: (Contender, ?String) -> Hash
      def load_fields(contender, mode = Vocabulary::Mode::SYNC.to_s)
        { client: contender.client.name, adapter: contender.client.adapter, shims: contender.shims, options: contender.options,
          mode: mode }
      end

      # The fields of an `open` request.
      #: (Plan::Cell) -> Hash
      def open_fields(cell)
        { cell: cell.id, client: cell.contender.client.name, servers: addresses(cell.contender), options: cell.contender.options,
          prefix: prefix_of(cell), published: false, scenario: wire(cell.scenario), mode: cell.mode,
          workers: cell.worker_keys }.compact
      end

      # What drivers are told of a scenario.
      #: (Catalog::Scenario) -> Hash
      def wire(scenario) = scenario.to_wire(pairs_file: scenario.pairs && @pair_files.path(scenario.pairs))

      # What `verify` and `prepare` say of pairs on servers that have been flushed: there are many to delete, and none is there.
      #: (Catalog::Scenario) -> Hash
      def flushed(scenario) = scenario.pairs && @ring.private? ? { flushed: true } : {}

      # Sends a contender's clients somewhere else; the servers are asked as before.
      #: (String, Array[String]) -> void
      def detour(contender_id, addresses)
        @detours[contender_id] = addresses
      end

      # Why what was loaded is not what was asked for, or nil.
      #: (Contender, Hash) -> String?
      def proof(contender, loaded)
        companions = contender.gems.except(contender.client.library)
        proof = Env::Proof.new(@environments.fetch(contender.id), companions: companions)
        proof.reason(loaded) || changed(contender, loaded["digest"])
      end

      # Puts a driver, with all its threads, on the cores of the placement. nil, or why it is
      # not there, as the end of a sentence.
      #: (Integer) -> String?
      def settle(pid)
        @placement.pin(@keeper, pid, @placement.driver_cpus)
      end

      # Empties the servers between cells; only those that are ours.
      def flush
        @ring.flush if @ring.private?
      rescue Host::AdminSocket::Silent, Host::AdminSocket::Foreign => error
        lost(error)
      end

      # What the servers have done so far, all together.
      #: () -> Plan::Work
      def counters = reading.work

      # The same, with the bytes that went over their connections.
      #: () -> Reading
      def reading
        pids, *counts = @ring.servers.map { |server| server.counters(COUNTERS) }.transpose
        raise Lost.new("memcached #{@ring.addresses.join(", ")} was restarted", try: AGAIN) if pids != @pids

        Reading.of(counts.map(&:sum))
      rescue Host::AdminSocket::Silent, Host::AdminSocket::Foreign, KeyError => error
        lost(error)
      end

      # The counters when the servers have done all that was on its way to them; a
      # server that others use too may never rest.
      #: () -> Plan::Work
      def settled
        now = counters
        10.times do
          before = now
          sleep(STILL_S)
          break if (now = counters) == before
        end
        now
      end

      # Raises Lost when a server is gone or another one, so that a client's error is not blamed.
      def check! = counters

      # Removes the logs of drivers that had nothing to say.
      #: () -> void
      def tidy
        Dir.glob(File.join(@logs, "*.log")).each { |log| File.delete(log) if File.empty?(log) }
        Dir.rmdir(@logs) if Dir.empty?(@logs)
      rescue SystemCallError
        nil
      end

      private

      def addresses(contender) = @detours.fetch(contender.id) { @ring.addresses }

      # Every process of a run must have loaded the same files as the first.
      def changed(contender, digest)
        first = (@digests[contender.id] ||= digest)
        return if first == digest

        "the files of #{contender.id} changed during the run (digest #{digest[0, 12]}, at first #{first[0, 12]})"
      end

      # What the driver writes to stderr; a full disk is no reason not to start it.
      def log(contender)
        path = File.join(@logs, "#{log_name(contender.id)}.log")
        FileUtils.mkdir_p(@logs)
        FileUtils.touch(path)
        path
      rescue SystemCallError
        File::NULL
      end

      # An id that a file cannot be named after is told from its like by its digest.
      def log_name(id)
        name = id.gsub(/[^\w.,=@-]/, "_")[0, 120]
        name == id ? name : "#{name}-#{Digest::SHA256.hexdigest(id)[0, 8]}"
      end

      def pids(stats) = stats.map { |server| server["pid"] }

      def program(contender)
        contender.language.program
      end

      # On a server that is not ours every cell has keys of its own.
      def prefix_of(cell)
        @ring.private? ? "" : format("%s%03d:", @prefix, cell.id.delete_prefix("c").to_i)
      end

      def lost(error)
        raise Lost.new("memcached #{@ring.addresses.join(", ")} is gone#{error && ": #{error.message.lines.first.strip}"}",
                       try: AGAIN)
      end
    end
  end
end
