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
                 ["check memcache-client socket --case 'interrupt/*'", "what interrupted calls leave behind"],
                 ["check dalli@2.7.11..4.3.10 --case 'interrupt/*'", "which release broke or mended what"],
                 ["check dalli@path:. --baseline check.json", "in a client's repository: fail only for what is new"]
               ]

      private

      def declare(parser)
        each(parser, "--case GLOB", "only these cases (repeatable), such as 'interrupt/*'; see: cachemark list cases", :cases)
        on(parser, "--thorough", "also the cases that take long", :thorough)
        on(parser, "--seed N", "seed of keys and values: repeats a case exactly", :seed) do |text|
          Quantity.count("--seed", text, 0..(2**31))
        end
        on(parser, "--baseline FILE", "fail only for what is bad and does not stand there", :baseline)
        on(parser, "--write-baseline FILE", "write what is bad there, as known from now on", :write_baseline)
        on(parser, "--record FILE", "keep everything seen there (default: under the state folder)", :record)
        parser.on("--no-install", "never install; say what is missing") { @options[:install] = false }
        on(parser, "--offline", "use only what is in the cache", :offline)
        declare_output(parser, formats: Report::Check.formats.keys)
        super
      end

      def perform(words)
        selection = Checked.new(words, @options, catalog: Catalog.load, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        refuse_two_baselines
        before, after = baselines
        delivery.check(selection.suite_facts, read: [["baseline", @options[:baseline]]].select(&:last))
        job = selection.job
        job = job.with(judging: { planned: planned(job), baseline: before&.facts(job, selection.known) }.compact)
        done = measure(selection, job, loop: Lab::Check)
        delivery.deliver(done.record)
        judged(done) { |record| concluded(Stats::Check.of(record), job, after, selection.known) }
      end

      def baselines
        [@options[:baseline]&.then { |path| Baselined.read(path) }, @options[:write_baseline]&.then { |path| Baselined.at(path) }]
      end

      # How many cases the contenders are put to; of releases nobody knows it before.
      def planned(job) = (job.exams.reject(&:control).sum { |exam| exam.cases.size } if job.axes.empty?)

      def refuse_two_baselines
        return unless @options[:baseline] && @options[:write_baseline]

        raise Usage.new("--baseline judges by what is known, and --write-baseline makes it anew", try: "leave one of them out")
      end

      # What cannot be relied on is kept nowhere; what was found of one contender stands where another could not be examined.
      def concluded(check, job, baseline, known)
        Marks.new(tell: @err.method(:puts)).keep(check, job.examined) if check.trusted?
        if check.code == 3
          @err.puts "#{@options[:write_baseline]} is left as it was: #{unfit(check)}" if baseline
          return 3
        end
        return check.code unless baseline

        @err.puts baseline.write(check, known)
        0
      end

      def unfit(check) = check.trusted? ? "not all could be examined" : "the check cannot be relied on"
    end
  end
end
