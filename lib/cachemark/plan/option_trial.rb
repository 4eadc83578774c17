# frozen_string_literal: true

module Cachemark
  module Plan
    # An option of a contender with a value that is examined: the same contender with the value, and with the default.
    # `value` and `default` are in the notation of users; `default` is nil if the library has none.
    OptionTrial = Value.define(:contender, :option, :value, :default) do
      class << self
        # Every declared option of a contender: with the value that the contender was given, or with each other value than the
        # default.
        #: (Contender) -> Array[OptionTrial]
        def all(contender)
          departed = departures(contender).group_by(&:option)
          contender.client.options_at(contender.facts).values.sort_by(&:name).flat_map do |option|
            departed[option.name] || option.others.map { |word| of(contender, option, word) }
          end
        end

        # The options that the contender was given, and that differ from the default.
        #: (Contender) -> Array[OptionTrial]
        def departures(contender)
          known = contender.client.options_at(contender.facts)
          given = contender.departures.map { |name, (word, _)| [known.fetch(name), word] }
          given.filter_map { |option, word| of(contender, option, word) if option.examined?(word) }
        end

        private

        def of(contender, option, word)
          new(contender: contender, option: option.name, value: word, default: option.default)
        end
      end

      # The contender with the value, and with the default. Both have the id of the contender, and so its environment.
      #: () -> Contender
      def with_value = with_word(value)

      #: () -> Contender
      def with_default = with_word(default)

      # Its line in a record. The names are those of the two configurations.
      #: () -> Hash[Symbol, Object]
      def facts
        { contender: contender.id, option: option, value: value, default: default,
          with: OptionTrial.name(with_value), without: OptionTrial.name(with_default) }
      end

      private

      def with_word(word)
        read = word && contender.client.options_at(contender.facts).fetch(option).read(word)
        options = contender.options.except(option)
        contender.with(options: (read.nil? ? options : options.merge(option => read)).sort.to_h.freeze)
      end
    end

    # The name of a configuration: the contender, and its options.
    #: (Contender) -> String
    def OptionTrial.name(contender)
      "#{contender.id}: #{contender.options.map { |name, value| "#{name}=#{value}" }.join(",")}"
    end
  end
end
