# frozen_string_literal: true

module Cachemark
  module CLI
    # `check`: whether a client can return a wrong value, hang, or hide a failure.
    class Check < Command
      include Measuring

      describe "Find wrong values, hangs and hidden failures of a client.", arguments: "CONTENDER...", examples: [
        ["check dalli", "Every case."],
        ["check memcache-client socket --case 'interrupt/*'", "The state after interrupted calls."],
        ["check dalli@2.7.11..4.3.10 --case 'interrupt/*'", "Which release broke or fixed a case."],
        ["check dalli@path:. --baseline check.json", "In a client's repository: fail only for new findings."]
      ]
      takes "What to check" => [
              Options.option(:cases, "--case GLOB", "Only these cases, such as 'interrupt/*'. Repeatable. " \
                                                    "See: cachemark list cases.", many: true),
              Options.option(:thorough, "--thorough", "Include the cases that take long."), Options::SEED
            ],
            "What is known" => [
              Options.option(:baseline, "--baseline FILE", "Fail only for findings that are not in FILE."),
              Options.option(:write_baseline, "--write-baseline FILE", "Write the findings to FILE, as known from now on.")
            ],
            "Machine" => Options::INSTALL,
            "Report and record" => [*Options.report(Report::Check.formats.keys), Options::RECORD, Options::PLAIN]

      private

      def perform(words)
        selection = Selection.new(words, @options, **CLI.sources(@options))
        baseline = @options[:baseline]&.then { |path| BaselineFile.read(path) }
        written = @options[:write_baseline]&.then { |path| BaselineFile.at(path) }
        delivery = delivery(selection)
        job = selection.job
        job = job.with(judging: { planned: planned(job), baseline: baseline&.facts(job, selection.known) }.compact)
        judged(measure(selection, job, delivery, loop: Lab::Check)) { |record| conclude(record, job, written, selection.known) }
      end

      # How many cases the contenders are put to; of a range of releases it is unknown beforehand.
      def planned(job) = (job.exams.reject(&:control).sum { |exam| exam.cases.size } if job.axes.empty?)

      # A check that cannot be relied on changes nothing that is kept. What was found of one contender counts even where
      # another could not be examined.
      def conclude(record, job, baseline, known)
        check = Stats::Check.of(record)
        CorruptWarnings.new(tell: @err.method(:puts)).keep(check, job.examined) if check.trusted?
        if check.code == 3
          why = check.trusted? ? "not all could be examined" : "the check cannot be relied on"
          @err.puts "#{@options[:write_baseline]} is unchanged: #{why}" if baseline
          return 3
        end
        return check.code unless baseline

        @err.puts baseline.write(check, known)
        0
      end
    end
  end
end
