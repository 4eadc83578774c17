# frozen_string_literal: true

module Cachemark
  module CLI
    class Completion
      # For fish: a line for each command and each option.
      class Fish
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

        #: (Grammar) -> void
        def initialize(grammar)
          @entries = grammar.entries
        end

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

        # Of a command line that has this command in its first word.
        def line(entry, parts)
          ["complete -c cachemark -n", quoted("#{OF} #{entry.name}"), *parts.compact].join(" ")
        end

        def names(flag) = flag.flags.map { |name| name.start_with?("--") ? "-l #{name[2..]}" : "-s #{name[1..]}" }

        # -r asks for a value, -x offers no files beside it.
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
