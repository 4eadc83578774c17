# frozen_string_literal: true

require "json"

module Cachemark
  module CLI
    # `check`: whether a client can return a wrong value, hang, or hide a failure.
    class Check < Command
      include Measuring

      describe "Find wrong values, hangs and hidden failures of a client.", arguments: "CONTENDER...", examples: [
        ["check dalli", "Every case."],
        ["check memcache-client socket --case 'interrupt/*'", "Calls that are interrupted, of a client and the reference."],
        ["check dalli@2.7.11..4.3.10 --case 'interrupt/*'", "Which release broke or fixed a case."],
        ["check dalli@path:. --baseline check.json", "In a client's repository: fail only for new findings."],
        ["check dalli --fail-on CORRUPT,HANG,first", "In CI: end with 1 at the first wrong value or hang."],
        ["check --advisory all", "Whether published bugs appear in affected releases, and are gone in fixed ones."]
      ]
      THOROUGH = Options.option(:thorough, "thorough", "", of: "--case") { true }
      private_constant :THOROUGH

      takes "What to check" => [
              Options.option(:cases, "--case GLOB|thorough", "Only these cases, such as 'interrupt/*'. Repeatable. " \
                                                             "See: cachemark list cases. thorough: also the slow ones, and " \
                                                             "a trial at each byte.", many: true,
                             forms: { /\Athorough\z/ => THOROUGH }) { |text| Quantity.pattern("--case", text) },
              Options.option(:advisories, "--advisory ID", "In place of contenders: the affected and the fixed releases of " \
                                                           "an advisory (all: of each). Repeatable. " \
                                                           "See: cachemark list advisories.", many: true)
            ],
            "What fails" => [
              Options.option(:fail_on, "--fail-on LIST", "Exit with 1 only for these outcomes: " \
                                                         "#{Vocabulary::Outcomes::BAD.join(", ")} (default: all). first: end " \
                                                         "after the first case that fails, and its controls.",
                             words: [*Vocabulary::Outcomes::BAD, "first"], many: true, listed: true,
                             forms: { /\Afirst\z/ => Options.option(:fail_fast, "first", "", of: "--fail-on") { true } }),
              Options.option(:baseline, "--baseline FILE", "Fail only for findings that are not in FILE.")
            ],
            "Conditions" => [Options.with(Options::RUNTIME, Options::MEMCACHED, Options::INSTALL, Options::SEED)],
            "Report and record" => Options.measured(
              Report::Check.formats, Options::RECORD,
              Options.option(:write_baseline, "baseline=FILE", "Write the findings to FILE, for --baseline later.")
            )

      private

      def selection(words)
        @known = @options[:baseline]&.then { |path| BaselineFile.read(path) }
        @written = @options[:write_baseline]&.then { |path| BaselineFile.at(path) }
        Selection.of(words, @options, **sources)
      end

      def task
        task = super
        task.with(judging: { planned: planned(task), baseline: @known&.facts(task, @selection.known),
                             advisories: @selection.advisories, **@options.slice(:fail_on, :fail_fast) }.compact)
      end

      # The number of cases of all contenders. For a range of releases it is unknown beforehand.
      def planned(task) = (task.exams.reject(&:control).sum { |exam| exam.cases.size } if task.axes.empty?)

      # An unreliable check changes no stored results. Results for one contender count even if another could not be examined.
      def code(done)
        check = Stats::Check.of(done.record)
        CorruptWarnings.new(notify: @err.method(:puts)).keep(check, @task.examined) if check.trusted?
        if check.code == 3
          why = check.trusted? ? "not all could be examined" : "the check cannot be relied on"
          @err.puts "#{@options[:write_baseline]} is unchanged: #{why}" if @written
          return 3
        end
        return check.code unless @written

        @err.puts @written.write(check, @selection.known)
        0
      end

      # The selection of `check`: contenders, their cases, and the controls of these cases.
      class Selection
        # The selection of the words, or that of the advisories which the options name.
        #: (Array[String], Hash[Symbol, Object], **Object) -> Selection
        def self.of(words, options, **sources) = (options[:advisories] ? Advised : self).new(words, options, **sources)

        #: (Array[String], Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
        def initialize(words, options, catalog:, versions:, runtime:)
          @words = words
          @options = options
          @catalog = catalog
          @resolver = Contender::Resolver.new(catalog: catalog, versions: versions, runtime: runtime,
                                              defaults: Options.runtime(options))
        end

        # Measuring calls these methods on every selection.
        def suite_facts = { "id" => "check", "title" => @words.join(" "), "contenders" => words }
        def locks = {}
        def machine = {}
        def files = [["baseline", @options[:baseline]]].select(&:last)

        # Raises Usage for invalid words and options.
        #: () -> Lab::Check::Task
        def task
          refuse_words
          Lab::Check::Task.new(memcached: (on_servers.own if servers_named?), axes: axes, exams: examined + controls,
                               seed: @options.fetch(:seed) { Options.seed })
        end

        # The facts about the advisories for the record; nil without any.
        #: () -> Array[Hash]?
        def advisories = nil

        # Array[String]: the ids of all cases, including thorough ones.
        def known = every.map(&:id)

        private

        def refuse_words
          raise Usage.new("check needs a contender", try: "cachemark check dalli") if @words.empty?
        end

        # The contenders as they are typed.
        def words = @words

        def exams
          refuse_duplicate
          @exams ||= placed(singles.map { |word| examinable(@resolver.resolve(word)) }).then do |contenders|
            contenders.map do |contender|
              Plan::Exam.new(contender: contender, cases: cases_of(contender), peers: peers_of(contender, contenders))
            end
          end
        end

        def cases_of(_contender) = cases

        # Contenders with another namespace have other keys.
        def peers_of(contender, all)
          (all - [contender]).select { |other| other.options["namespace"] == contender.options["namespace"] }
        end

        # The contenders on the servers that they or the command line name.
        def placed(all) = servers_named? || all.any?(&:endpoint) ? on_servers.contenders(all) : all

        def servers_named? = @options.key?(:memcacheds)

        def on_servers = @on_servers ||= CLI::Selection::OnServers.new(@options, CLI.servers(@options))

        def examinable(contender)
          reason = contender.check_settings.refused
          reason ||= "its cases have no network with a delay" if contender.endpoint&.network?
          return contender unless reason

          raise Usage.new("#{contender.id} cannot be checked: #{reason}", try: "cachemark list clients")
        end

        def axes
          @axes ||= (words - singles).map do |word|
            refuse_range(word) if servers_named? && on_servers.count > 1
            positions = @resolver.lineage.releases(word).each_with_index.map do |member, number|
              contender = placed([member.contender]).first
              Plan::Position.new(number: number, contender: contender, name: member.name)
            end
            Plan::Exam::Axis.new(name: word, positions: positions, cases: cases)
          end
        end

        # Exams of single contenders, and of the first releases of each range.
        def examined = exams + axes.flat_map(&:first)

        def singles = words.reject { |word| word.match?(/@[^,]*\.\./) }

        def refuse_range(word)
          raise Usage.new("#{word}: a range of releases is checked on one memcached",
                          try: "name one with --with memcached=VERSION")
        end

        def refuse_duplicate
          duplicate = @words.tally.find { |_, count| count > 1 } or return
          raise Usage.new("#{duplicate.first} is named twice", try: "name each contender once")
        end

        def every = @every ||= Fault::Case.all(@catalog.faults.values, thorough: @options.fetch(:thorough, false))

        def cases
          @cases ||= globs.any? ? every_of(globs.flat_map { |glob| matching(glob) }.to_set(&:id)) : quick(every)
        end

        # In the order of the catalogue. Ids are compared, because comparing whole cases takes long.
        def every_of(ids) = every.select { |fault_case| ids.include?(fault_case.id) }

        def globs = @options[:cases] || []

        # A pattern selects slow cases only with --case thorough. A case that is named, also in braces, is always selected.
        def matching(glob)
          found = every.select { |fault_case| fault_case.id == glob || File.fnmatch?(glob, fault_case.id, File::FNM_EXTGLOB) }
          refuse(glob) if found.empty?
          glob.match?(/[*?\[]/) ? quick(found).tap { |some| refuse_thorough(glob) if some.empty? } : found
        end

        def quick(some) = @options[:thorough] ? some : some.reject { |fault_case| fault_case.fault.thorough }

        def refuse(glob)
          raise Usage.new("no case matches #{glob}", try: near(glob) || "cachemark list cases")
        end

        # Several categories may have a case of that name, and the spelling checker names only one of them.
        def near(glob)
          pattern = glob.match?(/[*?\[{]/)
          same = known.select { |id| File.fnmatch?("*/#{glob}", id, File::FNM_EXTGLOB) }
          return "Did you mean #{pattern ? "'*/#{glob}'" : same.join(", ")}?" if same.any?

          Suggest.near(glob, known) unless pattern
        end

        def refuse_thorough(glob)
          raise Usage.new("only slow cases match #{glob}", try: "add --case thorough")
        end

        # The reference on all cases, and each mutant on the faults that name it. The requested cases are first, then the
        # other variants, because one of those may be the one that catches the mutant.
        def controls
          mutants = cases.flat_map { |fault_case| fault_case.fault.controls }.uniq.select { |mutant| needed?(mutant) }
          reference = exam(Plan::Exam::REFERENCE, Plan::Exam::REFERENCE, cases)
          all = cases + variants
          [reference, *mutants.map do |mutant|
            exam(mutated(mutant), mutant, all.select { |fault_case| fault_case.fault.controls.include?(mutant) })
          end].map { |exam| exam.with(peers: [reference.contender]) }
        end

        # Mutants without a language show that a case can fail at all. The driver of each language injects some faults
        # itself, so that each has its own mutants. A check of other languages does not need those.
        def needed?(mutant)
          language = mutant.rpartition("/").first
          language.empty? || examined.any? { |exam| exam.contender.client.language == language }
        end

        # "python/keeps-connection" is a mutant of the control of that language.
        def mutated(mutant)
          language, _, name = mutant.rpartition("/")
          "#{"#{language}/" unless language.empty?}control,mutant=#{name}"
        end

        # The other variants of the requested faults.
        def variants
          ids = cases.to_set(&:id)
          faults = cases.to_set { |fault_case| fault_case.fault.id }
          every.select { |fault_case| faults.include?(fault_case.fault.id) && !ids.include?(fault_case.id) }
        end

        # The reference may also be among the contenders.
        def exam(word, name, cases)
          contender = @resolver.resolve(word)
          Plan::Exam.new(contender: contender.with(id: "#{contender.id} (control)"), cases: cases, control: name)
        end
      end

      # The file of `check --baseline`, which a client's repository contains: the known findings of each contender.
      class BaselineFile
        SCHEMA = "cachemark/baseline/1"
        private_constant :SCHEMA

        # Raises Usage for any other file.
        #: (String) -> BaselineFile
        def self.read(path)
          document = ::JSON.parse(File.read(path))
          known = document["cases"] if document.is_a?(Hash) && document["schema"] == SCHEMA
          return new(path, known) if sound?(known)

          raise ::JSON::ParserError
        rescue ::JSON::ParserError
          raise Usage.new("#{path} is not a baseline of check", try: "name a file that check wrote, or a new one")
        rescue SystemCallError => error
          written = CommandLine.of(["check", "CONTENDER", "--output", "baseline=#{path}"])
          try = File.exist?(path) ? "name a file that can be read" : written
          raise Usage.new("cannot read the baseline #{path}: #{error.message.sub(/ @ .*/, "")}", try: try)
        end

        # The file to write. An existing file must be a baseline. Raises Usage if it cannot be written.
        #: (String) -> BaselineFile
        def self.at(path)
          found = latest(path)
          obstacle = AtomicFile.obstacle(path) or return found
          raise Usage.new("cannot write the baseline #{path}: #{obstacle}", try: "choose another file")
        end

        # The file as it is now; without findings where there is none.
        #: (String) -> BaselineFile
        def self.latest(path) = File.exist?(path) ? read(path) : new(path, {})

        def self.sound?(known)
          known.is_a?(Hash) && known.values.all? do |own|
            own.is_a?(Hash) && own.values.all? { |outcome| Vocabulary::Outcomes.bad?(outcome) }
          end
        end
        private_class_method :sound?

        #: (String, Hash[String, Hash[String, String]]) -> void
        def initialize(path, known)
          @path = path
          @known = known
        end

        # The facts about the baseline for the record.
        #: (Lab::Check::Task, Array[String]) -> Hash[Symbol, Object]
        def facts(task, existing)
          { path: @path, known: @known, stale: stale(task, existing) }
        end

        # Replaces the known findings by those of a check. Returns lines about the differences for the terminal. Another check
        # may write the file at the same time, or may have written it since this one began.
        #: (Stats::Check, Array[String]) -> Array[String]
        def write(check, existing) = alone { self.class.latest(@path).replace(check, existing) }

        protected

        def replace(check, existing)
          known = Stats::Check::Baseline.new(known: @known).renewed(check.cases, existing).known
          AtomicFile.write(@path, "#{::JSON.pretty_generate({ schema: SCHEMA, cases: known })}\n")
          dropped = gone(existing).map do |contender, id|
            "#{@path}: #{contender} #{id} was removed: there is no such case any more"
          end
          [*dropped, "#{@path}: #{summary(known.sum { |_, own| own.size }, check.bad.size)}"]
        end

        private

        # Locks the folder, so that no other file is needed.
        def alone
          File.open(File.dirname(File.realdirpath(@path))) do |folder|
            folder.flock(File::LOCK_EX)
            yield
          end
        end

        # Only for contenders of this check.
        def stale(task, existing)
          contenders = task.examined.map(&:id)
          gone(existing).select { |contender, _| contenders.include?(contender) }
        end

        # [[contender, case], ...] for cases that no longer exist.
        def gone(existing) = @known.flat_map { |contender, own| (own.keys - existing).map { |id| [contender, id] } }

        def summary(all, found)
          kept = ": #{found} found now, #{all - found} kept that this check did not examine" if all > found
          "#{all} finding#{all == 1 ? " is" : "s are"} known from now on#{kept}"
        end
      end
    end
  end
end
