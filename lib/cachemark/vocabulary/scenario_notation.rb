# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # NAME[,PARAMETER=VALUE]..., how a scenario with parameters is written everywhere: on the command line, in suites, in
    # records. `name` is an id, a pattern or a file. `parameters` are texts.
    class ScenarioNotation < Value.define(:name, parameters: {}.freeze)
      FORM = /\A(?<name>.*?)(?<rest>(?:,[A-Za-z_]+=[^,]*)*)\z/m
      private_constant :FORM

      class << self
        # Looks nothing up. Raises Usage for a parameter that is given twice.
        #: (String) -> ScenarioNotation
        def parse(text)
          name, rest = FORM.match(text).captures
          pairs = rest.split(",").drop(1).map { |part| part.split("=", 2) }
          twice = pairs.map(&:first).tally.find { |_, count| count > 1 }
          raise Usage.new("#{text}: #{twice.first} is given twice", try: "name each parameter once") if twice

          new(name: name, parameters: pairs.to_h.freeze)
        end

        #: (String, Hash[String, String]) -> String
        def written(name, parameters) = [name, *parameters.map { |pair| pair.join("=") }].join(",")
      end

      def to_s = ScenarioNotation.written(name, parameters)

      # The notation without these parameters.
      #: (Array[String]) -> String
      def without(names) = ScenarioNotation.written(name, parameters.except(*names))
    end
  end
end
