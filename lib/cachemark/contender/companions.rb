# frozen_string_literal: true

module Cachemark
  class Contender
    # The exact versions of the gems beside a client's own: those asked for, else
    # the catalogue's. A companion's line may depend on the versions found before it.
    class Companions
      OFF = "off"

      #: (Catalog::Client, Object) -> void
      def initialize(client, versions)
        @client = client
        @versions = versions
      end

      # { gem => release or exact version (String) } of every companion in use.
      # Raises Usage for unknown versions, and where the client cannot use one.
      #
      #: (Hash[String, String], Hash[String, String], text: String) -> Hash[String, Object]
      def of(given, facts, text:)
        @client.companion_options.each_with_object({}) do |option, found|
          line = @client.companions_at(facts.merge(numbers(found)))[option]
          word = given[option] || line&.version
          next if word.nil? || word == OFF
          raise unusable(option, facts, text) unless line

          found[line.gem] = release(line, word, given.key?(option), text)
        end
      end

      # { gem => exact version }.
      #
      #: (Hash[String, Object]) -> Hash[String, String]
      def numbers(found) = found.transform_values { |release| release.respond_to?(:number) ? release.number : release }

      private

      # The catalogue's own versions are exact: they need no registry.
      def release(line, word, asked, text)
        return word unless asked

        Versions.new(line.gem, @versions.of(line.gem)).pick(word)
      end

      def unusable(option, facts, text)
        lines = @client.companions.select { |companion| companion.option == option }
        where = lines.flat_map { |line| line.condition.requirements.map { |of, requirement| "#{of} #{requirement}" } }
        Usage.new("#{text}: #{@client.name} #{facts["version"]} cannot use #{option}.", try: "It can where: #{where.join("; ")}.")
      end
    end
  end
end
