# frozen_string_literal: true

require "json"
require "tmpdir"

module Cachemark
  module CLI
    # The entry point to calibration. `selftest --calibrate` runs experiment after experiment with known outcomes, each an
    # ordinary measurement, until the time is over or all are done. It appends to its record, so that it can be continued
    # later. Every other command reads here how small a slowdown this machine can detect.
    class Calibration
      CLIENT = "dalli"
      FILE = { file: "dalli.rb", owner: "Dalli::Client" }.freeze
      # Scenarios that call only this one of the edited methods.
      CELLS = { "get" => ["client/get"], "get_multi" => ["client/multiget"] }.freeze
      COMMITS = 64
      private_constant :CLIENT, :FILE, :CELLS, :COMMITS

      class << self
        # The slowdown that this machine can detect: from its own calibration, or from the shipped one if that was made on a
        # similar machine. nil without either. `notify` is called with a sentence about a calibration that cannot be read.
        #: (?own: String, ?shipped: Hash[String, Object], ?machine: Hash[String, Object], ?notify: #call) -> String?
        def sentence(own: Paths.new.calibration, shipped: shipped(), machine: Host::Machine.facts, notify: ->(_) {})
          own, shipped = [own(own, notify), shipped].map do |facts|
            facts["sentence"] if facts && facts["machine"] == machine.slice(*Lab::Calibration::LIKE)
          end
          own || (shipped && of_another(machine, shipped))
        end

        # The shipped calibration's figures on disturbing conditions, on whatever machine it was made: the gain to expect
        # from removing one.
        #: () -> Hash[String, Object]
        def gains = shipped["gains"]

        # The facts of docs/calibration.jsonl, shipped with Cachemark. A test compares the two.
        #: () -> Hash[String, Object]
        def shipped = ::JSON.parse(Paths.shipped("cli/calibration.json"))

        # The facts of a calibration for other commands: its machine, the slowdown that this machine detects, and the cost of
        # disturbing conditions (Stats::Calibration::Gain).
        #: (Record) -> Hash[String, Object]
        def facts(record)
          sentence = Report::Sentences.of(Stats::Calibration.of(record).summary)
          { "machine" => record.run["machine"].to_h.slice(*Lab::Calibration::LIKE),
            "sentence" => sentence && "calibrated on #{record.experiments.last["at"][0, 10]}: #{sentence}",
            "gains" => Stats::Calibration::Gain.measured(record) }
        end

        private

        def of_another(machine, sentence)
          "this machine was not calibrated, but a similar one was (#{machine["cpu"]}, " \
            "#{Report::Figures.counted(machine["cores"], "core")}): #{sentence}"
        end

        # A file that is not a record is ignored.
        def own(path, notify)
          Record::Reader.interpret(path) { facts(Record::Reader.read(path)) } if File.file?(path)
        rescue Usage => error
          notify.call("the calibration of this machine is ignored: #{error.what}")
          nil
        end
      end

      #: (Hash[Symbol, Object], argv: Array[String], err: IO, ?experiments: Plan::Experiments) -> void
      def initialize(options, argv:, err:, experiments: Plan::Experiments.new)
        @options = options
        @argv = argv
        @err = err
        @sources = CLI.sources(options)
        @catalog = @sources.fetch(:catalog)
        @experiments = experiments.only(options.fetch(:conditions, []))
      end

      # Returns the record, and the exit code of an interrupted measurement (else 0).
      #: () -> [Record, Integer]
      def call
        path = @options[:record] || Paths.new.calibration
        @log = Lab::Calibration.open(path, argv: ["selftest", *@argv])
        @source = Selftest::Original.new(@options, **@sources).folder(CLIENT)
        code = experiments
        [@log.record, code]
      ensure
        @log&.close
      end

      private

      def experiments
        ends_s = Clock.now_s + @options.fetch(:for_s, 3600.0)
        while (condition = @experiments.next(@log.done))
          return 0 if Clock.now_s + condition.for_s > ends_s

          code = experiment(condition)
          return code if code > 3
        end
        0
      end

      def experiment(condition)
        loops = @log.loops(condition)
        record, code = Host::OtherProcesses.busy_core(cpu(condition)) { measured(condition, loops) }
        return code if code > 3

        @log.add(condition, loops, record)
        @err.puts format("%s: %d of %d", condition.name, @log.done.fetch(condition.name, 0), condition.wanted)
        code
      end

      # The core for the other process, or nil.
      def cpu(condition)
        placement = Host::Placement.choose("one-core", Host::Machine.facts)
        { "other" => placement.own_cpus, "same" => placement.driver_cpus }.fetch(condition.other_process, []).first
      end

      # [Record, Integer]: the result of the experiment. The experiment's own record is not kept.
      def measured(condition, loops)
        Dir.mktmpdir("cachemark-calibration") do |folder|
          selection, loop_class = condition.kind == "find" ? search(condition, loops, folder) : comparison(condition, loops)
          settings = Lab::Settings.new(argv: [condition.kind, *@argv], paths: Paths.new, suite: selection.suite_facts,
                                       record: File.join(folder, "experiment.jsonl"),
                                       options: @options.merge(placement: condition.placement))
          done = Lab::Measurement.new(selection.job(judging(condition)), settings, live: Live::View.new(@err, clock: Clock),
                                                                                   clock: Clock, loop: loop_class).call
          [done.record, done.code]
        end
      end

      # Any sure slowdown counts, however small.
      def judging(condition)
        Compared::JUDGING.merge({ "find" => { all: false }, "gate" => { threshold: 0.0 } }.fetch(condition.kind, { margin: 0.0 }))
      end

      def comparison(condition, loops)
        folders = { "steady" => kept(condition, "steady", 0), "other" => kept(condition, loops.zero? ? "twin" : "slow", loops) }
        options = { **@options.except(:record), scenarios: scenarios(condition), for_s: condition.for_s }
        [Compared::Copies.new(CLIENT, folders, options, **@sources),
         condition.kind == "gate" ? Lab::Gate : Lab::Compare]
      end

      def search(condition, loops, folder)
        guilty = Random.rand(1...COMMITS)
        @log.note(guilty: "change #{guilty}")
        before, after = [0, loops].map { |more| Lab::ClientCopies::Edit.spin(loops: Lab::Selftest::Controls::LOOPS + more) }
        made = Host::Keeper.start do |keeper|
          Lab::ClientCopies::History.new(client_copies(condition, folder), keeper: keeper)
                            .make("history", commits: COMMITS, guilty: guilty, before: before, after: after)
        end
        options = { **@options.except(:record), scenarios: scenarios(condition), for_s: condition.for_s,
                    git: "HEAD~#{COMMITS - 1}..HEAD" }
        [Find::Range.new(["#{CLIENT},repo=#{made}"], options, **@sources), Lab::Find]
      end

      def scenarios(condition) = condition.kind == "gate" ? seven : CELLS.fetch(condition.method)

      # The seven published scenarios of a client.
      def seven = @catalog.suite("classic").scenarios.grep(%r{\Aclient/})

      def kept(condition, name, loops)
        client_copies(condition, File.join(Paths.new.cache, "controls"))
          .kept(name, Lab::ClientCopies::Edit.spin(loops: Lab::Selftest::Controls::LOOPS + loops))
      end

      def client_copies(condition, into)
        target = Lab::ClientCopies::Target.new(**FILE, name: condition.method)
        Lab::ClientCopies.new(source: @source, into: into, target: target)
      end
    end
  end
end
