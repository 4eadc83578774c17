# frozen_string_literal: true

module Cachemark
  class Catalog
    # Commands that run one after the other, and whose records are published together. A step is a command. It may answer a
    # question on the page of results.
    Campaign = Value.define(:id, :title, :summary, :steps) do
      # Raises Usage if two steps have the same id.
      #: (Document) -> Campaign
      def self.read(document)
        ids = document.data["steps"].map { |step| step["id"] }
        at = ids.each_index.find { |index| ids.index(ids[index]) < index }
        raise document.problem("/steps/#{at}/id", "is the id of an earlier step", try: "give the step another id") if at

        steps = document.data["steps"].map { |step| self::Step.new(**step.transform_keys(&:to_sym)) }
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

      # `argv` are the words of the command, `short` those of a quick look; nil if that is the same.
      Step = Value.define(:id, :argv, short: nil, question: nil, about: nil) do
        #: (String) -> Step
        def for(client)
          filled = ->(words) { words&.map { |word| word.gsub(CLIENT, client) } }
          with(argv: filled.call(argv), short: filled.call(short))
        end

        # nil if the short form of a campaign is without it.
        #: () -> Step?
        def shortened = short.nil? ? self : (with(argv: short, short: nil) if short.any?)
      end
    end
  end
end
