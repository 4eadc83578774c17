# frozen_string_literal: true

module Cachemark
  module Results
    # The words of a result's command with the versions that were measured. "newest" means another release next month.
    class ExactCommand
      NEWEST = "newest"
      # The newest memcached among the conditions of a command, also at the end of a range.
      SERVER = /(?<=memcached=|\.\.)newest\b/
      private_constant :NEWEST, :SERVER

      #: (Result) -> Array[String]
      def self.of(result) = new(result).words

      #: (Result) -> void
      def initialize(result)
        @result = result
      end

      #: () -> Array[String]
      def words
        words = CommandLine.renewed(@result.argv)
        words.each_with_index.map do |word, at|
          words[at - 1] == "--with" ? word.gsub(SERVER) { newest_server } : contender(word)
        end
      end

      private

      def newest_server
        servers = @result.contenders.values.filter_map { |facts| facts["memcached"] }
        servers.max_by { |version| Results.number(version) } || @result.facts["memcached"] || NEWEST
      end

      # A word that names a contender, to which options of the command may have been added.
      def contender(word)
        facts = @result.contenders.find { |id, _| id == word || id.start_with?("#{word},") }&.last
        return word if facts.nil? || Vocabulary::References.include?(facts["client"])

        configuration = Configuration.of(facts)
        head, *options = word.split(",")
        ["#{head[/\A[^@]+/]}@#{configuration.version}", *options.filter_map { |option| exact(option, configuration) }].join(",")
      end

      # An option that names the newest of something; nil if the exact contender is without it.
      def exact(option, configuration)
        name, value = option.split("=", 2)
        return option unless value == NEWEST
        return "#{name}=#{configuration.companions[name]}" if configuration.companions.key?(name)
        return "#{name}=#{configuration.memcached}" if name == "memcached"

        "#{name}=#{configuration.line}" if configuration.notation.include?(",#{name}=")
      end
    end
  end
end
