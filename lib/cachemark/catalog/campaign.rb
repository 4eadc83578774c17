# frozen_string_literal: true

module Cachemark
  class Catalog
    # Commands that run one after the other, and whose records are published together. A step is a command. It may answer a
    # question on the page of results.
    Campaign = Value.define(:id, :title, :summary, :steps) do
      # Raises Usage if two steps have the same id, or if a question cannot be answered.
      #: (Document) -> Campaign
      def self.read(document)
        ids = document.data["steps"].map { |step| step["id"] }
        at = ids.each_index.find { |index| ids.index(ids[index]) < index }
        raise document.problem("/steps/#{at}/id", "is the id of an earlier step", try: "give the step another id") if at

        steps = document.data["steps"].each_with_index.map { |step, index| self::Step.read(document, step, "/steps/#{index}") }
        new(**document.data.transform_keys(&:to_sym), steps: steps.freeze)
      end

      # The same for one client: in place of {client}.
      #: (String) -> Campaign
      def for(client) = with(steps: steps.map { |step| step.for(client) }.freeze)

      # The short form of each step, without those that have none.
      #: () -> Campaign
      def shortened = with(steps: steps.filter_map(&:shortened).freeze)
    end

    # Its steps.
    class Campaign
      CLIENT = "{client}"
      private_constant :CLIENT

      # `argv` are the words of the command, `short` those of a quick look; nil if that is the same. `answer` says what the
      # sentence below the question compares; nil if the command has only one answer.
      Step = Value.define(:id, :argv, short: nil, question: nil, about: nil, answer: nil) do
        # `pointer` is the place of the step in the document.
        #: (Document, Hash[String, Object], String) -> Step
        def self.read(document, facts, pointer)
          step = new(**facts.transform_keys(&:to_sym), answer: facts["answer"]&.then { |answer| Answer.of(answer) })
          Answer::Refusal.new(document, pointer).check(step) if step.question
          step
        end

        #: (String) -> Step
        def for(client)
          filled = ->(words) { words&.map { |word| word.gsub(CLIENT, client) } }
          with(argv: filled.call(argv), short: filled.call(short))
        end

        # nil if the short form of a campaign is without it.
        #: () -> Step?
        def shortened = short.nil? ? self : (with(argv: short, short: nil) if short.any?)
      end

      # The comparison that answers a step's question.
      #
      # - `say` is the verb: "slower" (A is slower than B) or "adds" (A adds so much to a call of B). The opposites are "faster"
      #   and "saves".
      # - `subject` and `object` are words in place of the names of the two contenders.
      # - `pairs` are the rows of a run: [[Place, Place], ...].
      Answer = Value.define(say: "slower", subject: nil, object: nil, pairs: [].freeze) do
        #: (Hash[String, Object]) -> Answer
        def self.of(facts)
          pairs = facts.fetch("pairs", []).map do |pair|
            [pair["of"], { **pair["of"], **pair["against"] }].map { |place| self::Place.new(**place.transform_keys(&:to_sym)) }
          end
          new(**facts.transform_keys(&:to_sym), pairs: pairs.freeze)
        end
      end

      # Its rows, and its mistakes.
      class Answer
        # A row: the client as it is typed, with a version and options if it needs them.
        Place = Value.define(:client, :scenario, mode: Vocabulary::Mode::SYNC.name)

        # Raises Usage for a question whose command cannot answer it.
        class Refusal
          COMPARING = %w[run compare].freeze
          ANSWERING = [*COMPARING, "check", "outage"].freeze
          private_constant :COMPARING, :ANSWERING

          # `pointer` is the place of a step.
          #: (Document, String) -> void
          def initialize(document, pointer)
            @document = document
            @pointer = pointer
          end

          #: (Step) -> void
          def check(step)
            command = step.argv.first
            what = "is not answered by #{command}"
            refuse("question", what, "Allowed: #{ANSWERING.join(", ")}") unless ANSWERING.include?(command)
            refuse("answer", "is not for #{command}", "remove it") if step.answer && !COMPARING.include?(command)
            check_pairs(command, step.answer&.pairs.to_a)
          end

          private

          def check_pairs(command, pairs)
            needs = "needs pairs: a run compares no rows by itself"
            refuse("answer", needs, "pairs: [{ of: ..., against: ... }]") if command == "run" && pairs.empty?
            refuse("answer/pairs", "are rows of a run, and this is a comparison", "remove pairs") if
              command == "compare" && pairs.any?
          end

          def refuse(member, what, try) = raise(@document.problem("#{@pointer}/#{member}", what, try: try))
        end
      end
    end
  end
end
