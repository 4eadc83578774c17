# frozen_string_literal: true

module Cachemark
  module CLI
    # `completion bash|zsh|fish`: the entry point to shell completion, a script made from the declarations of the commands.
    class Completion < Command
      SHELLS = %w[bash zsh fish].freeze

      describe "Print a completion script for bash, zsh or fish.", arguments: SHELLS.join("|"), examples: [
        ["completion bash > ~/.local/share/bash-completion/completions/cachemark", "For bash, from the next shell on."],
        ["completion zsh > ~/.zfunc/_cachemark", "For zsh, if ~/.zfunc is in fpath before compinit runs."],
        ["completion fish > ~/.config/fish/completions/cachemark.fish", "For fish."]
      ]

      # The possible words in a place, and whether files are possible.
      Offer = Value.define(:words, :files) do
        def none? = words.empty? && !files
      end

      # The offer of a placeholder in help: "env list|prune|runtime [PATH|NAME...]" has three words, and files.
      #: (String, Catalog) -> Offer
      def self.offer(text, catalog)
        tokens = text.scan(/[A-Za-z]+/)
        words = tokens.grep(/\A[a-z]{3,}\z/).reject { |word| text.include?(".#{word}") || text.include?("#{word}:") }
        { %w[CONTENDER CLIENT A B C] => -> { catalog.clients.each_value.map { |client| catalog.word(client) } },
          %w[SCENARIO GLOB] => -> { catalog.scenarios.keys }, %w[SUITE] => -> { catalog.suites.keys },
          %w[COMMAND] => -> { COMMANDS.keys } }.each { |names, known| words += known.call if tokens.intersect?(names) }
        Offer.new(words: words, files: tokens.intersect?(%w[FILE RECORD PATH DIR]))
      end

      private

      def perform(words)
        refuse_more(words.drop(1))
        shell = words.first or raise Usage.new("completion needs a shell", try: "cachemark completion #{SHELLS.join("|")}")
        @catalog = Catalog.load
        @commands = COMMANDS.transform_values { |constant| CLI.const_get(constant) }
        @out.print send(Quantity.word("completion", shell, SHELLS))
        0
      end

      # For bash, from 3.2 on, without bash-completion. A free value offers nothing.
      def bash
        values = declared.select { |_, option| option.value }.map do |name, option|
          "#{option.names.map { |flag| %("#{name} #{flag}") }.join("|")}) #{bash_words(offer_of(option))} ;;"
        end
        words = @commands.flat_map do |name, type|
          flags = declared.filter_map { |of, option| option.names if of == name }
          [%("#{name} -"*\) words=#{quoted(flags.join(" "))} ;;), %("#{name} "*\) #{bash_words(offer(type.arguments))} ;;)]
        end
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
            case "$command $prev" in
              " "*) words=#{quoted(@commands.keys.join(" "))} ;;
              #{values.join("\n    ")}
              *) case "$command $cur" in
                #{words.join("\n      ")}
              esac ;;
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

      def bash_words(offer) = "words=#{quoted(offer.words.join(" "))} files=#{"yes" if offer.files}"

      # For zsh, with its _arguments: options have their help texts. The script works as a file in fpath, and with eval.
      def zsh
        cases = @commands.map do |name, type|
          specs = declared.select { |of, _| of == name }.flat_map { |_, option| zsh_specs(option) }
          specs << "*:argument:#{zsh_action(offer(type.arguments))}"
          "#{name}) _arguments -S #{specs.map { |spec| quoted(spec) }.join(" ")} ;;"
        end
        <<~ZSH
          #compdef cachemark
          # zsh completion of cachemark, made by: cachemark completion zsh
          _cachemark() {
            local -a commands
            commands=(#{@commands.map { |name, type| quoted("#{name}:#{type.summary}") }.join("\n    ")})
            if (( CURRENT == 2 )); then
              _describe -t commands command commands
              return
            fi
            shift words
            (( CURRENT-- ))
            case $words[1] in
              #{cases.join("\n    ")}
            esac
          }
          if [[ $funcstack[1] == _cachemark ]]; then
            _cachemark "$@"
          else
            compdef _cachemark cachemark
          fi
        ZSH
      end

      # An option may be repeated: some accept several values, for others the last one counts.
      def zsh_specs(option)
        text, placeholder = [option.text, option.value.to_s].map { |words| words.gsub(/[\[\]:\\]/) { |char| "\\#{char}" } }
        value = ":#{placeholder}:#{zsh_action(offer_of(option))}" if option.value
        option.names.map { |name| "*#{name}#{"=" if value && name.start_with?("--")}[#{text}]#{value}" }
      end

      def zsh_action(offer)
        return offer.files ? "_files" : " " if offer.words.empty?

        offer.files ? "{compadd -- #{offer.words.join(" ")}; _files}" : "(#{offer.words.join(" ")})"
      end

      # For fish: a line for each command and each option. fish's own __fish_seen_subcommand_from would take the action of
      # `history list` for the command `list`.
      def fish
        commands = @commands.flat_map do |name, type|
          ["-n __fish_use_subcommand -a #{name} -d #{quoted(type.summary)}",
           *("#{fish_of(name)} #{fish_place(offer(type.arguments))}" unless offer(type.arguments).none?)]
        end
        <<~FISH
          # fish completion of cachemark, made by: cachemark completion fish
          complete -c cachemark -f
          function __cachemark_of --argument-names command --description 'whether this is the first word of the command line'
            set --local words (commandline --tokenize --current-process --cut-at-cursor | string match --invert -- '-*')
            test "$words[2]" = $command
          end
          #{[*commands, *declared.map { |name, option| fish_option(name, option) }].map { |line| "complete -c cachemark #{line}" }.join("\n")}
        FISH
      end

      def fish_of(name) = "-n #{quoted("__cachemark_of #{name}")}"

      # -r requires a value; -x also excludes files.
      def fish_option(name, option)
        names = option.names.map { |flag| flag.start_with?("--") ? "-l #{flag[2..]}" : "-s #{flag[1..]}" }
        offer = offer_of(option)
        value = offer.none? ? "-x" : ["-r", ("-f" unless offer.files), fish_place(offer)].compact.join(" ")
        [fish_of(name), *names, *(value if option.value), "-d", quoted(option.text)].join(" ")
      end

      def fish_place(offer)
        [("-F" if offer.files), ("-a #{quoted(offer.words.join(" "))}" if offer.words.any?)].compact.join(" ")
      end

      # [the name of its command, option] of all commands.
      def declared
        @declared ||= @commands.flat_map { |name, type| type.new(out: @out, err: @err).options.map { |option| [name, option] } }
      end

      def offer_of(option)
        words = option.words + option.members.flat_map { |member| completed(option, member) }
        words.any? ? Offer.new(words: words, files: !option.plain.nil?) : offer(option.value.to_s)
      end

      def completed(option, member)
        option.plain && member.words.any? ? member.words.map { |word| "#{word}=" } : [member.flag[/\A[\w-]+=?/]]
      end

      def offer(text) = self.class.offer(text, @catalog)
      def quoted(text) = "'#{text.gsub("'", "'\\\\''")}'"
    end
  end
end
