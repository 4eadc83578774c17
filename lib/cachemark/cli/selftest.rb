# frozen_string_literal: true

module Cachemark
  module CLI
    # `selftest`: whether this Cachemark, on this machine, judges rightly what is known.
    class Selftest < Command
      include RunOptions
      include Measuring

      describe "prove that the gate can fail and does not cry wolf, on clients that are made wrong", examples: [
        ["selftest", "a minute and a half: the same code, slower code, a lying server, other work"],
        ["selftest --format json --output selftest.json", "the same for a machine to read"]
      ]

      # What is edited, and in which release.
      CLIENT = "dalli"
      TARGET = { file: "dalli.rb", owner: "Dalli::Client", name: "get" }.freeze
      SCENARIOS = %w[client/get client/set].freeze
      # What `same` means here: wide enough for a busy machine, far below what is injected.
      JUDGING = { margin: 0.08, alpha: 0.01, metrics: ["wall"], threshold: 0.0 }.freeze
      private_constant :CLIENT, :TARGET, :SCENARIOS, :JUDGING

      private

      def declare(parser)
        on(parser, "--for TIME", "measure this long (default: 80s; with --calibrate: 1h)", :for_s) do |text|
          Quantity.duration("--for", text)
        end
        on(parser, "--calibrate", "measure for hours how small a slowdown this machine shows; goes on where it stopped",
           :calibrate)
        each(parser, "--condition TEXT", "with --calibrate: only conditions whose name contains it (repeatable)", :conditions)
        on(parser, "--seed N", "seed of the order of pairs", :seed) { |text| Quantity.count("--seed", text, 0..(2**31)) }
        on(parser, "--record FILE", "keep everything measured there (default: under the state folder)", :record)
        declare_machine(parser)
        declare_output(parser, formats: Report::Selftest.formats.keys)
        super
      end

      def perform(words)
        refuse_more(words)
        return calibrate if @options[:calibrate]

        refuse_conditions

        catalog = Catalog.load
        options = { scenarios: SCENARIOS, for_s: 80.0, **@options }
        selection = Controlled.new(CLIENT, controls(catalog), options, catalog: catalog, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts)
        done = measure(selection, selection.job(JUDGING), loop: Lab::Selftest)
        delivery.deliver(done.record)
        judged(done) { |record| Stats::Selftest.of(record).passed? ? 0 : 3 }
      end

      # A selftest is one whole.
      def refuse_conditions
        return unless @options[:conditions]

        raise Usage.new("--condition chooses what --calibrate measures", try: "add --calibrate, or leave --condition out")
      end

      def calibrate
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check({})
        record, code = Calibrating.new(@options, argv: @argv, err: @err).call
        delivery.deliver(record)
        code
      end

      # {name of a copy => its folder}; the same source makes the same copies.
      def controls(catalog)
        source = Originals.new(@options, catalog: catalog).folder(CLIENT)
        target = Lab::Spoiling::Target.new(**TARGET)
        Lab::Controls.new(Lab::Spoiling.new(source: source, into: File.join(Paths.new.cache, "controls"), target: target)).folders
      end
    end
  end
end
