# frozen_string_literal: true

module Cachemark
  module Plan
    # An option of a contender with a value that is examined: the same contender with the value, and with the default.
    # `value` and `default` are in the notation of users; `default` is nil if the library has none. `servers` and `mode` are
    # those with which both make their calls.
    OptionTrial = Value.define(:contender, :option, :value, :default, :servers, mode: Vocabulary::Mode::SYNC.to_s) do
      class << self
        # Every declared option of a contender: with the value that the contender was given, or with each other value than the
        # default. Each is examined where it acts, according to the catalogue.
        #: (Contender) -> Array[OptionTrial]
        def all(contender)
          departed = departures(contender).group_by(&:option)
          contender.client.options_at(contender.facts).values.sort_by(&:name).flat_map do |option|
            words = departed[option.name]&.map(&:value) || option.others
            words.map { |word| of(contender, option, word).where_it_acts(option) }
          end
        end

        # The options that the contender was given, and that differ from the default, as they are used in a table with these
        # modes.
        #: (Contender, ?Array[String]) -> Array[OptionTrial]
        def departures(contender, modes = [])
          known = contender.client.options_at(contender.facts)
          given = contender.departures.map { |name, (word, _)| [known.fetch(name), word] }
          given.filter_map { |option, word| of(contender, option, word).in_its_mode(option, modes) if option.examined?(word) }
        end

        private

        def of(contender, option, word)
          new(contender: contender, option: option.name, value: word, default: option.default,
              servers: contender.surroundings.fetch("servers").to_i)
        end
      end

      # The same with the servers, the mode and the other options without which the option changes nothing.
      #: (Catalog::Client::Option) -> OptionTrial
      def where_it_acts(option)
        more = option.needs.merge(option.acts.fetch("options", {})).except(*contender.given.keys)
        with(contender: more.reduce(contender) { |changed, (name, word)| with_word(changed, name, word) },
             servers: [servers, *option.acts["servers"]].max, mode: option.acts.fetch("mode", mode))
      end

      # The same in the first of these modes that is like the one in which alone the option changes anything.
      #: (Catalog::Client::Option, Array[String]) -> OptionTrial
      def in_its_mode(option, modes)
        acts = option.acts["mode"]&.then { |text| Vocabulary::Mode.of(text).pattern }
        found = acts && modes.find { |text| Vocabulary::Mode.of(text).pattern == acts }
        found ? with(mode: found) : self
      end

      # With the value, and with the default.
      #: () -> Configuration
      def with_value = configuration(value)

      #: () -> Configuration
      def with_default = configuration(default)

      # Its line in a record. The names are those of the two configurations.
      #: () -> Hash[Symbol, Object]
      def facts
        { contender: contender.id, option: option, value: value, default: default, servers: servers, mode: mode,
          with: with_value.name, without: with_default.name }
      end

      private

      def configuration(word)
        OptionTrial::Configuration.new(contender: with_word(contender, option, word).among(servers), mode: mode)
      end

      # The contender keeps its id, and so its environment.
      def with_word(contender, option, word)
        read = word && contender.client.options_at(contender.facts).fetch(option).read(word)
        options = contender.options.except(option)
        options = options.merge(option => read) unless read.nil?
        needless = contender.client.needless_companions(contender.facts, options)
        contender.with(options: options.sort.to_h.freeze, gems: contender.gems.except(*needless).freeze)
      end
    end

    # A contender with options, on a number of servers, and in a mode.
    OptionTrial::Configuration = Value.define(:contender, :mode) do
      # Its name in a record.
      #: () -> String
      def name
        options = contender.options.map { |name, value| "#{name}=#{value}" }.join(",")
        ["#{contender.id}: #{options}", ("#{servers} servers" if servers > 1), (mode unless sync?)].compact.join("; ")
      end

      #: () -> Integer
      def servers = contender.surroundings.fetch("servers").to_i

      # Whether the same calls have the same cost in each process: servers are chosen by their addresses, and workers compete.
      def repeatable? = sync? && servers == 1

      def sync? = Vocabulary::Mode.of(mode).sync?
    end
  end
end
