# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Lab
    # The same measurement on several hosts. On each of them a launcher starts Cachemark, whose record arrives here line by
    # line. If a host dies, its measurements until then are kept. All processes there end when the connection to them does.
    # Hosts that make a load together meet here.
    class Replicas
      # A host that sends nothing for this long, or does not read its messages, is given up. Once its record begins, it has
      # something to say every few seconds. Before that it may wait in a queue, or install what it needs.
      SILENT_S = 60
      START_S = 1_800
      # How long hosts have to end in order.
      GRACE_S = 10
      WAIT_S = 0.2
      # The lines of a record that show the progress of a host, in words.
      COUNTED = { "pair" => "pairs", "block" => "blocks", "comparison" => "comparisons" }.freeze
      SUFFIX = ".hosts"
      private_constant :START_S, :GRACE_S, :WAIT_S, :COUNTED, :SUFFIX

      # The folder for the records of the hosts, next to the merged record.
      #: (String) -> String
      def self.folder(record) = record.delete_suffix(".jsonl") + SUFFIX

      # A replica to start: its host (nil if an engine chooses), and the words of its command.
      Launch = Value.define(:host, :words)

      # `launcher` starts the launches; `choice` is what its notation names. `record` is the path of the merged record.
      # They meet in `rendezvous` if they measure together. `loaded` are the servers that all of them load, if they do. `resumed`:
      # hosts have measured before, and their records count as well.
      #: (Catalog::Launcher, Array[Launch], record: String, live: Live, clock: #call, ?choice: String?, ?rendezvous: Rendezvous?, ?loaded: SharedLoad::Servers?, ?resumed: bool, ?silent_s: Numeric) -> void
      def initialize(launcher, launches, record:, live:, clock:, choice: nil, rendezvous: nil, loaded: nil, resumed: false,
                     silent_s: SILENT_S)
        @launcher = launcher
        @launches = launches
        @record = record
        @live = live
        @clock = clock
        @choice = choice
        @loaded = loaded
        @resumed = resumed
        @rendezvous = rendezvous
        @counted = counted
        @silent_s = silent_s
        @given_up = []
      end

      # Runs all replicas, and merges their records. Raises Trouble if no host measured anything.
      #: () -> Measurement::Done
      def call
        make_folder
        code = Host::Keeper.start do |keeper|
          @keeper = keeper
          @places = { folder: keeper.folder("cachemark-hosts"), code: ROOT, choice: @choice }
          Stop.watch { |stop| run(stop) && stop.code }
        end
        Measurement::Done.new(record: @writer.record, code: code || (@trouble ? 3 : 0), broken: @writer.broken)
      end

      private

      # The type of the lines that show the progress of a host.
      def counted
        return "block" if @loaded

        @rendezvous ? "comparison" : "pair"
      end

      def folder = Replicas.folder(@record)

      # The records in it are merged, so it must be new, or of the same command.
      def make_folder
        return if @resumed

        FileUtils.mkdir_p(File.dirname(folder))
        Dir.mkdir(folder)
      rescue Errno::EEXIST
        raise Usage.new("the folder #{folder} exists, for the records of the hosts",
                        try: "choose another record=FILE, or remove it")
      rescue SystemCallError => error
        raise Usage.new("cannot make #{folder}: #{error.message.sub(/ @ .*/, "")}", try: "choose another record=FILE")
      end

      def run(stop)
        measure(stop)
        raise @trouble if @trouble && @loaded&.lines&.empty?

        @writer = merged
      ensure
        @live.notify(:done)
      end

      def measure(stop)
        stop.interruptible do
          copy
          @live.notify(:start, total_s: nil)
          @replicas = @launches.map { |launch| replica(launch) }
          @rendezvous&.begin(@replicas)
          sleep(WAIT_S) while watch.any?
        end
      ensure
        finish
      end

      def replica(launch)
        Replica.new(launch, *start(launch), folder: folder, clock: @clock, counted: @counted, rendezvous: @rendezvous,
                                            patience_s: @silent_s)
      end

      # Brings the code to each host once.
      def copy
        return unless @launcher.copy

        Lab.side_by_side(@launches.filter_map(&:host).uniq) do |host|
          log = File.join(folder, "#{host}.log")
          argv = @launcher.copying(host: host, **@places)
          next if @keeper.run(argv, clean_env: false, log: log).success?

          raise Trouble.new("cannot copy Cachemark to #{host}: #{File.readlines(log).last.to_s.strip}",
                            try: "try by hand: #{argv.join(" ")}")
        end
      end

      # [process, its standard input, its standard output]
      def start(launch)
        theirs, input = IO.pipe
        output, sink = IO.pipe
        argv = @launcher.command(launch.words, host: launch.host, **@places)
        log = File.open(File.join(folder, "#{launch.host || "replica"}-#{@launches.index(launch) + 1}.log"), "a")
        child = @keeper.spawn(argv, in: theirs, out: sink, err: log, gently: true)
        [child, input, output, log.path]
      ensure
        [theirs, sink, log].compact.each(&:close)
      end

      # The replicas that still run. A silent one is ended.
      def watch
        @replicas.each do |one|
          limit_s = one.begun? ? @silent_s : START_S
          one.give_up("it sent nothing for #{limit_s} s") if one.running? && one.silent_s > limit_s
          report(one)
          compare(one)
        end
        check_meetings
        count_pairs unless @rendezvous
        @live.notify(:hosts, hosts: @replicas, counted: COUNTED.fetch(@counted))
        @replicas.select(&:running?)
      end

      # Shows the news of a replica, and ends one that is given up.
      def report(one)
        one.news.each { |text| @live.notify(:step, text: text) }
        return if one.failure.nil? || @given_up.include?(one)

        @given_up << one
        @live.notify(:warning, message: "gave up #{one.name}: #{one.failure}")
        release(one, grace_s: 0)
      end

      # If the hosts cannot meet any more, they end, and their measurements until then count.
      def check_meetings
        return if @trouble

        @rendezvous&.check
      rescue Trouble => error
        @trouble = error
        @live.notify(:warning, message: error.message)
        @replicas.each(&:ask_to_end)
      end

      # Ends the run if a host measures something else than the first, because their records could not be merged.
      def compare(one)
        return if one.head.nil? || one == @first

        @first ||= one
        return if one == @first || @alike&.include?(one)

        (@alike ||= []) << one
        parts = { "#{@first.name} (1)" => @first, "#{one.name} (2)" => one }
        Record::Merge.new(parts.map { |name, replica| Record::Merge::Part.of(name, replica.head) }, tallies: [])
      rescue Usage => error
        raise Trouble.new(error.what, try: "make both hosts alike, or leave one of them out")
      end

      # Shows how many pairs all of them have.
      def count_pairs
        pairs = @replicas.sum(&:done)
        @live.notify(:pair, number: pairs, noise: @replicas.sum(&:noise)) if pairs != @pairs && pairs.positive?
        @pairs = pairs
      end

      def finish
        (@replicas || []).each(&:ask_to_end)
        deadline = @clock.call + GRACE_S
        sleep(WAIT_S) while @replicas&.any?(&:running?) && @clock.call < deadline
        (@replicas || []).each { |one| release(one, grace_s: 1) }
        (@replicas || []).each { |one| report(one) }
        @rendezvous&.close
        @loaded&.close
      end

      # Ends what is left of a replica: its process here, and its job there.
      def release(one, grace_s:)
        cancel = @launcher.cancelling(one.job) if one.running?
        one.stop(grace_s)
        @keeper.run(cancel, clean_env: false) if cancel
      end

      # The writer of the merged record. A host that was lost before it measured anything is not part of it.
      def merged
        parts = Paths.matching(folder, "*.jsonl").flat_map { |path| parts_in(path) }
        raise Trouble.new("no host measured anything: #{complaint}", try: "read the logs in #{folder}") if parts.empty?

        measured = parts.select(&:measured?)
        tallies = @loaded ? @loaded.lines : [] if @rendezvous
        written(Record::Merge.new(measured.any? ? measured : parts, tallies: tallies))
      end

      # None if the record is damaged.
      def parts_in(path)
        Record::Merge.parts(Record::Reader.read(path), name: Record::Merge.host(path))
      rescue Usage => error
        @live.notify(:warning, message: "skipped #{Record::Merge.host(path)}: #{error.what}")
        []
      end

      # The merged record holds nothing but the records of the hosts, so a new merge may replace it.
      def written(lines)
        earlier = "#{@record}.before"
        set_aside(earlier) if @resumed && File.exist?(@record)
        writer = Record::Writer.whole(@record, lines)
        writer.append({ **writer.record.ending, "broken_off" => writer.broken }) if writer.broken
        FileUtils.rm_f(earlier) if @resumed && !writer.broken
        writer
      end

      # Keeps the earlier record until the new one is whole. If one is kept already, a merge failed, and its record is a part.
      def set_aside(earlier) = File.exist?(earlier) ? File.delete(@record) : File.rename(@record, earlier)

      def complaint = @replicas.to_a.filter_map(&:complaint).uniq.join("; ")
    end
  end
end
