# frozen_string_literal: true

module Cachemark
  module CLI
    # `help [COMMAND]`: the commands, one command's options and examples, or all of it.
    class Help < Command
      # Columns of the list of commands; names and what stands between them and their texts.
      WIDTH = 80
      NAMES = COMMANDS.keys.map(&:size).max + 4

      describe "explain a command, or everything", arguments: "[COMMAND]", examples: [
        ["help run", "every option of run, with examples"],
        ["help --all", "every command with its options, on one page"],
        ["help --man > cachemark.1", "the same as a manual page; man -l cachemark.1 shows it"]
      ]

      private

      def declare(parser)
        parser.on("--all", "every command, on one page") { @options[:all] = true }
        parser.on("--man", "every command, as a manual page") { @options[:man] = true }
        super
      end

      def perform(words)
        refuse_more(words.drop(whole? ? 0 : 1))
        @out.print page(words.first)
        0
      end

      def whole? = @options[:all] || @options[:man]

      def page(name)
        return made(CLI.command(name)).help if name
        return Manual.new(commands).to_s if @options[:man]

        @options[:all] ? [overview, *commands.values.map(&:help)].join("\n#{"-" * WIDTH}\n\n") : overview
      end

      def commands = COMMANDS.transform_values { |constant| made(CLI.const_get(constant)) }
      def made(command) = command.new(out: @out, err: @err)

      def overview
        lines = COMMANDS.map do |name, constant|
          Report::Wrap.text(CLI.const_get(constant).summary, WIDTH, head: "  #{name}".ljust(NAMES))
        end
        <<~TEXT
          Cachemark measures memcached client libraries, and says how sure it is.

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
