# frozen_string_literal: true

require "did_you_mean"
require "optparse"

module Cachemark
  module CLI
    # What every command is: a summary, a usage line, options, examples, `call`.
    # OptionParser reads the options and suggests the nearest one for a typo.
    class Command
      # An option as it was declared. flags: its names; value: what stands for its value, nil for a switch; text: what help
      # says; words: the values it can have, where these are few.
      Option = Value.define(:flags, :value, :text, words: [].freeze)

      # Without what OptionParser adds by itself: --version and the like are options of no command.
      class Parser < OptionParser
        def add_officious = nil
      end

      class << self
        # String: one line for `help`; the arguments after the name; Array[[String, String]]: command line and what it shows.
        attr_reader :summary, :arguments, :examples

        private

        def describe(summary, arguments: "", examples: [])
          @summary = summary
          @arguments = arguments
          @examples = examples
        end
      end

      #: (out: IO, err: IO) -> void
      def initialize(out:, err:)
        @out = out
        @err = err
        @options = {}
        @words = {}
      end

      # Parses and runs; answers the exit code.
      #: (Array[String]) -> Integer
      def call(argv)
        @argv = argv.dup.freeze
        words = parse(argv)
        return print_help if @options[:help]

        perform(words)
      end

      # The options in the order in which they were declared.
      #: () -> Array[Option]
      def options
        parser.top.list.grep(OptionParser::Switch).map do |switch|
          Option.new(flags: switch.short + switch.long, value: switch.arg&.strip, text: switch.desc.join(" "),
                     words: @words.fetch(switch.long.first, []))
        end
      end

      # The full help of this command.
      #: () -> String
      def help
        text = [self.class.summary, "", "Usage: cachemark #{name} #{self.class.arguments}".rstrip]
        text += ["", "Options:", *parser.summarize.map(&:chomp)]
        text += ["", "Examples:", *self.class.examples.flat_map { |line, shows| ["  cachemark #{line}", "      #{shows}"] }]
        "#{text.join("\n")}\n"
      end

      private

      def name = COMMANDS.key(self.class.name.split("::").last.to_sym)

      def print_help
        @out.print help
        0
      end

      # Declares the options of a command; commands override and call super.
      def declare(parser)
        parser.on("-h", "--help", "this text") { @options[:help] = true }
      end

      # An option whose value is one of these words; the block reads a value that is made of several.
      def choose(parser, flag, words, *text, key: flag[/\w+/].to_sym, &read)
        name = flag[/\A--[\w-]+/]
        @words[name] = words
        parser.on(flag, *text) { |given| @options[key] = read ? read.call(given) : Quantity.word(name, given, words) }
      end

      def parser
        @parser ||= Parser.new.tap do |parser|
          parser.summary_width = 30
          # An option that a command does not have is no abbreviation of another that it has.
          parser.require_exact = true
          declare(parser)
        end
      end

      def refuse_more(words)
        raise Usage.new("#{name}: #{words.join(" ")} is too much", try: "See: cachemark help #{name}") if words.any?
      end

      def parse(argv)
        parser.permute(argv)
      rescue OptionParser::ParseError => error
        near = nearest(error.args.first) if error.is_a?(OptionParser::InvalidOption)
        raise Usage.new(error.message.lines.first.chomp, try: "#{"Did you mean --#{near}? " if near}See: cachemark help #{name}")
      end

      # What it begins, or is nearly spelt like.
      def nearest(option)
        word = option[/\A--?([\w-]+)/, 1] or return
        known = parser.top.long.keys
        known.find { |one| one.start_with?(word) } || DidYouMean::SpellChecker.new(dictionary: known).correct(word).first
      end
    end
  end
end
