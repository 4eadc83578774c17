# frozen_string_literal: true

module Cachemark
  module CLI
    # `check`: whether a client can return the wrong value, hang, or hide a failure.
    class Check < Command
      include RunOptions
      include Measuring

      describe "find out whether a client can return the wrong value, hang, or lie about a failure",
               arguments: "CONTENDER...", examples: [
                 ["check dalli", "every case"],
                 ["check memcache-client socket --case 'interrupt/*'", "what interrupted calls leave behind"]
               ]

      private

      def declare(parser)
        each(parser, "--case GLOB", "only these cases (repeatable), such as 'interrupt/*'; see: cachemark list cases", :cases)
        on(parser, "--seed N", "seed of keys and values: repeats a case exactly", :seed) do |text|
          Quantity.count("--seed", text, 0..(2**31))
        end
        on(parser, "--record FILE", "keep everything seen there (default: under the state folder)", :record)
        parser.on("--no-install", "never install; say what is missing") { @options[:install] = false }
        on(parser, "--offline", "use only what is in the cache", :offline)
        declare_output(parser, formats: Report::Check.formats.keys)
        super
      end

      def perform(words)
        selection = Checked.new(words, @options, catalog: Catalog.load, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts)
        done = measure(selection, selection.job, loop: Lab::Check)
        delivery.deliver(done.record)
        judged(done) { |record| Stats::Check.of(record).code }
      end
    end
  end
end
