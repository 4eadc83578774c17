# frozen_string_literal: true

module Cachemark
  module Host
    # Which cores the server, the drivers and cachemark itself run on. It decides more than
    # the client does: unpinned, a client compared with itself differs by 40 % (a process
    # keeps its lucky core for life), and a wake-up across cores buries the client.
    #
    # `pinned` false: nothing is pinned and `note` says why; every report prints the note.
    Placement = Value.define(:name, :server_cpus, :driver_cpus, :own_cpus, :pinned, note: nil) do
      # ["taskset", "-c", "1"], or [] when nothing is pinned.
      #
      #: () -> Array[String]
      def server_argv = argv(server_cpus)

      # The same for a driver.
      def driver_argv = argv(driver_cpus)

      # The same for what runs beside the measurement.
      #
      #: () -> Array[String]
      def own_argv = argv(own_cpus)

      # This placement if the kernel lets us pin (containers may forbid it), else the unpinned one.
      #
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

      # Moves cachemark off the measured cores. nil, or a note why not.
      #
      #: (Keeper, ?pid: Integer) -> String?
      def pin_self(keeper, pid: ::Process.pid)
        why = pin(keeper, pid, own_cpus)
        why && "cachemark itself #{why}"
      end

      # Moves a running process, with all its threads. nil, or why not, as the end of a
      # sentence; nothing when nothing is pinned. taskset's own word is not enough: with -a
      # it succeeds for a process that is gone.
      #
      #: (Keeper, Integer, Array[Integer]) -> String?
      def pin(keeper, pid, cpus)
        return unless pinned

        list = Placement.list(cpus)
        ended = keeper.run(["taskset", "-a", "-c", "-p", list, pid.to_s], clean_env: false)
        "could not be moved to cores (#{list})" unless ended.success? && Placement.of(pid) == [list]
      rescue Keeper::NotStarted
        "could not be moved: taskset cannot be run"
      end

      # Everything may run anywhere, and the note says so.
      def unpinned(why)
        all = (server_cpus | driver_cpus | own_cpus).sort
        with(server_cpus: all, driver_cpus: all, own_cpus: all, pinned: false,
             note: "NOT PINNED: #{why}; differences below 40 % mean nothing")
      end

      private

      def argv(cpus) = pinned ? ["taskset", "-c", Placement.list(cpus)] : []
    end

    # How a placement is chosen from the machine's facts; pure.
    class Placement
      NAMES = %w[one-core two-core spread unpinned].freeze

      # `facts` are Machine.facts; of them allowed_cpus, core_siblings and taskset are used.
      # Raises Usage for an unknown name.
      #
      #: (String, Hash[String, Object]) -> Placement
      def self.choose(name, facts)
        unless NAMES.include?(name)
          raise Usage.new("there is no placement #{name.inspect}", try: Suggest.sentence(name, NAMES))
        end

        placement = Cores.new(facts).placement(name)
        facts["taskset"] ? placement : placement.unpinned("taskset is missing")
      end

      # The cores that the threads of a process may use, as lists; none for one that is gone.
      #
      #: (Integer) -> Array[String]
      def self.of(pid)
        Dir.glob("/proc/#{pid}/task/*/status").filter_map { |path| allowed(path) }.uniq
      end

      # nil for a thread that has ended meanwhile.
      def self.allowed(path)
        ::File.read(path)[/^Cpus_allowed_list:\s*(\S+)/, 1]
      rescue SystemCallError
        nil
      end
      private_class_method :allowed

      # [0, 1, 2, 5] -> "0-2,5", as taskset and the kernel write it.
      #
      #: (Array[Integer]) -> String
      def self.list(cpus)
        cpus.sort.slice_when { |one, next_| next_ != one + 1 }
            .map { |run| run.size > 1 ? "#{run.first}-#{run.last}" : run.first.to_s }.join(",")
      end
    end
  end
end
