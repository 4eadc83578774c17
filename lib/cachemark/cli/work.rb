# frozen_string_literal: true

module Cachemark
  module CLI
    # `work`: what contenders send and receive in one iteration, and where that is not what
    # their label says.
    class Work < Command
      include RunOptions
      include Measuring

      describe "tell what contenders really send: commands, round trips, bytes, encodings", arguments: "[CONTENDER...]",
                                                                                          examples: [
        ["work dalli memcached --scenario 'client/*'", "two clients, command by command"],
        ["work --suite classic --as-published", "the flaws of the published table"],
        ["work --suite versions --as-published --format json", "the same of the tables of 2009 and 2010, as a document"],
        ["work mem_cache_store,compress=on --scenario store/big-read-multi", "what compression does to 2 KB"]
      ]

      private

      def declare(parser)
        declare_selection(parser)
        declare_machine(parser)
        declare_locked(parser)
        declare_output(parser, formats: Report::Work.formats.keys)
        on(parser, "--record FILE", "keep everything seen there (default: under the state folder)", :record)
        super
      end

      def perform(words)
        selection = Selection.new(words, @options, catalog: Catalog.load, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts, read: selection.files)
        job = selection.job.with(for_s: nil, iterations: nil)
        done = measure(selection, job, loop: job.published ? Lab::Published::Proxied : Lab::Work)
        delivery.deliver(done.record)
        done.code
      end
    end
  end
end
