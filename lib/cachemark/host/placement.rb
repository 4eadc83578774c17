# frozen_string_literal: true

module Cachemark
  module Host
    # The cores for the server, the drivers and cachemark itself. This matters more than the client. Unpinned, a client in an
    # A/A check differs by 40 % (a process keeps its lucky core for life). A wake-up across cores costs more than the client.
    #
    # If `pinned` is false, nothing is pinned, and `note` says why; every report prints the note.
    Placement = Value.define(:name, :server_cpus, :driver_cpus, :own_cpus, :pinned, note: nil) do
      # ["taskset", "-c", "1"], or [] if nothing is pinned.
      #: () -> Array[String]
      def server_argv = argv(server_cpus)

      # The same for a driver.
      def driver_argv = argv(driver_cpus)

      # The same for processes that run next to the measurement.
      #
      #: () -> Array[String]
      def own_argv = argv(own_cpus)

      # Whether processes can start on other cores than the measured ones.
      def spare_core? = pinned && !own_cpus.intersect?(driver_cpus | server_cpus)

      # A placement for each core, in which everything is on that core.
      #: () -> Array[Placement]
      def each_core
        (server_cpus | driver_cpus | own_cpus).sort.map { |cpu| with(server_cpus: [cpu], driver_cpus: [cpu], own_cpus: [cpu]) }
      end

      # This placement if the kernel lets us pin (containers may forbid it), else the unpinned one.
      #: (Keeper) -> Placement
      def verified(keeper)
        return self unless pinned

        [server_argv, driver_argv].uniq.each do |prefix|
          ended = keeper.run(prefix + ["true"], clean_env: false)
          return unpinned("this machine does not let us pin (taskset #{ended})") unless ended.success?
        end
        self
      rescue Keeper::NotStarted
        unpinned("taskset cannot be run")
      end

      # Moves cachemark off the measured cores. Returns nil, or a note why it failed.
      #: (Keeper, ?pid: Integer) -> String?
      def pin_self(keeper, pid: ::Process.pid)
        why = pin(keeper, pid, own_cpus)
        why && "cachemark itself #{why}"
      end

      # Moves a running process, with all its threads. Returns nil, or why it failed, as the end of a sentence. Without
      # pinning it does nothing. The exit code of taskset is not enough: with -a it succeeds for a process that is gone.
      #: (Keeper, Integer, Array[Integer]) -> String?
      def pin(keeper, pid, cpus)
        return unless pinned

        list = Placement.list(cpus)
        ended = keeper.run(["taskset", "-a", "-c", "-p", list, pid.to_s], clean_env: false)
        "could not be moved to cores (#{list})" unless ended.success? && Placement.of(pid) == [list]
      rescue Keeper::NotStarted
        "could not be moved: taskset cannot be run"
      end

      # The same without pinning; the note says why.
      def unpinned(why)
        all = (server_cpus | driver_cpus | own_cpus).sort
        with(server_cpus: all, driver_cpus: all, own_cpus: all, pinned: false,
             note: "NOT PINNED: #{why}; differences below 40 % mean nothing")
      end

      private

      def argv(cpus) = pinned ? ["taskset", "-c", Placement.list(cpus)] : []
    end

    # Chooses a placement from the machine's facts; pure.
    class Placement
      USUAL = "one-core"
      APART = "two-core"
      UNPINNED = "unpinned"
      NAMES = [USUAL, APART, "spread", UNPINNED].freeze
      private_constant :USUAL, :APART, :UNPINNED

      class << self
        # `asked` is the user's choice, or nil. `facts` are Machine.facts, of which it uses allowed_cpus, core_siblings and
        # taskset. `concurrent` are the modes of the run with simultaneous calls. On one core, the server and its clients
        # take turns, so that calls would not be simultaneous. Concurrent modes, and an open loop, therefore get two cores.
        # A Network needs a core that is not measured; if two cores leave none, it gets one of them, because simultaneous calls
        # then wait in the network. Raises Usage for an unknown name, and if no core is left.
        #: (String?, Hash[String, Object], ?concurrent: Array[String], ?open_loop: bool, ?network: bool) -> Placement
        def choose(asked, facts, concurrent: [], open_loop: false, network: false)
          name = asked || (concurrent.any? || open_loop ? APART : USUAL)
          unless NAMES.include?(name)
            raise Usage.new("there is no placement #{name.inspect}", try: Suggest.sentence(name, NAMES))
          end

          placement = Cores.new(facts).placement(name)
          placement = with_network(placement, asked, facts) if network && !placement.spare_core?
          placement = placement.unpinned("taskset is missing") unless facts["taskset"]
          concurrent.any? && placement.pinned ? noted(placement, asked, concurrent) : placement
        end

        # Each process on all cores, where nothing is timed.
        #: (Hash[String, Object]) -> Placement
        def free(facts) = Cores.new(facts).placement(UNPINNED).with(note: nil)

        # The cores that the threads of a process may use, as lists; empty if it is gone.
        #: (Integer) -> Array[String]
        def of(pid) = Dir.glob("/proc/#{pid}/task/*/status").filter_map { |path| allowed(path) }.uniq

        # [0, 1, 2, 5] -> "0-2,5", the notation of taskset and the kernel.
        #: (Array[Integer]) -> String
        def list(cpus)
          cpus.sort.slice_when { |cpu, following| following != cpu + 1 }
              .map { |run| run.size > 1 ? "#{run.first}-#{run.last}" : run.first.to_s }.join(",")
        end

        private

        def with_network(placement, asked, facts)
          several = facts.fetch("allowed_cpus").size > 1
          return placement if several && !placement.pinned
          return Cores.new(facts).placement(USUAL) if several && !asked

          why = several ? "placement=#{asked} leaves none" : "only core #{facts["allowed_cpus"].first} is allowed"
          raise Usage.new("rtt= and bandwidth= need a core that is not measured: #{why}",
                          try: several ? "--with placement=#{USUAL}" : "allow a second core, or measure without a network")
        end

        def noted(placement, asked, modes)
          why = "#{modes.join(", ")} #{modes.one? ? "is" : "are"} concurrent"
          shared = placement.server_cpus == placement.driver_cpus
          note = if shared && asked then "server and clients take turns on one core (placement=#{asked}), although #{why}"
                 elsif !shared && !asked then "placement #{placement.name} for all rows, because #{why}"
                 end
          note ? placement.with(note: [note, placement.note].compact.join("; ")) : placement
        end

        # nil for a thread that has ended meanwhile.
        def allowed(path)
          ::File.read(path)[/^Cpus_allowed_list:\s*(\S+)/, 1]
        rescue SystemCallError
          nil
        end
      end

      # The cores that this process may use, distributed by the name of a placement.
      class Cores
        #: (Hash[String, Object]) -> void
        def initialize(facts)
          @allowed = facts.fetch("allowed_cpus").sort
          @siblings = facts["core_siblings"] || []
        end

        #: (String) -> Placement
        def placement(name)
          return alone(name) if @allowed.size == 1 && name != UNPINNED

          case name
          when "one-core" then build(name, [measured], [measured])
          when "two-core" then build(name, [second], [measured])
          when "spread" then spread
          when UNPINNED then build(name, @allowed, @allowed, own: @allowed).unpinned("that was asked for")
          end
        end

        private

        # The middle core. Core 0 serves most interrupts, and the last core is a slow one on processors with two kinds of
        # cores.
        def measured = @allowed[@allowed.size / 2]

        # The server's core in two-core: another physical core if there is one, and not core 0 either.
        def second
          others = @allowed - [measured]
          (others - siblings(measured) - [@allowed.first]).first || (others - siblings(measured)).first || others.first
        end

        # Closed-loop figures with spread do not repeat well; it is for many simultaneous connections.
        def spread
          drivers = @allowed - [measured]
          build("spread", [measured], drivers, own: drivers,
                                               note: "drivers move over cores (#{Placement.list(drivers)}), so rows repeat badly")
        end

        def build(name, server, drivers, own: nil, note: nil)
          own, shared = own ? [own, nil] : own_cpus(server | drivers)
          Placement.new(name: name, server_cpus: server, driver_cpus: drivers, own_cpus: own, pinned: true,
                        note: [note, shared].compact.join("; ").then { |text| text unless text.empty? })
        end

        # cachemark avoids the measured cores and, if possible, their hyperthreads.
        def own_cpus(busy)
          quiet = @allowed - busy - busy.flat_map { |cpu| siblings(cpu) }
          return [quiet, nil] if quiet.any?

          idle = @allowed - busy
          idle.any? ? [idle, nil] : [@allowed, "no core is left for cachemark itself: it shares the measured ones"]
        end

        def siblings(cpu) = @siblings.find { |group| group.include?(cpu) } || [cpu]

        def alone(name)
          Placement.new(name: name, server_cpus: @allowed, driver_cpus: @allowed, own_cpus: @allowed, pinned: true,
                        note: "only core #{@allowed.first} is allowed: server, drivers and cachemark share it")
        end
      end
    end
  end
end
