# frozen_string_literal: true

module Cachemark
  module CLI
    # `compare A B [C...]`: whether the others are faster or slower than the first, or the same.
    class Compare < Command
      include RunOptions
      include JudgeOptions
      include Measuring

      describe "say whether contenders are faster, slower or the same as the first", arguments: "A B [C...]", examples: [
        ["compare dalli@2.7.11 dalli@3.2.8", "two releases over the published client scenarios"],
        ["compare dalli@3.2.8 dalli@path:../dalli --scenario client/get --for 60s", "a release against your folder"],
        ["compare dalli@git:main dalli@git:HEAD,repo=../dalli --metric wall,allocations", "two commits, time and objects"],
        ["compare dalli,ruby=/opt/ruby-3.4/bin/ruby dalli", "one client on two Rubies"],
        ["compare dalli@path:../dalli --scenario client/get --watch", "on each save, your folder against its state at the start"]
      ]

      private

      def declare(parser)
        declare_compared(parser)
        declare_judging(parser)
        declare_machine(parser)
        declare_locked(parser)
        declare_output(parser, formats: Report::Comparison.formats.keys)
        parser.on("--watch", "of one CLIENT@path:DIR: on each save, compare it with its state at the start") do
          @options[:watch] = true
        end
        super
      end

      def perform(words)
        return Watch.new(words, @options, judging: judging, argv: @argv, out: @out, err: @err).call if @options[:watch]

        refuse_one(words)
        selection = Compared.new(words, @options, catalog: Catalog.load, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        delivery.check(selection.suite_facts, read: selection.files)
        job = selection.job(judging)
        tell_twins(job.contenders)
        done = measure(selection, job, loop: Lab::Compare)
        delivery.deliver(done.record)
        judged(done) { |record| Stats::Comparison.of(record).verdicts.any? { |verdict| verdict.verdict == "invalid" } ? 3 : 0 }
      end

      # That two are one is known before they are measured.
      def tell_twins(contenders)
        contenders.group_by { |one| [one.client, one.gems, one.source, one.options, one.runtime] }.each_value do |twins|
          next if twins.size < 2

          @err.puts "#{twins.map(&:id).join(" and ")} are the same code with the same options (#{twins.first.notation}): " \
                    "whatever differs is noise; they are measured and judged all the same"
        end
      end

      # Two Rubies make two of one; a suite and a record name their own.
      def refuse_one(words)
        return if @options[:suite] || @options[:locked] || words.size * @options.fetch(:rubies, [nil]).size > 1

        raise Usage.new("compare needs two contenders", try: "cachemark compare dalli@2.7.11 dalli@3.2.8")
      end
    end
  end
end
