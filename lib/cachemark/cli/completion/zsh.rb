# frozen_string_literal: true

module Cachemark
  module CLI
    class Completion
      # For zsh, by its own _arguments: options stand there with what help says of them. Can be a file in
      # fpath, and be evaluated too.
      class Zsh
        #: (Grammar) -> void
        def initialize(grammar)
          @entries = grammar.entries
        end

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
          specs = entry.flags.flat_map { |flag| flag.flags.map { |name| spec(name, flag) } }
          specs << "*:argument:#{action(entry.offer)}"
          "    #{entry.name}) _arguments -S #{specs.map { |text| "\\\n      #{quoted(text)}" }.join(" ")} ;;\n"
        end

        # An option may be given again: some mean more by it, the others mind their last.
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
    end
  end
end
