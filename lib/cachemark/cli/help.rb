# frozen_string_literal: true

module Cachemark
  module CLI
    # `help [COMMAND]`: the commands, the options and examples of one command, or everything, also as a manual page.
    class Help < Command
      # The width of the names in the list of commands, and of the first commands.
      FIRST = 31
      NAMES = COMMANDS.keys.map(&:size).max + 4
      EXIT = {
        "0" => "Success. compare: no verdict is invalid; gate: passed.",
        "1" => "gate: slower, confirmed with fresh processes. check: a bad outcome that no baseline lists. " \
               "outage: a wrong value, or a limit that all runs exceeded. run --slo TIME,fail: exceeded.",
        "2" => "The command line is wrong. Nothing was started.",
        "3" => "A row failed or is invalid, a control failed, or the machine lacks something.",
        "4" => "gate, find, check, run --slo TIME,fail: nothing is wrong, but data is missing for a verdict. " \
               "outage: some runs exceeded a limit.",
        "130, 143, 129" => "Stopped by Ctrl-C, SIGTERM or SIGHUP, after reporting what was measured."
      }.freeze
      ENVIRONMENT = {
        "XDG_CACHE_HOME" => "Folder of environments and packages (default: ~/.cache).",
        "XDG_STATE_HOME" => "Folder of records without record=FILE (default: ~/.local/state).",
        "NO_COLOR" => "No colours, if it is set and not empty.",
        "TERM" => "If it is dumb, events are printed in lines, as with --color never.",
        "CACHEMARK_DEBUG" => "With 1, an unexpected error prints where it came from."
      }.freeze
      START = { "run" => "the clients that people use now", "run dalli socket" => "one client and the reference",
                "help run" => "every option" }.freeze
      PUBLISHED = "published"
      PUBLISHED_SENTENCE = "The published benchmarks are suites: classic, versions and gevent (cachemark list suites). The " \
                           "formats classic and gevent print their tables as they were printed. These options repeat them:"
      private_constant :FIRST, :NAMES, :START, :PUBLISHED, :PUBLISHED_SENTENCE

      describe "Explain a command, or all of them.", arguments: "[COMMAND|all|man|published]", examples: [
        ["help run", "Every option of run, with examples."],
        ["help all", "Every command with its options, on one page."],
        ["help man > cachemark.1", "The same as a manual page. Read it with: man -l cachemark.1"]
      ]

      private

      def perform(words)
        refuse_more(words.drop(1))
        @out.print page(words.first)
        0
      end

      def page(name)
        return published if name == PUBLISHED
        return Manual.new(commands).to_s if name == "man"
        return [overview, *commands.values.map(&:help)].join("\n#{"-" * width}\n\n") if name == "all"

        name ? made(CLI.command(name)).help : overview
      end

      # The options that repeat published benchmarks, which few people need.
      def published
        found = COMMANDS.each_with_object({}) do |(name, constant), all|
          options = CLI.const_get(constant).groups.values.flatten
          published = options.flat_map(&:meanings).select(&:published)
          published.each { |option| (all[option] ||= []) << name }
        end
        lines = found.map do |option, names|
          "#{entry(option.with(flag: "#{option.of} #{option.flag}"))}\n#{wrap("(#{names.join(", ")})", " " * FLAGS)}"
        end
        "#{wrap(PUBLISHED_SENTENCE)}\n\n#{lines.join("\n")}\n"
      end

      def languages = Vocabulary::Language.all.values.sort_by { |language| language.own ? 0 : 1 }.map(&:title)

      def commands = COMMANDS.transform_values { |constant| made(CLI.const_get(constant)) }
      def made(command) = command.new(out: @out, err: @err)

      def overview
        groups = GROUPS.map do |heading, commands|
          lines = commands.map { |name| wrap(CLI.command(name).summary, "  #{name}".ljust(NAMES)) }
          "#{heading}:\n#{lines.join("\n")}"
        end
        <<~TEXT
          #{wrap("Benchmarks and fault-tests memcached clients for #{Vocabulary.list(languages)}.")}

          Usage: cachemark COMMAND [ARGUMENTS] [OPTIONS]

          #{groups.join("\n\n")}

          #{wrap(CONTENDER)}

          Start with:
          #{START.map { |line, does| wrap(does, "  cachemark #{line}".ljust(FIRST)) }.join("\n")}
        TEXT
      end

      # The overview fits any terminal.
      def width = [super, 80].min

      # The manual page, in the macros of man(7). It has no date, so that the same commands make the same page.
      class Manual
        # `commands` are {name => Command}.
        #: (Hash[String, Command]) -> void
        def initialize(commands)
          @commands = commands
        end

        #: () -> String
        def to_s
          [%(.TH CACHEMARK 1 "" "cachemark #{VERSION}" "User Commands"),
           ".SH NAME", 'cachemark \- benchmark and fault\-test memcached clients',
           ".SH SYNOPSIS", ".B cachemark", ".I COMMAND", "[ARGUMENTS] [OPTIONS]", ".PP", text(Command::CONTENDER),
           ".SH COMMANDS", *@commands.flat_map { |name, command| command(name, command) },
           ".SH EXIT STATUS", *list(EXIT), ".SH ENVIRONMENT", *list(ENVIRONMENT), ""].join("\n")
        end

        private

        def command(name, command)
          type = command.class
          [".SS #{quoted("cachemark #{name} #{type.arguments}".rstrip)}", text(type.summary),
           *type.groups.flat_map { |heading, options| [".PP", text("#{heading}:"), *options.flat_map { |one| option(one) }] },
           *type.examples.flat_map { |line, does| [".PP", text(does), ".EX", text("  cachemark #{line}"), ".EE"] }]
        end

        # An option, and its words.
        def option(option)
          explained = option.meanings.reject { |one| one.text.empty? }
          explained.flat_map { |one| [".TP", ".B #{text([one.of, one.flag].compact.join(" "))}", text(one.text)] }
        end
        def list(entries) = entries.flat_map { |name, says| [".TP", ".B #{text(name)}", text(says)] }

        # A line that begins with a dot or an apostrophe would be a request of man.
        def text(text) = text.gsub("\\", "\\e").gsub("-", "\\-").sub(/\A(?=[.'])/, "\\\\&")
        def quoted(text) = "\"#{self.text(text).gsub('"', "\\(dq")}\""
      end
    end
  end
end
