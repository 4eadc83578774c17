# frozen_string_literal: true

module Cachemark
  module CLI
    # `find`: which release or commit made a client slower or faster.
    class Find < Command
      include RunOptions
      include JudgeOptions
      include Measuring

      # A record holds one search: what else is said when it is gone on with would make it two.
      RESUMABLE = %i[resume for_s format output history].freeze
      # Options whose flag is not their key.
      FLAGS = { scenarios: "--scenario", install: "--no-install" }.freeze
      private_constant :RESUMABLE, :FLAGS

      describe "find the release or commit that changed the cost", arguments: "CLIENT[,OPTION=VALUE]... A..B", examples: [
        ["find dalli 2.7.11..3.2.8 --scenario client/get", "the release between them that made get slower or faster"],
        ["find --git v4.3.0..HEAD --scenario client/set", "the commit, in a client's repository"],
        ["find dalli 2.7.11..4.3.10 --scenario client/get --all", "every release that changed it"],
        ["find --resume find.jsonl", "go on with a search that was stopped"]
      ]

      private

      def declare(parser)
        on(parser, "--git BASE..HEAD", "walk the commits of this repository instead of releases", :git)
        on(parser, "--all", "every change, not only the largest", :all)
        each(parser, "--scenario GLOB|FILE.yml", "only these (repeatable), such as 'client/get'; default: all, one by one",
             :scenarios)
        declare_modes(parser)
        on(parser, "--resume RECORD", "go on where a search stopped: its words, its pairs", :resume)
        declare_searching(parser)
        declare_machine(parser)
        declare_output(parser, formats: Report::Find.formats.keys)
        super
      end

      def declare_searching(parser)
        on(parser, "--for TIME", "stop after this time (default: 30m), shared by the scenarios", :for_s) do |text|
          Quantity.duration("--for", text)
        end
        on(parser, "--margin SHARE", "changes that are smaller are none (default: 1%)", :margin) do |text|
          Quantity.share("--margin", text)
        end
        on(parser, "--alpha SHARE", "risk of a wrong answer (default: 1%)", :alpha) { |text| Quantity.share("--alpha", text) }
        choose(parser, "--metric NAME", Stats::PairEffect::METRICS, "wall, cpu or fastest (default: wall)")
        on(parser, "--seed N", "seed of the order of quads", :seed) { |text| Quantity.count("--seed", text, 0..(2**31)) }
        declare_record(parser)
      end

      def perform(words)
        words = resume(words) if @options[:resume]
        check(words)
        selection = Searched.new(words, { for_s: 1800.0, **@options }, catalog: Catalog.load, **Rooms.new(@options).to_h)
        delivery = Delivery.new(@options, out: @out, err: @err)
        job = selection.job(judging)
        delivery.check(selection.suite_facts, read: selection.files)
        selection.match!(@resumed) if @resumed
        done = measure(selection, job, loop: Lab::Find)
        delivery.deliver(done.record)
        judged(done) { |record| code(Stats::Search.new(record).steps) }
      end

      def code(steps) = steps.undecided ? 3 : 0

      # A search is gone on with in its own words; --for and where the report goes may be new.
      def resume(words)
        refuse_more(words)
        given = @options
        refuse_other(given.keys - RESUMABLE)
        @resumed = Record::Reader.read(given[:resume], writer: "find")
        raise Usage.new("#{given[:resume]} is no record of a find", try: "name one that `cachemark find` wrote") unless
          @resumed.run["command"] == "find"

        @options = {}
        kept = parse(@resumed.run["argv"].drop(1))
        @options = { **@options.except(:output, :format), **given, seed: @resumed.run["seed"], record: given[:resume] }
        kept
      end

      def refuse_other(keys)
        return if keys.empty?

        flags = keys.map { |key| FLAGS.fetch(key) { "--#{key.to_s.tr("_", "-")}" } }
        raise Usage.new("#{flags.join(", ")}: a search goes on with what it began with; " \
                        "--resume takes --for, --format, --output and --history",
                        try: "leave #{flags.one? ? "it" : "them"} out, or begin a search of its own without --resume")
      end

      def check(words)
        return refuse_more(words.drop(1)) if @options[:git]
        return if words.size.between?(1, 2)

        raise Usage.new("find needs a client and a range of its versions",
                        try: "cachemark find dalli 2.7.11..3.2.8 --scenario client/get")
      end

      def judging
        { margin: DEFAULTS[:margin], alpha: DEFAULTS[:alpha], **@options.slice(:margin, :alpha), all: @options.fetch(:all, false),
          metrics: [@options.fetch(:metric, "wall")] }
      end
    end
  end
end
