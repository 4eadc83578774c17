# frozen_string_literal: true

require "json"
require "socket"

module Cachemark
  module CLI
    # `--on LAUNCHER[:HOSTS]`: the hosts on which a command runs, and the command that each of them runs.
    class OnHosts
      # Not an option of the launcher's program.
      HOST = /\A(?:[\w.-]+@)?[A-Za-z0-9\[][\w.:\]-]*\z/
      # Options that are about this machine.
      OWN = %w[--on --output --format].freeze
      # Options whose values may be paths of programs.
      PROGRAMS = %i[runtime runtimes memcacheds].freeze
      private_constant :HOST, :OWN, :PROGRAMS

      # The first word of a command that --on has started on a host. The names of the host and of the job follow, and then the
      # command, which writes its record to standard output, and ends when standard input closes.
      REPLICA = "--replica"

      # The words of a command without those that --on added.
      #: (Array[String], replica: String?) -> Array[String]
      def self.words(argv, replica:) = replica ? argv[0...argv.rindex("--color")] : argv

      # The launcher, what its notation names, and the number of replicas.
      attr_reader :launcher, :choice, :count

      # `text` is the notation, `replicas` their number or nil. Raises Usage.
      #: (String, replicas: Integer?, catalog: Catalog) -> void
      def initialize(text, replicas:, catalog:)
        name, @choice = text.split(":", 2)
        @text = text
        @launcher = catalog.launcher(name)
        @hosts = @launcher.hosts == "named" ? named : [nil]
        refuse("#{@launcher.id} is one host", try: "--on #{@launcher.id} --on N") if @choice && @launcher.hosts == "one"
        @count = replicas || @hosts.size
      end

      # One for each replica: the hosts in turn. `argv` are the words of the command here. Each has another seed. `together`:
      # whether they share a load.
      #: (Array[String], Integer, ?together: bool) -> Array[Lab::Replicas::Launch]
      def launches(argv, seed, together: false)
        words = CommandLine.without(CommandLine.renewed(argv), *OWN, "--color")
        Array.new(@count) do |at|
          host = @hosts[at % @hosts.size]
          Lab::Replicas::Launch.new(host: host, words: [program(host), REPLICA, names(together), *words,
                                                        *added((seed + at) % Options::SEEDS, together)])
        end
      end

      # Refuses hosts that do not share the folder in which the command was started. Raises Usage.
      #: () -> void ! Usage
      def refuse_folder
        return unless @launcher.copy

        refuse("the hosts cannot see the repository, which is only on this machine",
               try: "use a launcher whose hosts share this folder, such as slurm, or compare releases with: cachemark compare")
      end

      # Refuses files of this machine, if the hosts do not share its folders. `files` are those that the command reads. A program
      # may have the same absolute path on each host. Raises Usage.
      #: (Array[String], Hash[Symbol, Object], Array[String]) -> void ! Usage
      def refuse_files(files, options, argv)
        return unless @launcher.copy

        words = CommandLine.without(CommandLine.renewed(argv), *OWN)
        programs = options.values_at(*PROGRAMS).flatten.compact + words.flat_map { |word| word.scan(%r{(?<==)[^,/]+/[^,]+}) }
        file = files.first || words.grep(/[@=](?:path|git):/).first ||
               programs.find { |path| !path.start_with?("/") && File.file?(path) } or return
        refuse("#{file} is a file of this machine",
               try: "name releases and scenarios of the catalogue, or use a launcher with a shared folder")
      end

      private

      def program(host) = File.join(@launcher.place_on(host) || ROOT, "bin", "cachemark")

      # OnHosts.words removes them.
      def added(seed, together)
        ["--color", "never", "--with", "seed=#{seed}", *(%w[--allow non-empty] if together)]
      end

      def names(together) = [@launcher.name, @launcher.job, *(@count if together)].join(",")

      def named
        list = @choice.to_s.start_with?("@") ? read(@choice.delete_prefix("@")) : @choice.to_s.split(",")
        refuse("names no host", try: "--on #{@launcher.id}:HOST,HOST or --on #{@launcher.id}:@FILE") if list.empty?

        wrong = list.find { |host| !host.match?(HOST) }
        refuse("#{wrong.inspect} is not a host", try: "name hosts as ssh does: HOST or USER@HOST") if wrong

        list
      end

      # One host a line; # begins a comment.
      def read(path)
        File.readlines(path, encoding: "UTF-8").map { |line| line.sub(/#.*/, "").strip }.reject(&:empty?)
      rescue SystemCallError => error
        refuse("cannot read #{path}: #{error.message.sub(/ @ .*/, "")}", try: "name a file with one host a line")
      end

      def refuse(what, try:) = raise(Usage.new("--on #{@text}: #{what}", try: try))

      # The records that hosts have written for a command, which --resume continues.
      class EarlierRecords
        #: (String) -> void ! Usage
        def initialize(path)
          @path = File.expand_path(path)
          files = Paths.matching(Lab::Replicas.folder(@path), "*.jsonl")
          raise Usage.new("--resume #{path}: there are no records of hosts in #{Lab::Replicas.folder(path)}",
                          try: "name the record of the run") if files.empty?

          refuse_other_file
          @records = files.map { |file| [Record::Merge.host(file), Record::Reader.read(file)] }
        end

        # The words of the command, which must be this one. Raises Usage.
        #: (String) -> Array[String]
        def argv(command)
          words = @records.first.last.run.fetch("argv")
          return words if words.first == command

          raise Usage.new("--resume #{@path}: this is a run of #{words.first}, not of #{command}",
                          try: CommandLine.of([words.first, "--resume", @path]))
        end

        # The launches of hosts that have not completed their part. Raises Usage if there are none.
        #: (Array[Lab::Replicas::Launch]) -> Array[Lab::Replicas::Launch]
        def missing(launches)
          complete = @records.select { |_, record| record.ending["outcome"] == "complete" }.map(&:first)
          named, chosen = launches.partition(&:host)
          left = chosen.drop(complete.size) + named.group_by(&:host).flat_map { |host, own| own.drop(complete.count(host)) }
          return left if left.any?

          raise Usage.new("--resume #{@path}: #{Report::Figures.counted(complete.size, "host")} completed this already",
                          try: "add hosts to --on, raise --on N, or run: #{CommandLine.of(["show", @path])}")
        end

        private

        # The merged record will be replaced, so any other file is refused. It is empty if the disk was full.
        def refuse_other_file
          return if !File.size?(@path) || Record::Reader.read(@path).run.key?("hosts")

          raise Usage.new("--resume #{@path}: this is not a record of several hosts", try: "name the record of the run")
        end
      end

      # The steps of commands that take --on.
      module Commands
        private

        # Whether other hosts measure the same.
        def among_hosts? = @options.key?(:on) || !@replica.nil?

        # The hosts of --on. Their file may be a pipe, so it is read once.
        def on_hosts = @on_hosts ||= OnHosts.new(@options[:on], replicas: @options[:replicas], catalog: Catalog.load)

        # Whether the hosts load the same servers; these servers; where hosts meet, nil if they do not.
        def together? = false
        def loaded = nil
        def rendezvous = nil

        # Measures the task on the hosts of --on.
        #: (Delivery) -> Lab::Measurement::Done
        def replicate(delivery)
          refuse_shared_server unless together?
          store = history
          record = File.expand_path(@options[:record] || Paths.new.new_record)
          Record::Writer.refuse_existing(record) unless @earlier
          launches = on_hosts.launches([name, *@argv], @task.seed, together: together?)
          launches = @earlier.missing(launches) if @earlier
          loaded = self.loaded
          rendezvous = loaded ? Lab::Rendezvous.new(observe: loaded) : self.rendezvous
          done = Lab::Replicas.new(on_hosts.launcher, launches, choice: on_hosts.choice, record: record, rendezvous: rendezvous,
                                                                loaded: loaded, resumed: !@earlier.nil?, live: live,
                                                                clock: Clock).call
          keep(done, store) if store
          delivery.deliver(done.record)
          done
        end

        # Each host needs a server for itself.
        def refuse_shared_server
          return unless @options[:server]

          raise Usage.new("#{name} --on does not take --with server: the hosts would disturb each other on it",
                          try: "remove server=, so that each host starts a memcached, or use: cachemark run --rate --on")
        end

        # Continues a command of several hosts with its own words, which it returns. Its hosts may change, and its reports.
        def continue(words)
          refuse_more(words)
          given = @options
          others = given.keys - Options::WITH_RESUMED
          raise Usage.new("#{Options.flag(others.first)} cannot be changed with --resume", try: "remove it") if others.any?

          @earlier = OnHosts::EarlierRecords.new(given[:resumed])
          @argv = @earlier.argv(name).drop(1)
          @options = {}
          parse(@argv).tap { @options = { **@options.except(:output, :format), **given, record: given[:resumed] } }
        end

        # The streams of a command that --on has started.
        def streams
          return {} unless @replica

          { stream: @out, inbox: OnHosts::Replica.begin(@replica, out: @out, input: $stdin) }
        end
      end

      # The part of a command that --on has started on a host.
      module Replica
        class << self
          # How many hosts share a load; nil if they share none.
          #: (String) -> Integer?
          def sharing(names) = names.split(",", -1)[2].to_s[/\A\d+\z/]&.to_i

          # Says which host this is, and ends the command when standard input ends. `names` are the variables with the names of
          # the host and of the job. Returns the messages that arrive, each with the time of its arrival in ns.
          #: (String, out: IO, input: IO) -> Queue
          def begin(names, out:, input:)
            name, job = names.split(",", -1).first(2).map { |variable| ENV[variable] unless variable.empty? }
            out.puts(::JSON.generate({ type: "replica", host: Socket.gethostname, name: name, job: job }))
            out.flush
            Queue.new.tap do |inbox|
              Thread.new { listen(input, inbox) }
            end
          end

          private

          # However the input ends, the command does.
          def listen(input, inbox)
            input.each_line { |line| inbox << [::JSON.parse(line), Clock.now_ns] }
          rescue SystemCallError, IOError, ::JSON::ParserError
            nil
          ensure
            Process.kill("TERM", Process.pid)
          end
        end
      end
    end
  end
end
