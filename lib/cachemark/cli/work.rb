# frozen_string_literal: true

module Cachemark
  module CLI
    # `work`: what contenders send and receive in one iteration, and where that differs from their label.
    class Work < Command
      include Measuring

      describe "Show what clients really send: commands, round trips, bytes.", arguments: "[CONTENDER...]",
                                                                                              examples: [
        ["work dalli memcached --scenario 'client/*'", "Two clients, command by command."],
        ["work --suite classic,as-published", "The flaws of the published table."],
        ["work --suite versions,as-published --format json", "The flaws of the tables of 2009 and 2010, as JSON."],
        ["work --options dalli", "The changes that each option of dalli makes, if any."],
        ["work mem_cache_store,compress=on --scenario store/big-read-multi", "The work of compression on values of 2 KB."]
      ]
      takes "What to look at" => [*Options::SELECTION, Options.count(Vocabulary::Metrics::COUNTABLE),
                                  Options.option(:options, "--options", "Show what each option of the contenders changes.")],
            "Conditions" => [Options.with(Options::RUNTIMES, Options::MEMCACHED, Options::MACHINE, Options::PLACEMENT, Options::INSTALL,
                                          Options::DATA, Options::LOCKED, Options::MODES),
                             Options.allow("unsafe", "non-empty", "unexamined")],
            "Report and record" => Options.measured(Report::Work.formats, Options::RECORD)

      private

      def selection(words) = (@options[:options] ? ClientOptions : Selection).new(words, @options, **sources)

      def task = @options[:options] ? super : @selection.untimed_task

      def code(done) = @options[:options] && !known?(done.record) ? 3 : done.code

      # Whether any option was seen, or there was none to look at.
      def known?(record)
        rows = Stats::OptionEffects.of(record).rows
        rows.empty? || rows.any? { |row| row.status != "unseen" }
      end

      # The selection of `work --options`: the options of the named contenders.
      class ClientOptions < Selection
        # Options of `work` that choose other scenarios, or say how they are measured.
        REFUSED = %i[suite scenarios modes unsafe data as_published locked counts].freeze
        private_constant :REFUSED

        # Raises Usage for invalid words and options.
        #: () -> Lab::Options::Task
        def task
          refuse_others
          trials = contenders.flat_map { |one| Plan::OptionTrial.all(one).tap { |own| refuse_without(one) if own.empty? } }
          Lab::Options::Task.new(**common, trials: trials, probes: @catalog.probes)
        end

        private

        def refuse_others
          raise Usage.new("work --options needs a contender", try: "cachemark work --options dalli") if @words.empty?

          key = REFUSED.find { |name| @options[name] } or return
          raise Usage.new("#{Options.flag(key)} and --options cannot be combined: options are examined with separate calls",
                          try: "remove #{Options.flag(key)}")
        end

        def refuse_without(contender)
          raise Usage.new("#{contender.id} has no option to examine", try: "cachemark list clients, which names all options")
        end

        # The probes of the contenders.
        def suite
          @suite ||= Catalog::Suite.new(id: "options", title: "options of #{@words.join(" ")}", summary: "", contenders: [],
                                        scenarios: @catalog.probes.map(&:id))
        end

        def chosen = @catalog.probes

        def references = []

        # Each option is examined in the environment of its contender.
        def every_companion? = true
      end
    end
  end
end
