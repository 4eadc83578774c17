# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class CLI::CommandTest < Minitest::Test
    def test_an_unknown_option_names_the_nearest
      error = assert_raises(Usage) { command(CLI::Show).call(["x.jsonl", "--formt", "json"]) }

      assert_equal "show: invalid option: --formt\nDid you mean --format? See: cachemark help show", error.message
    end

    def test_an_option_is_never_taken_for_an_abbreviation_of_another
      { "--for" => "--format", "--out" => "--output", "--updat" => "--update" }.each do |given, near|
        error = assert_raises(Usage) { command(CLI::Show).call(["x.jsonl", given, "json"]) }

        assert_equal "show: invalid option: #{given}\nDid you mean #{near}? See: cachemark help show", error.message
      end
      assert_equal "show: invalid option: --zzz\ncachemark help show",
                   assert_raises(Usage) { command(CLI::Show).call(%w[x.jsonl --zzz]) }.message
    end

    def test_refuses_the_options_that_the_parser_adds_itself
      %w[--version -v --*-completion-bash=x].each do |word|
        assert_match(/\Ashow: invalid option: /, assert_raises(Usage) { command(CLI::Show).call([word]) }.message)
      end
    end

    def test_lists_its_options_as_they_were_declared
      options = command(CLI::Show).options.to_h { |option| [option.names.last, option] }

      assert_equal ["NAME", CLI::Delivery::Subject.formats], [options["--format"].value, options["--format"].words]
      assert_equal ["FILE", "Write the report to FILE, which it replaces.", []],
                   options["--output"].then { |option| [option.value, option.text, option.words] }
      assert_equal [%w[-h --help], nil], options["--help"].then { |option| [option.names, option.value] }
    end

    def test_an_option_without_its_value_is_refused
      assert_match(/missing argument: --format/, assert_raises(Usage) { command(CLI::Show).call(["--format"]) }.message)
    end

    def test_options_may_appear_anywhere
      assert_match(/cannot read/, assert_raises(Usage) { command(CLI::Show).call(%w[--format json x.jsonl]) }.message)
      assert_match(/cannot read/, assert_raises(Usage) { command(CLI::Show).call(%w[x.jsonl --format json]) }.message)
    end

    def test_help_has_summary_usage_options_under_headings_and_examples
      text = command(CLI::Show).help

      assert_match(/\APrint any report.*\n\nUsage: cachemark show RECORD \[OPTIONS\]\n\nReport:\n.*  --format NAME  /m, text)
      assert_match(/\n\nHelp:\n  -h, --help +Print this help\.\n\nFormats.*\n\nExamples:\n  cachemark show .*\n\z/m, text)
    end

    def test_help_says_what_a_contender_is_where_it_names_one
      %i[Run Compare Gate Check Find].each { |name| assert_includes command(CLI.const_get(name)).help, "A CONTENDER is CLIENT[@" }
      %i[Show Env].each { |name| refute_includes command(CLI.const_get(name)).help, "A CONTENDER is" }
    end

    def test_descriptions_are_sentences
      CLI::COMMANDS.each_value do |name|
        type = CLI.const_get(name)
        texts = [type.summary, *type.new(out: nil, err: nil).options.map(&:text), *type.examples.map(&:last)]

        assert_empty(texts.reject { |text| text.match?(/\A[A-Z`]|\A(?:git:|wall)/) }, name)
        assert_empty(texts.reject { |text| text.end_with?(".") || text.include?(": man ") }, name)
      end
    end

    def test_help_is_not_an_error
      assert_equal 0, command(CLI::Run).call(["--help"])
      assert_includes @out.string, "Usage: cachemark run"
    end

    def test_no_line_of_help_is_longer_than_a_wide_terminal
      CLI::COMMANDS.each_value do |name|
        wide = command(CLI.const_get(name)).help.lines.select { |line| line.chomp.length > 120 }

        assert_empty wide
      end
    end

    private

    def command(type) = type.new(out: @out = StringIO.new, err: StringIO.new)
  end
end
