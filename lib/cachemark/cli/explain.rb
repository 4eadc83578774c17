# frozen_string_literal: true

module Cachemark
  module CLI
    # `explain A B --scenario S`: what B does more or less than A in a call, and where.
    class Explain < Command
      include Measuring

      describe "Show what a contender does in addition to another, by method and line.", arguments: "A B", examples: [
        ["explain dalli@3.0.4 dalli@3.0.5 --scenario client/get", "Calls, allocations and instructions of two releases."],
        ["explain dalli@git:main dalli@path:. --scenario client/set", "Your working copy and the main branch."],
        ["explain dalli@3.2.8 dalli@3.2.8,protocol=meta --scenario client/get -f full", "Every difference between two protocols."]
      ]
      takes "What to explain" => [
              Options.option(:scenarios, "-s, --scenario NAME|FILE.yml", "The scenario, such as client/get.", many: true)
            ],
            "Conditions" => [Options.with(Options::MEMCACHED, Options::MACHINE, Options::PLACEMENT, Options::INSTALL,
                                          Options::DATA), Options.allow("non-empty")],
            "Report and record" => Options.measured(
              Report::Explanation.formats, Options::RECORD,
              full: "with every difference, not only the ten largest of each kind"
            )

      private

      def selection(words)
        refuse_others(words)
        refuse_several_servers
        Compared.new(words, @options, **sources)
      end

      def task
        Lab::Explain::Task.new(**@selection.common, all: @options.fetch(:full, false)).tap do |task|
          refuse_several(task.cells.map { |cell| cell.scenario.id }.uniq)
          refuse_languages(task.contenders.map { |contender| contender.language.title }.uniq)
        end
      end

      def refuse_others(words)
        return if words.size == 2

        raise Usage.new("explain needs two contenders, not #{words.size}",
                        try: "cachemark explain dalli@3.0.4 dalli@3.0.5 --scenario client/get")
      end

      def refuse_several(scenarios)
        return if scenarios.one?

        raise Usage.new("explain needs one scenario, not #{scenarios.size}", try: "add --scenario #{scenarios.first}")
      end

      # Methods match by name.
      def refuse_languages(titles)
        return if titles.one?

        raise Usage.new("explain needs two contenders of one language, not of #{Vocabulary.list(titles)}",
                        try: "cachemark compare, which compares any two")
      end
    end
  end
end
