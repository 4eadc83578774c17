# frozen_string_literal: true

module Cachemark
  module CLI
    # The manual page, in the macros of man(7), of what the commands declare. It has no date: the same commands make the
    # same page.
    class Manual
      EXIT = {
        "0" => "fine; compare: whatever the verdicts; gate: passed",
        "1" => "gate: slower, and again with fresh processes; check: a case failed",
        "2" => "the command line is wrong; nothing was started",
        "3" => "a row failed or is invalid, the machine lacks something, or nothing could be decided",
        "130, 143, 129" => "ended by Ctrl-C, SIGTERM or SIGHUP, after reporting what there was"
      }.freeze
      ENVIRONMENT = {
        "XDG_CACHE_HOME" => "where environments and gems are kept (default: ~/.cache)",
        "XDG_STATE_HOME" => "where records are kept that were given no file (default: ~/.local/state)",
        "NO_COLOR" => "no colours, if it is set and not empty",
        "TERM" => "where it is dumb, the live table is told in lines, as with --plain",
        "CACHEMARK_DEBUG" => "with 1, an error that nobody expected says where it came from"
      }.freeze

      # `commands` are {name => Command}.
      #
      #: (Hash[String, Command]) -> void
      def initialize(commands)
        @commands = commands
      end

      #: () -> String
      def to_s
        [%(.TH CACHEMARK 1 "" "cachemark #{VERSION}" "User Commands"),
         ".SH NAME", 'cachemark \- measure memcached client libraries, and say only what can be proved',
         ".SH SYNOPSIS", ".B cachemark", ".I COMMAND", "[ARGUMENTS] [OPTIONS]",
         ".SH COMMANDS", *@commands.flat_map { |name, command| command(name, command) },
         ".SH EXIT STATUS", *list(EXIT), ".SH ENVIRONMENT", *list(ENVIRONMENT), ""].join("\n")
      end

      private

      def command(name, command)
        type = command.class
        [".SS #{quoted("cachemark #{name} #{type.arguments}".rstrip)}", sentence(type.summary, "."),
         *list(command.options.to_h { |option| [[option.flags.join(", "), option.value].compact.join(" "), option.text] }),
         *type.examples.flat_map { |line, shows| [".PP", sentence(shows, ":"), ".EX", text("  cachemark #{line}"), ".EE"] }]
      end

      def sentence(words, mark) = text("#{words[0].upcase}#{words[1..]}#{mark}")

      def list(entries) = entries.flat_map { |name, told| [".TP", ".B #{text(name)}", text(told)] }

      # No word of ours is a request: those begin a line with a dot or an apostrophe.
      def text(text) = text.gsub("\\", "\\e").gsub("-", "\\-").sub(/\A(?=[.'])/, "\\\\&")
      def quoted(text) = "\"#{self.text(text).gsub('"', "\\(dq")}\""
    end
  end
end
