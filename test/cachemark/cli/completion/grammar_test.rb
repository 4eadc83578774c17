# frozen_string_literal: true

require "test_helper"
require "stringio"

module Cachemark
  class CLI::Completion::GrammarTest < Minitest::Test
    # A command that no script has heard of.
    class Made < CLI::Command
      describe "made for a test", arguments: "add FILE...|trend CLIENT[,OPTION=VALUE]... A..B", examples: []

      private

      def declare(parser)
        choose(parser, "--colour NAME", %w[red blue], "which")
        parser.on("--suite SUITE|FILE.yml", "which") { nil }
        parser.on("-q", "--quiet", "no word") { nil }
        super
      end
    end

    def test_options_are_those_that_were_declared
      assert_equal [%w[--colour], %w[--suite], %w[-q --quiet], %w[-h --help]], entry.flags.map(&:flags)
      assert_equal ["NAME", "SUITE|FILE.yml", nil, nil], entry.flags.map(&:value)
    end

    def test_a_value_that_is_one_of_few_words_offers_them
      assert_equal [%w[red blue], false], entry.flags.first.offer.then { |offer| [offer.words, offer.files] }
    end

    def test_what_stands_for_a_suite_offers_suites_and_files
      offer = entry.flags[1].offer

      assert_includes offer.words, "classic"
      assert offer.files
    end

    def test_a_switch_offers_nothing
      assert_predicate entry.flags.last.offer, :none?
    end

    def test_arguments_offer_their_words_what_they_stand_for_and_files
      offer = entry.offer

      assert_equal %w[add trend], offer.words.first(2)
      assert_includes offer.words, "dalli"
      assert offer.files
    end

    private

    def entry
      catalog = Catalog.load
      made = Made.new(out: StringIO.new, err: StringIO.new)
      CLI::Completion::Grammar.new({ "made" => made }, catalog: catalog).entries.first
    end
  end
end
