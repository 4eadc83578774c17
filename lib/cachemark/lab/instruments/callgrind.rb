# frozen_string_literal: true

module Cachemark
  module Lab
    module Instruments
      # Counts instructions in user space with valgrind's callgrind, in windows that are set from outside.
      #
      # The process runs without instrumentation until the first window, which makes its start several times faster. The
      # address space is not randomised, because layouts differ in instructions. System calls are counted too: a read that is
      # repeated because the reply came late costs instructions that are not the client's.
      class Callgrind < Base
        METRICS = %w[instructions].freeze
        PROGRAMS = %w[valgrind vgdb setarch].freeze
        PACKAGE = "valgrind"
        SLOWDOWN = 50
        CALLS = 500
        NATIVE = true
        AT_ONCE = 2
        # Milliseconds after which vgdb interrupts a process that waits for a request.
        PATIENCE_MS = 1
        # The events in the order of the totals.
        EVENTS = %w[Ir sysCount].freeze
        private_constant :PATIENCE_MS, :EVENTS

        #: (Host::Keeper) -> void
        def initialize(keeper)
          super
          @folder = keeper.folder("cachemark-callgrind")
        end

        def argv(_language)
          ["setarch", "-R", "valgrind", "--quiet", "--tool=callgrind", "--instr-atstart=no", "--collect-systime=yes",
           "--vgdb=yes", "--vgdb-prefix=#{pipes}", "--callgrind-out-file=#{dumps}"]
        end

        # {"instructions" => Integer, "system_calls" => Integer}
        #: (Integer) { () -> void } -> Hash[String, Integer]
        def count(pid)
          control(pid, "instrumentation on", "zero")
          yield
          control(pid, "dump")
          read(newest)
        end

        private

        def pipes = File.join(@folder, "vgdb")
        def dumps = File.join(@folder, "dump")

        def control(pid, *commands)
          argv = ["vgdb", "--pid=#{pid}", "--vgdb-prefix=#{pipes}", "--max-invoke-ms=#{PATIENCE_MS}"]
          argv += commands.flat_map { |command| ["-c", *command.split] }
          ended = @keeper.run(argv, clean_env: false, log: log)
          return if ended.success?

          raise Trouble.new("callgrind did not obey (vgdb #{ended}): #{File.readlines(log).last.to_s.strip}",
                            try: "cachemark doctor looks at what this machine allows")
        end

        def log = File.join(@folder, "vgdb.log")

        # The text of the newest dump, which is removed, so that the next window finds only its own.
        def newest
          path = Paths.matching(@folder, "#{File.basename(dumps)}.*").max_by { |one| one[/\d+\z/].to_i } or return ""
          File.read(path).tap { File.delete(path) }
        end

        def read(text)
          names, numbers = [/^events: (.*)$/, /^totals: (.*)$/].map { |line| text[line, 1].to_s.split }
          found = names.zip(numbers.map(&:to_i)).to_h.values_at(*EVENTS)
          raise Trouble.new("callgrind wrote no totals", try: "repeat the command") unless found.all?

          { "instructions" => found.first, "system_calls" => found.last }
        end
      end
    end
  end
end
