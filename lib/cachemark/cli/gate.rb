# frozen_string_literal: true

module Cachemark
  module CLI
    # `gate`: whether a client's working copy may be merged, for people and for machines that build.
    class Gate < Command
      include RunOptions
      include JudgeOptions
      include Measuring

      describe "stop a slowdown before it is merged, in a client's repository", arguments: "[CLIENT]", examples: [
        ["gate", "this folder against its merge-base with main; exit 1 says slower"],
        ["gate --base newest --scenario client/get", "against the newest release, in one scenario"],
        ["gate --metric wall,allocations --threshold 1% --junit gate.xml", "time and objects, for a CI server"],
        ["gate --base git:v4.3.0 --head git:HEAD --for 5m", "two states of the repository"]
      ]

      private

      def declare(parser)
        on(parser, "--base WHAT", "git:REF, newest or VERSION (default: the merge-base with main)", :base)
        on(parser, "--head WHAT", "git:REF or path:DIR (default: this folder)", :head)
        declare_compared(parser)
        declare_judging(parser, until_share: false)
        on(parser, "--threshold SHARE", "slowdowns up to here stop nothing (default: 0); what passes ends below --margin",
           :threshold) do |text|
          Quantity.share("--threshold", text, zero: true)
        end
        on(parser, "--allow-unresolved", "exit 0, not 3, where it cannot tell", :allow_unresolved)
        declare_machine(parser)
        declare_output(parser, formats: Report::Gate.formats.keys)
        on(parser, "--junit FILE", "a JUnit report there too", :junit)
        super
      end

      def perform(words)
        refuse_more(words.drop(1))
        catalog = Catalog.load
        sides = Contender::Checkout.here(catalog: catalog, places: Places.new, word: words.first, head: @options[:head])
                                   .sides(**@options.slice(:base, :head))
        selection = Compared.new([sides.baseline, sides.contender], @options, catalog: catalog, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts, read: selection.files)
        job = selection.job(judging)
        say(sides)
        done = measure(selection, job, loop: Lab::Gate)
        delivery.deliver(done.record)
        JobReports.new(@options, err: @err).deliver(done.record)
        judged(done) { |record| code(Stats::Gate.of(record)) }
      end

      def code(decision)
        @options[:allow_unresolved] && decision.code == 3 && decision.allowable ? 0 : decision.code
      end

      def say(sides)
        first = "#{sides.client.name}: #{sides.contender_is} against #{sides.baseline_is}"
        width = @err.tty? ? Live::Display.new(@err).width : Float::INFINITY
        [first, *sides.unchanged].each { |sentence| @err.puts Report::Wrap.text(sentence, width) }
      end

      def judging
        super.merge(threshold: @options.fetch(:threshold, 0.0), allow_unresolved: @options.fetch(:allow_unresolved, false))
      end
    end
  end
end
