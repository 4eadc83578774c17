# frozen_string_literal: true

require "test_helper"
require "shellwords"

module Cachemark
  class CommandLineTest < Minitest::Test
    def test_quotes_words_that_a_shell_would_expand
      assert_equal "cachemark check dalli@3.2.8,timeout=off --case 'interrupt/*-in-{get,multi}' --seed 7",
                   CommandLine.of(%w[check dalli@3.2.8,timeout=off --case interrupt/*-in-{get,multi} --seed 7])
    end

    def test_a_shell_reads_what_was_meant
      words = ["it's", "", "two words", "$HOME", "a\nb", "~", "!x"]

      assert_equal ["cachemark", *words], Shellwords.split(CommandLine.of(words))
    end
  end
end
