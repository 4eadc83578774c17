# frozen_string_literal: true

require "tmpdir"

module Cachemark
  module CLI
    # `doctor`: how small a slowdown this machine shows, and what keeps it from showing smaller ones.
    class Doctor < Command
      include RunOptions
      include Measuring

      describe "say how small a slowdown this machine can see, and what keeps it from seeing smaller ones", examples: [
        ["doctor", "20 s: what can be seen here, what to do about it, and what that gains"],
        ["doctor --no-measure --offline", "only look: no pairs, no gem source"],
        ["doctor --for 60s --format json --output doctor.json", "longer, and for a machine to read"]
      ]

      # The same client twice: where it differs from itself, the machine lies.
      WORDS = %w[ruby/socket ruby/socket].freeze
      SCENARIOS = ["client/get"].freeze
      DEFAULT_S = 20.0
      private_constant :WORDS, :SCENARIOS, :DEFAULT_S

      private

      def declare(parser)
        on(parser, "--for TIME", "measure this long (default: 20s)", :for_s) { |text| Quantity.duration("--for", text) }
        # OptionParser hands a --no-... switch over as false.
        on(parser, "--no-measure", "look only: nothing is measured, and how small a slowdown is seen is not said", :measure)
        on(parser, "--seed N", "seed of the order of pairs", :seed) { |text| Quantity.count("--seed", text, 0..(2**31)) }
        on(parser, "--record FILE", "keep everything that was found there (default: nothing is kept)", :record)
        choose(parser, "--placement NAME", PLACEMENTS, "cores: #{PLACEMENTS.join(", ")} (default: one-core)")
        on(parser, "--no-install", "never install; say what is missing", :install)
        on(parser, "--offline", "ask no gem source: newer releases are not looked up", :offline)
        declare_output(parser, formats: Report::Doctor.formats.keys)
        super
      end

      def perform(words)
        refuse_more(words)
        catalog = Catalog.load
        options = { scenarios: SCENARIOS, for_s: DEFAULT_S, **@options }
        selection = Compared.new(WORDS, options, catalog: catalog, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts)
        Record::Writer.refuse_existing(@options[:record]) if @options[:record]
        job = selection.job(JudgeOptions::DEFAULTS.slice(:margin, :alpha, :metrics))
        done = kept(settings(selection, job)) { |settings| examine(job, settings, catalog) }
        delivery.deliver(done.record)
        done.code > 3 || Stats::Examination.of(done.record).trusted? ? done.code : 3
      end

      # Nothing is kept that was not asked for: the record lies in a folder that is gone afterwards.
      def kept(settings)
        return yield(settings) if @options[:record]

        Dir.mktmpdir("cachemark-doctor") do |folder|
          done = yield(settings.with(record: File.join(folder, "doctor.jsonl")))
          done.with(record: Record.from_lines(done.record.lines))
        end
      end

      def examine(job, settings, catalog)
        path = ENV.fetch("PATH", "").split(File::PATH_SEPARATOR)
        survey = Lab::Doctor::Survey.new(paths: Paths.new, languages: catalog.languages, path: path)
        more = { "releases" => NewerReleases.new(@options, catalog: catalog).facts, "calibration" => Calibrated.new.gains }
        Lab::Doctor.new(job, settings, survey: survey,
                                       live: Live.for(@err, clock: CLOCK, plain: @options.fetch(:plain, false)), clock: CLOCK,
                                       more: more, measured: @options.fetch(:measure, true)).call
      end
    end
  end
end
