# frozen_string_literal: true

module Cachemark
  module CLI
    class Completion
      # What can stand where on a command line: read from the commands' own declarations and the catalogue.
      class Grammar
        # Words that can stand in a place, and whether a file can.
        Offer = Value.define(words: [].freeze, files: false) do
          def none? = words.empty? && !files
        end
        # flags, text: as declared; value: what stands for its value, nil for a switch; offer: what that can be.
        Flag = Value.define(:flags, :text, :value, :offer)
        # offer: what its arguments can be.
        Entry = Value.define(:name, :summary, :flags, :offer)

        # What the capital words of help texts stand for.
        CONTENDERS = %w[CONTENDER CLIENT A B C].freeze
        SCENARIOS = %w[SCENARIO GLOB].freeze
        FILES = %w[FILE RECORD PATH DIR].freeze

        # `commands` are {name => Command}.
        #
        #: (Hash[String, Command], catalog: Catalog) -> void
        def initialize(commands, catalog:)
          @commands = commands
          @catalog = catalog
        end

        #: () -> Array[Entry]
        def entries
          @commands.map do |name, command|
            Entry.new(name: name, summary: command.class.summary, flags: command.options.map { |option| flag(option) },
                      offer: offer(command.class.arguments))
          end
        end

        private

        def flag(option)
          offer = option.words.any? ? Offer.new(words: option.words) : offer(option.value.to_s)
          Flag.new(flags: option.flags, text: option.text, value: option.value, offer: offer)
        end

        # "env list|prune|runtime [PATH|NAME...]" offers these three words, and files.
        def offer(text)
          tokens = text.scan(/[A-Za-z]+/)
          known = tokens.grep(/\A[a-z]{3,}\z/).reject { |word| text.include?(".#{word}") }
          known += contenders if tokens.intersect?(CONTENDERS)
          known += @catalog.scenarios.keys if tokens.intersect?(SCENARIOS)
          known += @catalog.suites.keys if tokens.include?("SUITE")
          known += @commands.keys if tokens.include?("COMMAND")
          Offer.new(words: known, files: tokens.intersect?(FILES))
        end

        def contenders = @catalog.clients.each_value.map { |client| @catalog.word(client) }
      end
    end
  end
end
