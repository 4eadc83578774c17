# frozen_string_literal: true

module Cachemark
  module CLI
    # `completion bash|zsh|fish`: the door to shell completion, a script made from the options that the commands themselves take.
    class Completion < Command
      SHELLS = { "bash" => :Bash, "zsh" => :Zsh, "fish" => :Fish }.freeze

      describe "Print a completion script for bash, zsh or fish.", arguments: "bash|zsh|fish",
                                                                                               examples: [
        ["completion bash > ~/.local/share/bash-completion/completions/cachemark", "For bash, from the next shell on."],
        ["completion zsh > ~/.zfunc/_cachemark", "For zsh, if ~/.zfunc is in fpath before compinit runs."],
        ["completion fish > ~/.config/fish/completions/cachemark.fish", "For fish."]
      ]

      private

      def perform(words)
        refuse_more(words.drop(1))
        shell = words.first or raise Usage.new("completion needs a shell", try: "cachemark completion #{SHELLS.keys.join("|")}")
        @out.print script(Quantity.word("completion", shell, SHELLS.keys))
        0
      end

      def script(shell)
        commands = COMMANDS.map { |name, constant| [name, CLI.const_get(constant).new(out: @out, err: @err)] }.to_h
        Shells.const_get(SHELLS.fetch(shell)).new(Grammar.new(commands, catalog: Catalog.load)).to_s
      end

      # The words that are possible on a command line, from the options of the commands and the catalogue.
      class Grammar
        # The words that are possible in a place, and whether a file is.
        Offer = Value.define(words: [].freeze, files: false) do
          def none? = words.empty? && !files
        end
        # `names`: its flags; `value`: the placeholder of its value, nil for a switch; `offer`: its possible values.
        Flag = Value.define(:names, :text, :value, :offer)
        # A command; `offer`: its possible arguments.
        Entry = Value.define(:name, :summary, :flags, :offer)

        # Placeholders in help texts, by their meaning.
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
          Flag.new(names: option.names, text: option.text, value: option.value, offer: offer)
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
