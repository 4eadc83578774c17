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

      # The client that is edited.
      CLIENT = "dalli"
      SCENARIOS = %w[client/get client/set].freeze
      # The margin is wide enough for a busy machine, and far below the injected slowdowns.
      JUDGING = { margin: 0.08, alpha: 0.01, metrics: ["wall"], threshold: 0.0 }.freeze
      private_constant :CLIENT, :SCENARIOS, :JUDGING

      takes "How long" => [Options.time("80s")],
            "Conditions" => [Options.with(Options::MEMCACHED, Options::PLACEMENT, Options::INSTALL, Options::SEED)],
            "Report and record" => Options.measured(Report::Selftest.formats, Options::RECORD)

      private

      def selection(words)
        refuse_more(words)
        refuse_several_servers
        Compared::Copies.new(CLIENT, controls, { scenarios: SCENARIOS, for_s: 80.0, **@options }, **sources)
      end

      def task = @selection.task(JUDGING, loop: Lab::Selftest)
      def code(done) = Stats::Selftest.of(done.record).passed? ? 0 : 3

      # {name of a copy => its folder}. The same source makes the same copies.
      def controls
        Lab::Selftest::Controls.new(source: original(**sources), into: File.join(Paths.new.cache, "controls")).folders
      end

      # The folder of the client's gem. Raises Trouble if it is unavailable.
      def original(catalog:, versions:, runtime:)
        contender = Contender::Resolver.new(catalog: catalog, versions: versions, runtime: runtime).resolve(CLIENT)
        built = Host::Keeper.start { |keeper| build(contender, keeper, versions) }
        return built.expected.first.fetch(:dir) if built.is_a?(Cachemark::Env::Environment)

        raise Trouble.new("#{contender.notation} is unavailable: #{built.reason}", try: built.how)
      end

      def build(contender, keeper, versions)
        builder = Cachemark::Env::Builder.new(cache: Paths.new.cache, spawn: keeper, registry: versions,
                                              offline: @options[:install] == "cached", install: @options[:install] != "no")
        builder.build([contender]).fetch(contender.id)
      ensure
        builder&.release
      end

      # Recorded command lines may have an option that is a program now.
      def parse(argv)
        return super unless argv.include?("--calibrate")

        raise Usage.new("selftest: --calibrate became a program", try: "ruby bench/calibrate.rb, in a checkout of Cachemark")
      end
    end
  end
end
