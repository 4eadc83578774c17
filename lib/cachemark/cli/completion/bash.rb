# frozen_string_literal: true

module Cachemark
  module CLI
    class Completion
      # For bash, from 3.2 on; needs nothing of bash-completion.
      class Bash
        #: (Grammar) -> void
        def initialize(grammar)
          @entries = grammar.entries
        end

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
                  if [[ $cur == -* ]]; then words=#{quoted(entry.flags.flat_map(&:flags))}
                  else #{entry.offer.none? ? ":" : set(entry.offer)}
                  fi ;;
              esac ;;
          BASH
        end

        # Nothing is offered where anything can stand.
        def value(flag) = "    #{flag.flags.join("|")})#{" #{set(flag.offer)}" unless flag.offer.none?} ;;"

        def set(offer)
          [("words=#{quoted(offer.words)}" if offer.words.any?), ("files=yes" if offer.files)].compact.join("; ")
        end

        def quoted(words) = "'#{words.join(" ")}'"
      end
    end
  end
end
