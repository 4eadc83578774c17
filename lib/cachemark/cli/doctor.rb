# frozen_string_literal: true

require "tmpdir"

module Cachemark
  module CLI
    # `doctor`: how small a slowdown this machine can detect, and what prevents it from detecting smaller ones.
    class Doctor < Command
      include Measuring

      describe "Report the smallest slowdown that this machine can detect.", examples: [
        ["doctor", "In 20 s: the smallest detectable change, what to do about it, and what that gains."],
        ["doctor --for 0s --with install=cached", "Inspect the machine only."],
        ["doctor --for 60s --format json --output doctor.json", "Measure longer, and report as JSON."]
      ]

      # The same client twice: any difference is noise.
      WORDS = (["#{Vocabulary::Language.own.name}/#{Vocabulary::References::SOCKET}"] * 2).freeze
      SCENARIOS = ["client/get"].freeze
      DEFAULT_S = 20.0
      TIME = Options.time("20s")
      private_constant :WORDS, :SCENARIOS, :DEFAULT_S, :TIME

      takes "How long" => [
              TIME.with(text: "#{TIME.text} 0s: inspect the machine only.",
                        forms: { /\A0s?\z/ => Options.option(:measure, "0s", "", of: "--for") { false } })
            ],
            "Conditions" => [Options.with(Options::MEMCACHED, Options::PLACEMENT, Options::INSTALL, Options::SEED)],
            "Report and record" => Options.measured(
              Report::Doctor.formats,
              Options::RECORD.with(text: "Keep everything that was found in FILE (default: keep nothing).")
            )

      private

      def selection(words)
        refuse_more(words)
        refuse_several_servers
        Record::Writer.refuse_existing(@options[:record]) if @options[:record]
        Compared.new(WORDS, { scenarios: SCENARIOS, for_s: DEFAULT_S, **@options }, **sources)
      end

      def task = @selection.task(Compared::JUDGING, loop: Lab::Doctor::Pairs)

      def measure(delivery)
        kept(settings) { |settings| examine(settings) }.tap { |done| delivery.deliver(done.record) }
      end

      def code(done) = Report::Doctor::Checks.of(Stats::DoctorResult.of(done.record)).untrusted ? 3 : done.code

      # Without record=FILE the record is in a folder that is removed afterwards.
      def kept(settings)
        return yield(settings) if @options[:record]

        Dir.mktmpdir("cachemark-doctor") do |folder|
          done = yield(settings.with(record: File.join(folder, "doctor.jsonl")))
          done.with(record: Record.from_lines(done.record.lines))
        end
      end

      def examine(settings)
        survey = ->(keeper) { survey(keeper, *sources.fetch_values(:catalog, :versions)) }
        Lab::Doctor.new(@task, settings, survey: survey, live: live, clock: Clock, measured: @options.fetch(:measure, true)).call
      end

      def survey(keeper, catalog, registry)
        { **Lab::Doctor.survey(keeper, paths: Paths.new, languages: catalog.languages),
          "releases" => NewerReleases.facts(catalog, registry, offline: @options[:install] == "cached"),
          "calibration" => Calibration.gains }
      end

      # Newer releases of the clients in the last complete measurement.
      module NewerReleases
        class << self
          # {"newer" => the result of Contender::Versions::Newer, nil if the registry was not asked; "why" => the reason for
          # that; "measured_at" => when the record was made}.
          #: (Catalog, Object, offline: bool, ?records: String) -> Hash[String, Object]
          def facts(catalog, registry, offline:, records: Paths.new.records)
            record = last(records)
            return unknown("nothing has been measured yet") unless record
            return unknown("not looked up (install=cached)") if offline

            { "newer" => Contender::Versions::Newer.new(catalog, registry).of(notations(record)), "why" => nil,
              "measured_at" => record.run["started_at"] }
          rescue Trouble => error
            unknown("not looked up: #{error.what}")
          end

          private

          def unknown(why) = { "newer" => nil, "why" => why, "measured_at" => nil }

          # The newest complete record in which a release was measured. Others name releases that may not have been measured.
          def last(records)
            files = Paths.matching(records, "*.jsonl").sort_by { |path| File.mtime(path) }.reverse
            complete = files.lazy.select { |path| Record::Reader.summary(path)&.fetch("outcome", nil) == "complete" }
            complete.filter_map { |path| Record::Reader.beginning(path) }
                    .find { |record| record.run["command"] != "doctor" && notations(record).any? }
          end

          def notations(record)
            record.cells.filter_map { |cell| cell["notation"] }.grep(Contender::Versions::Newer::EXACT).uniq
          end
        end
      end
    end
  end
end
