# frozen_string_literal: true

module Cachemark
  module CLI
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
