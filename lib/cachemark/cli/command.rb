# frozen_string_literal: true

require "did_you_mean"
require "optparse"

module Cachemark
  module CLI
    # The base of every command: it has a summary, arguments, options under headings, and examples, and `perform` does the
    # work. OptionParser reads the options.
    class Command
      # Columns of help, and of the flags in it.
      WIDTH = 100
      FLAGS = 30
      # The paragraph of help about contenders.
      CONTENDER = "A CONTENDER is CLIENT[@VERSION][,OPTION=VALUE]..., such as dalli, dalli@3.2.8, dalli@path:../dalli, " \
                  "dalli@git:main or memcached,binary=on. See: cachemark list clients."
      private_constant :WIDTH, :FLAGS

      # OptionParser without the options that it adds by itself, such as --version.
      class Parser < OptionParser
        def add_officious = nil
      end
      private_constant :Parser

      class << self
        # String: one sentence for help; what follows the name on the command line. Array[[String, String]]: a command line and
        # what it does. {heading => Array[Options::Option]}.
        attr_reader :summary, :arguments, :examples, :groups

        # The option of that key.
        #
        #: (Symbol) -> Options::Option
        def option(key) = groups.values.flatten.find { |option| option.key == key }

        private

        def describe(summary, arguments: "", examples: [])
          @summary = summary
          @arguments = arguments
          @examples = examples
          @groups = {}
        end

        # The options of the command under the headings of its help.
        def takes(**groups) = @groups = groups
      end

      #: (out: IO, err: IO) -> void
      def initialize(out:, err:)
        @out = out
        @err = err
        @options = {}
      end

      # Parses and runs; answers the exit code.
      #
      #: (Array[String]) -> Integer
      def call(argv)
        @argv = argv.dup.freeze
        words = parse(argv)
        return print_help if @options[:help]

        Options.refuse_contradictions(@options)
        perform(words)
      end

      # All options, in the order of help.
      #
      #: () -> Array[Options::Option]
      def options = [*self.class.groups.values.flatten, Options::HELP]

      # The full help of this command.
      #
      #: () -> String
      def help
        type = self.class
        usage = "Usage: #{["cachemark", name, type.arguments, "[OPTIONS]"].reject { |word| word.to_s.empty? }.join(" ")}"
        parts = [wrap(type.summary), usage, *definition, *option_lists,
                 "Examples:\n#{type.examples.map { |line, does| "  cachemark #{line}\n#{wrap(does, "      ")}" }.join("\n")}"]
        "#{parts.join("\n\n")}\n"
      end

      private

      def name = COMMANDS.key(self.class.name.split("::").last.to_sym)

      def print_help
        @out.print help
        0
      end

      def definition = self.class.arguments.match?(/CONTENDER|CLIENT|\bA B\b/) ? [wrap(CONTENDER)] : []

      def option_lists
        groups = [*self.class.groups, ["Help", [Options::HELP]]]
        groups.map { |heading, options| "#{heading}:\n#{options.map { |option| entry(option) }.join("\n")}" }
      end

      # A long flag has a line for itself.
      def entry(option)
        head = "  #{option.flag}".ljust(FLAGS)
        return wrap(option.text, head) if head.size == FLAGS

        "#{head}\n#{wrap(option.text, " " * FLAGS)}"
      end

      def wrap(text, head = "") = Report::Wrap.text(text, WIDTH, head: head)

      def parse(argv)
        parser.permute(argv)
      rescue OptionParser::ParseError => error
        near = nearest(error.args.first) if error.is_a?(OptionParser::InvalidOption)
        raise Usage.new("#{name}: #{error.message.lines.first.chomp}",
                        try: near ? "Did you mean #{near}? See: cachemark help #{name}" : "cachemark help #{name}")
      end

      def parser
        @parser ||= Parser.new.tap do |parser|
          # An option that a command does not have is no abbreviation of another that it has.
          parser.require_exact = true
          options.each { |option| parser.on(*option.flag.split(", ")) { |given| take(option, given) } }
        end
      end

      def take(option, given)
        value = option.value_of(given)
        option.many ? (@options[option.key] ||= []) << value : @options[option.key] = value
      end

      # The option that this text begins, or nearly spells.
      def nearest(text)
        word = text[/\A--?([\w-]+)/, 1] or return
        known = options.flat_map(&:names).grep(/\A--/)
        known.find { |flag| flag.start_with?("--#{word}") } ||
          DidYouMean::SpellChecker.new(dictionary: known).correct("--#{word}").first
      end

      def refuse_more(words)
        return if words.empty?

        raise Usage.new("#{name}: unexpected argument #{words.map(&:inspect).join(" ")}", try: "cachemark help #{name}")
      end
    end
  end
end
