# frozen_string_literal: true

module Cachemark
  class Contender
    # A client's options at exact versions: defaults filled in, what was given read
    # and checked. Raises Usage for unknown options and values.
    class EffectiveOptions
      # `text` is the notation, for messages; `beside` are option names that mean
      # something else than the client's own options (versions, ruby, repo).
      #
      #: (Catalog::Client, Hash[String, String], text: String, beside: Array[String]) -> void
      def initialize(client, facts, text:, beside:)
        @client = client
        @facts = facts
        @text = text
        @beside = beside
        @known = facts.key?("version") ? client.options_at(facts) : client.options
      end

      # What the driver is told: every option that has a value. Of a checkout that
      # does not tell its version no defaults are known, and none are told.
      #
      #: (Hash[String, String]) -> Hash[String, String | bool]
      def of(given)
        defaults = @facts.key?("version") ? @known.transform_values(&:effective_default) : {}
        defaults.merge(given.to_h { |name, word| [name, value(name, word)] }).compact.sort.to_h.freeze
      end

      private

      def value(name, word)
        option = @known[name] || raise(unknown(name))
        read = option.read(word)
        return read unless read.nil?

        raise Usage.new("#{@text}: #{name}=#{word} is not possible; #{name} is #{option.allowed}.", try: suggestion(option, word))
      end

      def suggestion(option, word)
        option.values && option.values.size > 1 ? Suggest.sentence(word, option.values) : nil
      end

      def unknown(name)
        return absent(name) if @client.options.key?(name)

        dictionary = @known.keys + @beside
        return Usage.new("#{@text}: #{@client.name} has no options.", try: "Leave #{name} away.") if dictionary.empty?

        Usage.new("#{@text}: #{@client.name} has no option #{name}.", try: Suggest.sentence(name, dictionary))
      end

      def absent(name)
        lines = @client.option_lines.select { |option| option.name == name }
        where = lines.map { |option| option.condition.requirements.map { |pair| pair.join(" ") }.join(" with ") }
        Usage.new("#{@text}: #{@client.name} #{@facts["version"]} has no option #{name}.",
                  try: "It is there for #{where.uniq.join("; ")}.")
      end
    end
  end
end
