# frozen_string_literal: true

module Cachemark
  module CLI
    # `gate`: whether a client's working copy may be merged, for people and for CI.
    class Gate < Command
      include Measuring

      describe "Stop a slowdown before it is merged, in a client's repository.", arguments: "[CLIENT]", examples: [
        ["gate", "This folder against its merge-base with main. The exit code is 1 if it is slower."],
        ["gate --base newest --scenario client/get", "Against the newest release, in one scenario."],
        ["gate --metric wall,allocations --threshold 1% -o junit=gate.xml", "By time and objects, for a CI server."],
        ["gate --metric counts --scenario client/get", "On a shared runner: by counts, not by time."],
        ["gate --base git:v4.3.0 --head git:HEAD --for 5m", "Two states of the repository."],
        ["gate dalli --base 4.3.8 --head 4.3.10", "Two releases, in any folder: an upgrade in an application."]
      ]
      takes "What to compare" => [
              Options.option(:base, "--base WHAT", "git:REF, newest or VERSION (default: the merge-base with main)."),
              Options.option(:head, "--head WHAT", "git:REF, path:DIR, newest or VERSION (default: this folder)."), *Options::COMPARED
            ],
            "How long, and how it is judged" => [
              Options.time("2m"), *Options::JUDGING,
              Options.option(:threshold, "--threshold SHARE", "Fail only if a slowdown is certainly larger than this share " \
                                                              "(default: the margin for times, 0 for counts).") do |text|
                Quantity.share("--threshold", text, zero: true)
              end
            ],
            "Conditions" => [
              Options.with(Options::RUNTIMES, Options::MEMCACHED, Options::MACHINE, Options::NETWORK, Options::PLACEMENT,
                           Options::INSTALL, Options::SEED, Options::DATA, Options::MODES, Options::ALPHA),
              Options.allow("unsafe", "non-empty", "unresolved")
            ],
            "Several hosts" => [Options::HOSTS, Options::RESUMED],
            "Report and record" => Options.measured(Report::Gate.formats, Options::RECORD, Options::HISTORY)

      private

      def selection(words)
        words = continue(words) if @options[:resumed]
        refuse_more(words.drop(1))
        refuse_several_servers
        catalog = sources.fetch(:catalog)
        @sides = Contender::Checkout.here(catalog: catalog, places: Places.new, word: words.first, head: @options[:head])
                                    .sides(**@options.slice(:base, :head))
        Compared.new([@sides.baseline, @sides.contender], @options, **sources)
      end

      # The file at the commit that the change starts from, so that a change cannot widen its own margin.
      def config_file
        root = ConfigFile.root(Dir.pwd) or return
        start = Contender::Checkout::History.start(Places.new.repository(root), **@options.slice(:base, :head))
        ConfigFile.at(root, start) { |sentence| @err.puts "note: #{sentence}" }
      end

      # Each host needs the repository, in the same folder.
      def task
        task = @selection.task(judging, loop: Lab::Gate, among_hosts: among_hosts?)
        on_hosts.refuse_folder if @options[:on]
        print_sides(@sides)
        @selection.short_time(task)&.then { |warning| @err.puts warning }
        task
      end

      def judged(done)
        JobReports.new(@options, err: @err).deliver(done.record)
        super
      end

      def code(done) = code_of(Stats::Gate.of(done.record))

      def code_of(decision)
        @options[:allow_unresolved] && decision.code >= 3 && decision.allowable ? 0 : decision.code
      end

      def print_sides(sides)
        first = "#{sides.client.name}: #{sides.contender_is} against #{sides.baseline_is}"
        width = @err.tty? ? Live::Display.new(@err).width : Float::INFINITY
        [first, *sides.unchanged].each { |sentence| @err.puts Report::Terminal::Wrap.text(sentence, width) }
      end

      def judging
        { **Compared.judging(@options), **@options.slice(:threshold), allow_unresolved: @options.fetch(:allow_unresolved, false) }
      end

      # The output of a gate in a GitHub job, in addition to its reports: annotations and a summary. Standard output is only for
      # the report.
      class JobReports
        #: (Hash[Symbol, Object], err: IO, ?environment: Hash[String, String]) -> void
        def initialize(options, err:, environment: ENV.to_h)
          @err = err
          # If the user chose this format, the annotations are already in the output.
          @annotated = environment["GITHUB_ACTIONS"] == "true" && (options[:format] != "github" || options[:output])
          @summary = environment["GITHUB_STEP_SUMMARY"]
        end

        # The decision is final. A file that cannot be written now does not change it.
        #: (Record) -> void
        def deliver(record)
          subject = Delivery::Subject.new(record)
          @err.print(subject.report("github")) if @annotated
          write(@summary) { File.write(@summary, subject.report("markdown"), mode: "a") } unless @summary.to_s.empty?
        end

        private

        def write(path)
          yield
        rescue SystemCallError, Error => error
          reason = error.message.lines.first.chomp.sub(/ @ .*/, "")
          @err.puts "cannot write #{path}: #{reason.delete_prefix("cannot write #{path}: ")}"
        end
      end
    end
  end
end
