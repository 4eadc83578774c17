# frozen_string_literal: true

module Cachemark
  module CLI
    # `selftest`: whether Cachemark, on this machine, reaches the right verdicts on known differences.
    class Selftest < Command
      include Measuring

      describe "Test that verdicts are right on this machine.", examples: [
        ["selftest", "In 90 s: the same code, slower code, wrong replies and other work, each with its verdict."],
        ["selftest --format json --output selftest.json", "The same, as JSON."]
      ]

      # The client and the method that are edited.
      CLIENT = "dalli"
      TARGET = { file: "dalli.rb", owner: "Dalli::Client", name: "get" }.freeze
      SCENARIOS = %w[client/get client/set].freeze
      # The margin is wide enough for a busy machine, and far below the injected slowdowns.
      JUDGING = { margin: 0.08, alpha: 0.01, metrics: ["wall"], threshold: 0.0 }.freeze
      private_constant :CLIENT, :TARGET, :SCENARIOS, :JUDGING

      takes "How long" => [Options.time("80s; with --calibrate 1h"), Options::SEED],
            "Calibration" => [
              Options.option(:calibrate, "--calibrate", "Measure for hours how small a slowdown this machine can detect. " \
                                                        "Continues an earlier calibration."),
              Options.option(:conditions, "--condition TEXT", "Only conditions whose name contains TEXT. Repeatable.", many: true)
            ],
            "Server and machine" => Options::MACHINE,
            "Report and record" => [*Options.report(Report::Selftest.formats.keys), Options::RECORD, Options::PLAIN]

      private

      def perform(words)
        refuse_more(words)
        refuse_several_servers
        return calibrate if @options[:calibrate]

        sources = CLI.sources(@options)
        options = { scenarios: SCENARIOS, for_s: 80.0, **@options }
        selection = Compared::Copies.new(CLIENT, controls(sources), options, **sources)
        delivery = delivery(selection)
        judged(measure(selection, selection.job(JUDGING), delivery, loop: Lab::Selftest)) do |record|
          Stats::Selftest.of(record).passed? ? 0 : 3
        end
      end

      def calibrate
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check({})
        record, code = Calibration.new(@options, argv: @argv, err: @err).call
        delivery.deliver(record)
        code
      end

      # {name of a copy => its folder}. The same source makes the same copies.
      def controls(sources)
        source = Original.new(@options, **sources).folder(CLIENT)
        target = Lab::ClientCopies::Target.new(**TARGET)
        copies = Lab::ClientCopies.new(source: source, into: File.join(Paths.new.cache, "controls"), target: target)
        Lab::Selftest::Controls.new(copies).folders
      end

      # The source of a release from its gem: the original of copies.
      class Original
        #: (Hash[Symbol, Object], catalog: Catalog, versions: Object, runtime: Object) -> void
        def initialize(options, catalog:, versions:, runtime:)
          @options = options
          @resolver = Contender::Resolver.new(catalog: catalog, versions: versions, runtime: runtime)
          @registry = versions
        end

        # The absolute folder of the gem. Raises Trouble if it is unavailable.
        #: (String) -> String
        def folder(word)
          contender = @resolver.resolve(word)
          built = Host::Keeper.start { |keeper| build(keeper, contender) }
          return built.expected.first.fetch(:dir) if built.is_a?(Cachemark::Env::Environment)

          raise Trouble.new("#{contender.notation} is unavailable: #{built.reason}", try: built.how)
        end

        private

        def build(keeper, contender)
          builder = Cachemark::Env::Builder.new(cache: Paths.new.cache, spawn: keeper, registry: @registry,
                                                offline: @options.fetch(:offline, false),
                                                install: @options.fetch(:install, true))
          builder.build([contender]).fetch(contender.id)
        ensure
          builder&.release
        end
      end
    end
  end
end
