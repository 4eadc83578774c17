# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class CLI::CommandTest < Minitest::Test
    def test_an_unknown_option_names_the_nearest
      error = assert_raises(Usage) { command(CLI::Show).call(["x.jsonl", "--formt", "json"]) }

      assert_equal "invalid option: --formt\nDid you mean --format? See: cachemark help show", error.message
    end

    def test_an_option_is_never_taken_for_an_abbreviation_of_another
      { "--for" => "--format", "--out" => "--output", "--updat" => "--update" }.each do |given, near|
        error = assert_raises(Usage) { command(CLI::Show).call(["x.jsonl", given, "json"]) }

        assert_equal "invalid option: #{given}\nDid you mean #{near}? See: cachemark help show", error.message
      end
      assert_equal "invalid option: --zzz\nSee: cachemark help show",
                   assert_raises(Usage) { command(CLI::Show).call(%w[x.jsonl --zzz]) }.message
    end

    def test_what_the_parser_would_add_by_itself_is_no_option
      %w[--version -v --*-completion-bash=x].each do |word|
        assert_match(/\Ainvalid option: /, assert_raises(Usage) { command(CLI::Show).call([word]) }.message)
      end
    end

    def test_tells_its_options_as_they_were_declared
      options = command(CLI::Show).options.to_h { |option| [option.flags.last, option] }

      assert_equal ["NAME", CLI::Subject.formats], [options["--format"].value, options["--format"].words]
      assert_equal ["FILE", "write the report there (replaces the file)", []],
                   options["--output"].then { |option| [option.value, option.text, option.words] }
      assert_equal [%w[-h --help], nil], options["--help"].then { |option| [option.flags, option.value] }
    end

    def test_an_option_without_its_value_is_refused
      assert_match(/missing argument: --format/, assert_raises(Usage) { command(CLI::Show).call(["--format"]) }.message)
    end

    def test_options_may_stand_anywhere
      assert_match(/cannot read/, assert_raises(Usage) { command(CLI::Show).call(%w[--format json x.jsonl]) }.message)
      assert_match(/cannot read/, assert_raises(Usage) { command(CLI::Show).call(%w[x.jsonl --format json]) }.message)
    end

    def test_help_has_summary_usage_options_and_examples
      text = command(CLI::Show).help

      assert_match(/\Amake any report.*\n\nUsage: cachemark show RECORD\n\nOptions:\n.*--format NAME/m, text)
      assert_match(/\n\nExamples:\n  cachemark show .*\n\z/m, text)
    end

    def test_help_is_not_an_error
      assert_equal 0, command(CLI::Run).call(["--help"])
      assert_includes @out.string, "Usage: cachemark run"
    end

    def test_no_line_of_help_is_longer_than_a_terminal_is_wide
      CLI::COMMANDS.each_value do |name|
        wide = command(CLI.const_get(name)).help.lines.select { |line| line.chomp.length > 120 }

        assert_empty wide
      end
    end

    private

    def command(type) = type.new(out: @out = StringIO.new, err: StringIO.new)
  end
end
