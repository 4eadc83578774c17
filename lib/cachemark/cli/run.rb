# frozen_string_literal: true

module Cachemark
  module CLI
    # `run`: measures a suite, or the named contenders.
    class Run < Command
      include Measuring

      describe "Measure clients against a real memcached.", arguments: "[CONTENDER...]", examples: [
        ["run", "The default suite, classic: 134 rows, 74 of them of a published benchmark, in two minutes."],
        ["run dalli socket --for 40s", "One client and the reference."],
        ["run dalli@2.7.11 dalli@3.2.8,protocol=binary --scenario 'client/*'", "Two versions over the client scenarios."],
        ["run dalli memcached --scenario client/get --count instructions,writes", "Times, with two counts as columns."],
        ["run dalli pymemcache --scenario client/get --sweep size=100,10k,1M", "A table and a chart over three sizes."],
        ["run --suite versions --format classic", "The tables of dalli's Performance.md of 2010."],
        ["run --iterations 10000 --format classic --update README.md", "The published table, updated in a document."],
        ["run dalli socket --scenario client/get --rate 2000..20000 --slo 1ms", "Latency under increasing load."]
      ]
      takes "What to measure" => [*Options::SELECTION, Options::SWEEPS],
            "How long and how precisely" => [*Options::MEASURING, Options.count(Vocabulary::Metrics::INSTRUMENT),
                                             Options::OPTION_LOOK],
            "Latency under load" => Options::LOAD,
            "Server and machine" => [*Options::NETWORK, *Options::MACHINE],
            "Report and record" => [*Options.report(Report::Run.formats.keys), *Options::UPDATE, Options::RECORD, Options::HISTORY,
                                    Options::PLAIN]

      private

      def perform(words)
        refuse_format if @options[:rates] && @options[:format]
        selection = Selection.new(words, @options, **CLI.sources(@options))
        delivery = delivery(selection)
        job = selection.job.with(**selection.option_look)
        refuse_long(job)
        done = measure(selection, job, delivery)
        judged(done) { |record| done.code.zero? && !figures?(record) ? 3 : done.code }
      end

      # Whether any row was measured.
      def figures?(record)
        table = @options[:rates] ? Stats::OpenLoop.of(record) : Stats::Table.of(record)
        table.shown.any?(&:ok?)
      end

      def refuse_format
        formats = Report::OpenLoop.formats.keys
        return if formats.include?(@options[:format])

        raise Usage.new("--format #{@options[:format]} cannot show rates",
                        try: "--format #{Vocabulary.list(formats, "or")}")
      end
    end
  end
end
