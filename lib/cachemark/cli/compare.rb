# frozen_string_literal: true

module Cachemark
  module CLI
    # `compare A B [C...]`: whether the others are faster or slower than the first, or the same.
    class Compare < Command
      include Measuring

      WATCH = Options.option(:watch, "--watch", "Re-run on every save, comparing CLIENT@path:DIR with its initial state.")
      describe "Report whether contenders are faster or slower than the first.", arguments: "A B [C...]", examples: [
        ["compare dalli@2.7.11 dalli@3.2.8", "Two releases over the published client scenarios."],
        ["compare dalli@3.2.8 dalli@path:../dalli --scenario client/get --for 60s", "A release and your working copy."],
        ["compare dalli@git:main dalli@git:HEAD,repo=../dalli --metric wall,allocations", "Two commits, by time and objects."],
        ["compare dalli,ruby=/opt/ruby-3.4/bin/ruby dalli", "One client on two Rubies."],
        ["compare dalli@path:../dalli --scenario client/get --watch", "Your working copy and its initial state, on each save."]
      ]
      takes "What to compare" => [*Options::COMPARED, Options::LOCKED],
            "How long, and how it is judged" => [
              Options.time("2m"),
              Options.option(:until, "--until SHARE", "Stop as soon as every verdict is known to within ± this share.") do |text|
                Quantity.share("--until", text)
              end,
              *Options::JUDGING, WATCH
            ],
            "Server and machine" => Options::MACHINE,
            "Report and record" => [*Options.report(Report::Comparison.formats.keys), Options::RECORD, Options::HISTORY,
                                    Options::PLAIN]

      private

      def perform(words)
        judging = Compared.judging(@options)
        return Watch.new(words, @options, judging: judging, argv: @argv, out: @out, err: @err).call if @options[:watch]

        refuse_one(words)
        selection = Compared.new(words, @options, **CLI.sources(@options))
        delivery = delivery(selection)
        job = selection.job(judging)
        warn_of_twins(job.contenders)
        judged(measure(selection, job, delivery, loop: Lab::Compare)) do |record|
          Stats::Comparison.of(record).verdicts.any? { |verdict| verdict.verdict == "invalid" } ? 3 : 0
        end
      end

      # Measuring twins is allowed, and says how much noise there is.
      def warn_of_twins(contenders)
        contenders.group_by { |one| [one.client, one.gems, one.source, one.options, one.runtime] }.each_value do |twins|
          next if twins.size < 2

          @err.puts "#{twins.map(&:id).join(" and ")} are the same code with the same options (#{twins.first.notation}): " \
                    "any difference is noise"
        end
      end

      # One contender is enough with several Rubies, a suite or a record.
      def refuse_one(words)
        return if @options[:suite] || @options[:locked] || words.size * @options.fetch(:runtimes, [nil]).size > 1

        raise Usage.new("compare needs two contenders", try: "cachemark compare dalli@2.7.11 dalli@3.2.8")
      end
    end
  end
end
