# frozen_string_literal: true

module Cachemark
  module CLI
    # `help [COMMAND]`: the commands, or one command's options and examples.
    class Help < Command
      describe "explain a command", arguments: "[COMMAND]", examples: [["help run", "every option of run, with examples"]]

      private

      def perform(words)
        refuse_more(words.drop(1))
        @out.print words.empty? ? overview : CLI.command(words.first).new(out: @out, err: @err).help
        0
      end

      def overview
        lines = COMMANDS.map { |name, constant| format("  %-8s %s", name, CLI.const_get(constant).summary) }
        <<~TEXT
          Cachemark measures memcached client libraries, and says only what it can prove.

          Usage: cachemark COMMAND [ARGUMENTS] [OPTIONS]

          #{lines.join("\n")}

          Start with:  cachemark run                 the classic table, on this machine
                       cachemark run dalli socket    one client beside the reference
                       cachemark help run            every option
        TEXT
      end
    end
  end
end
