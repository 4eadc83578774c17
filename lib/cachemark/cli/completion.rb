# frozen_string_literal: true

module Cachemark
  module CLI
    # `completion bash|zsh|fish`: the entry point to shell completion, a script made from the options of the commands.
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

      # The possible words of a command line, from the options of the commands and the catalogue.
      class Grammar
        # The possible words in a place, and whether files are possible.
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

      # The scripts of each shell, made from a Grammar.
      module Shells
        # The common parts of the scripts.
        class Script
          #: (Grammar) -> void
          def initialize(grammar)
            @entries = grammar.entries
          end
        end

        # For bash, from 3.2 on, without bash-completion.
        class Bash < Script
          #: () -> String
          def to_s
            <<~BASH
              # bash completion of cachemark, made by: cachemark completion bash
              _cachemark() {
                local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= words= files= word
                # --format=json comes as three words.
                if [[ $cur == = ]]; then cur=
                elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}
                fi
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                  [[ $word == -* ]] || { command=$word; break; }
                done
                case $command in
                  "") words=#{quoted(@entries.map(&:name))} ;;
              #{@entries.map { |entry| command(entry) }.join.gsub(/^/, "    ").chomp}
                esac
                COMPREPLY=($(compgen -W "$words" -- "$cur"))
                if [[ $files ]]; then
                  compopt -o filenames 2>/dev/null
                  local IFS=$'\\n'
                  COMPREPLY+=($(compgen -f -- "$cur"))
                fi
              }
              complete -F _cachemark cachemark
            BASH
          end

          private

          def command(entry)
            <<~BASH
              #{entry.name})
                case $prev in
              #{entry.flags.select(&:value).map { |flag| value(flag) }.join("\n")}
                  *)
                    if [[ $cur == -* ]]; then words=#{quoted(entry.flags.flat_map(&:names))}
                    else #{entry.offer.none? ? ":" : set(entry.offer)}
                    fi ;;
                esac ;;
            BASH
          end

          # Offers nothing for a free value.
          def value(flag) = "    #{flag.names.join("|")})#{" #{set(flag.offer)}" unless flag.offer.none?} ;;"

          def set(offer)
            [("words=#{quoted(offer.words)}" if offer.words.any?), ("files=yes" if offer.files)].compact.join("; ")
          end

          def quoted(words) = "'#{words.join(" ")}'"
        end

        # For zsh, with its _arguments: options have their help texts. The script works as a file in fpath, and with eval.
        class Zsh < Script
          #: () -> String
          def to_s
            <<~ZSH
              #compdef cachemark
              # zsh completion of cachemark, made by: cachemark completion zsh
              _cachemark() {
                local -a commands
                commands=(
              #{@entries.map { |entry| "    #{quoted("#{entry.name}:#{entry.summary}")}" }.join("\n")}
                )
                if (( CURRENT == 2 )); then
                  _describe -t commands command commands
                  return
                fi
                shift words
                (( CURRENT-- ))
                case $words[1] in
              #{@entries.map { |entry| command(entry) }.join.chomp}
                esac
              }
              if [[ $funcstack[1] == _cachemark ]]; then
                _cachemark "$@"
              else
                compdef _cachemark cachemark
              fi
            ZSH
          end

          private

          def command(entry)
            specs = entry.flags.flat_map { |flag| flag.names.map { |name| spec(name, flag) } }
            specs << "*:argument:#{action(entry.offer)}"
            "    #{entry.name}) _arguments -S #{specs.map { |text| "\\\n      #{quoted(text)}" }.join(" ")} ;;\n"
          end

          # An option may be repeated: some accept several values, for others the last one counts.
          def spec(name, flag)
            value = ":#{escaped(flag.value)}:#{action(flag.offer)}" if flag.value
            "*#{name}#{"=" if value && name.start_with?("--")}[#{escaped(flag.text)}]#{value}"
          end

          def action(offer)
            return " " if offer.none?
            return "_files" if offer.words.empty?

            words = "compadd -- #{offer.words.join(" ")}"
            offer.files ? "{#{words}; _files}" : "(#{offer.words.join(" ")})"
          end

          def escaped(text) = text.gsub(/[\[\]:\\]/) { |char| "\\#{char}" }
          def quoted(text) = "'#{text.gsub("'", "'\\\\''")}'"
        end

        # For fish: a line for each command and each option.
        class Fish < Script
          # fish's own __fish_seen_subcommand_from would take the action of `history list` for the command `list`.
          OF = "__cachemark_of"
          HEAD = <<~FISH.freeze
            # fish completion of cachemark, made by: cachemark completion fish
            complete -c cachemark -f
            function #{OF} --argument-names command --description 'whether this is the first word of the command line'
              set --local words (commandline --tokenize --current-process --cut-at-cursor | string match --invert -- '-*')
              test "$words[2]" = $command
            end
          FISH
          private_constant :OF, :HEAD

          #: () -> String
          def to_s
            lines = @entries.flat_map do |entry|
              ["complete -c cachemark -n __fish_use_subcommand -a #{entry.name} -d #{quoted(entry.summary)}",
               *entry.flags.map { |flag| line(entry, [*names(flag), value(flag), "-d", quoted(flag.text)]) },
               *(line(entry, [place(entry.offer)]) unless entry.offer.none?)]
            end
            "#{HEAD}#{lines.join("\n")}\n"
          end

          private

          # For a command line whose first word is this command.
          def line(entry, parts)
            ["complete -c cachemark -n", quoted("#{OF} #{entry.name}"), *parts.compact].join(" ")
          end

          def names(flag) = flag.names.map { |name| name.start_with?("--") ? "-l #{name[2..]}" : "-s #{name[1..]}" }

          # -r requires a value; -x also excludes files.
          def value(flag)
            return unless flag.value

            flag.offer.none? ? "-x" : ["-r", ("-f" unless flag.offer.files), place(flag.offer)].compact.join(" ")
          end

          def place(offer)
            [("-F" if offer.files), ("-a #{quoted(offer.words.join(" "))}" if offer.words.any?)].compact.join(" ")
          end

          def quoted(text) = "'#{text.gsub(/['\\]/) { |char| "\\#{char}" }}'"
        end
      end
    end
  end
end
