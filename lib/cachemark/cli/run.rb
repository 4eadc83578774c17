# frozen_string_literal: true

module Cachemark
  module CLI
    # `run`: measures a suite, or the contenders that are named.
    class Run < Command
      include RunOptions
      include Measuring

      describe "measure contenders on real memcached", arguments: "[CONTENDER...]", examples: [
        ["run", "the classic table: 74 published rows and the reference, in two minutes"],
        ["run dalli socket --for 40s", "one client beside the reference"],
        ["run dalli@2.7.11 dalli@3.2.8,protocol=binary --scenario 'client/*'", "two versions over the client scenarios"],
        ["run --suite versions --format classic", "the tables of Dalli's Performance.md"],
        ["run --iterations 10000 --format classic --update README.md", "the published table, renewed in place"],
        ["run dalli socket --scenario client/get --rate 2000..20000 --slo 1ms", "latency under load, and how much load it takes"]
      ]

      private

      def declare(parser)
        declare_selection(parser)
        declare_measuring(parser)
        declare_open_loop(parser)
        declare_machine(parser)
        declare_locked(parser)
        declare_output(parser)
        declare_record(parser)
        super
      end

      def perform(words)
        selection = Selection.new(words, @options, catalog: Catalog.load, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts, read: selection.files)
        done = measure(selection, selection.job)
        delivery.deliver(done.record)
        done.code
      end
    end
  end
end
