# frozen_string_literal: true

require "fileutils"
require "tmpdir"

module Cachemark
  module CLI
    # `compare A B [C...]`: whether the others are faster or slower than the first, or the same.
    class Compare < Command
      include Measuring

      WATCH = Options.option(:watch, "--watch", "Re-run on every save, comparing CLIENT@path:DIR with its initial state.")
      describe "Report whether contenders are faster or slower than the first.", arguments: "A B [C...]", examples: [
        ["compare dalli@2.7.11 dalli@3.2.8", "Two releases in the seven scenarios of the suite clients."],
        ["compare dalli@3.2.8 dalli@path:../dalli --scenario client/get --for 60s", "A release and your working copy."],
        ["compare dalli@git:main dalli@git:HEAD,repo=../dalli --metric wall,allocations", "Two commits, by time and objects."],
        ["compare dalli --with memcached=1.6.18..1.6.45 --scenario client/get", "One client on several releases of memcached."],
        ["compare dalli,ruby=/opt/ruby-3.4/bin/ruby dalli", "One client on two Rubies."],
        ["compare dalli@path:../dalli --scenario client/get --watch", "Your working copy and its initial state, on each save."]
      ]
      takes "What to compare" => [*Options::COMPARED, Options::SWEEP],
            "How long, and how it is judged" => [
              Options.time("2m", precision: "1%: stop as soon as every verdict is known to within ± this share."),
              *Options::JUDGING, WATCH
            ],
            "Conditions" => [
              Options.with(Options::RUNTIMES, Options::RANGE, Options::MACHINE, Options::NETWORK, Options::PLACEMENT,
                           Options::INSTALL, Options::SEED, Options::DATA, Options::LOCKED,
                           Options::MODES, Options::ALPHA),
              Options.allow("unsafe", "non-empty", "unexamined")
            ],
            "Several hosts" => [Options::HOSTS, Options::RESUMED],
            "Report and record" => Options.measured(Report::Comparison.formats, Options::RECORD, Options::HISTORY)

      private

      def perform(words)
        return super unless @options[:watch]

        Watch.new(words, @options, judging: judging, argv: @argv, out: @out, err: @err).call
      end

      def selection(words)
        words = continue(words) if @options[:resumed]
        refuse_bare_versions(words)
        refuse_one(words)
        refuse_sweeps
        Compared.new(words, @options, **sources)
      end

      def judging = Compared.judging(@options)

      def task
        task = in_time(@selection.task(judging, **@selection.option_look, among_hosts: among_hosts?))
        warn_of_duplicates(task.contenders)
        @selection.short_time(task)&.then { |warning| @err.puts warning }
        task
      end

      def code(done)
        invalid = Stats::Comparison.of(done.record).verdicts.any? { |verdict| verdict.verdict == "invalid" }
        done.record.ending["outcome"] == "complete" && !invalid ? 0 : 3
      end

      # Duplicates may be measured; the result shows the noise.
      def warn_of_duplicates(contenders)
        code = %i[client gems source options runtime endpoint]
        contenders.group_by { |contender| contender.to_h.values_at(*code) }.each_value do |same|
          next if same.size < 2

          @err.puts "#{same.map(&:id).join(" and ")} are the same code with the same options (#{same.first.notation}): " \
                    "any difference is noise"
        end
      end

      # Versions that follow a client, or a range: both name the versions, but not the contenders.
      def refuse_bare_versions(words)
        client, range = words.first.to_s.match(/\A([^@,]+)(?:@([^,]+))?\z/)&.captures
        versions = words.one? ? range.to_s.split(/\.\.+/) : words.drop(1)
        return unless versions.any? && versions.all?(Contender::Versions::EXACT) && (words.one? ? versions.size > 1 : range.nil?)

        raise Usage.new("compare needs contenders: #{words.join(" ")}",
                        try: "cachemark compare #{versions.map { |version| "#{client}@#{version}" }.join(" ")}")
      end

      # One contender is enough with several Rubies or servers, a suite or a record.
      def refuse_one(words)
        lists = [Selection::OnRuntimes.choices(@options), *@options.slice(:memcacheds, :rtts, :bandwidths).values]
        several = lists.map(&:size).reduce(words.size, :*)
        return if @options[:suite] || @options[:locked] || (@options[:servers_from] && words.any?) || several > 1

        raise Usage.new("compare needs two contenders", try: "cachemark compare dalli@2.7.11 dalli@3.2.8")
      end

      # `compare CLIENT@path:DIR --watch`: after each save, a short comparison of the folder with its initial state, until
      # Ctrl-C. Polling once a second needs no library, works on every file system, and costs less than a millisecond.
      class Watch
        include Measuring

        POLL_S = 1.0
        # The default duration of each scenario in seconds.
        FOR_S = 20.0

        # `judging` are the settings of the verdicts. `pause` waits a number of seconds. `measure` returns the Done of a task.
        #: (Array[String], Hash[Symbol, Object], judging: Hash, argv: Array[String], out: IO, err: IO, ?pause: #call, ?measure: #call) -> void
        def initialize(words, options, judging:, argv:, out:, err:, pause: method(:sleep), measure: nil)
          @options = options
          @judging = judging
          @argv = argv
          @out = out
          @err = err
          @pause = pause
          @measure = measure || method(:measured)
          @notation = only(words)
        end

        # Watches until a signal ends it; returns the exit code of the signal.
        #: () -> Integer
        def call
          contender = Contender::Resolver.new(**sources).resolve(@notation.text)
          @dir = contender.source.dir
          @globs = contender.language.checkout.sources
          @folder = Folder.new(@dir, @globs)
          Dir.mktmpdir("cachemark-watch") { |home| watch(File.join(home, File.basename(@dir))) }
        rescue Interrupt
          130
        end

        private

        def only(words)
          notation = Contender::Notation.parse(words.first) if words.one?
          return notation if notation&.version&.start_with?("path:")

          raise Usage.new("--watch needs one contender with a folder",
                          try: "cachemark compare dalli@path:../dalli --scenario client/get --watch")
        end

        def watch(start)
          @settled = @folder.state
          @folder.copy(start)
          @known = @first = Folder.new(start, @globs).digest # a file that is saved meanwhile is a change
          @task = comparison(start)
          say("watching #{@dir}; baseline: its state now; #{@task.for_s.round} s per comparison; Ctrl-C stops it")
          loop do
            @known = changed
            next say("same as the initial state") if @known == @first

            done = @measure.call(@task)
            return done.code if done.code > 3

            report(done.record)
          end
        end

        # The digest of the files after they were unchanged for a second, because editors save in several steps.
        def changed
          seen = nil
          loop do
            state = @folder.state
            digest = settled(state) if state == seen && state != @settled
            return digest if digest && digest != @known

            seen = state
            @pause.call(POLL_S)
          end
        end

        def settled(state)
          @settled = state
          @folder.digest
        end

        # The same task each time, because environments are looked up by the contents of the folders.
        def comparison(start)
          own = @notation.rewritten(nil, @notation.options)
          @selection = Compared::Copies.new(own, { "start" => start, "now" => @dir }, @options, **sources)
          task = @selection.task(@judging)
          @options[:for_s] ? task : task.with(for_s: FOR_S * task.cells.map(&:scenario).uniq.size)
        end

        def measured(task)
          live = Live::Display.new(@err).draws? && @options[:color] != "never" ? self.live : Live::View.new(@err, clock: Clock)
          Lab::Measurement.new(task, settings, live: live, clock: Clock).call
        end

        def report(record)
          comparison = Stats::Comparison.of(record)
          Live::Lines.verdicts(comparison.verdicts).zip(comparison.verdicts) do |text, verdict|
            reason = Report::Sentences.of(verdict.reason) if verdict.verdict == "invalid"
            say([text, *reason].join(": ").lines.first.chomp)
          end
        end

        def say(text) = @out.puts("#{Time.now.strftime("%H:%M:%S")}  #{text}").tap { @out.flush }

        def name = "compare"

        # The watched folder: the files that users of the library load or compile, by the globs of its language.
        class Folder
          #: (String, Array[String]) -> void
          def initialize(dir, globs)
            @dir = dir
            @globs = globs
          end

          # Names, sizes and times, which are cheap enough to compare each second.
          #: () -> Array[Object]
          def state
            @globs.flat_map { |glob| Dir.glob(glob, base: @dir) }.uniq.sort.filter_map do |name|
              stat = File.stat(File.join(@dir, name))
              [name, stat.size, stat.mtime] if stat.file?
            rescue SystemCallError # gone meanwhile: editors save by renaming
              nil
            end
          end

          # The digest of names and contents; nil while a file is being replaced.
          #: () -> String?
          def digest
            Cachemark::Env::SourceFiles.new(@dir, @globs).digest
          rescue SystemCallError
            nil
          end

          # Copies the current folder. The copy links to the repository's data, because gemspecs get the list of files from
          # git.
          #: (String) -> void
          def copy(to)
            FileUtils.mkdir_p(to)
            Dir.children(@dir).each do |name|
              from = File.join(@dir, name)
              next File.symlink(from, File.join(to, name)) if name == ".git"

              FileUtils.cp_r(from, to, dereference_root: File.directory?(from))
            end
          rescue SystemCallError => error
            raise Trouble.new("cannot copy #{@dir} as the baseline: #{error.message.sub(/ @ \w+ - /, ": ")}",
                              try: "make room for a copy in #{File.dirname(to)}")
          end
        end
      end
    end
  end
end
