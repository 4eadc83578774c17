# frozen_string_literal: true

require "test_helper"

module Cachemark
  class ErrorTest < Minitest::Test
    def test_says_what_happened_and_what_to_do_next
      error = Usage.new("unknown client: dali", try: "Did you mean dalli?")
      assert_equal "unknown client: dali\nDid you mean dalli?", error.message
      assert_equal "Did you mean dalli?", error.try
      assert_equal "no memory", Trouble.new("no memory").message
    end

    def test_the_executable_prints_a_label_before_the_next_step
      reports = { "cachemark list" => "Try: cachemark list", "Did you mean dalli?" => "Did you mean dalli?",
                  "There are: a, b." => "There are: a, b." }

      reports.each { |try, step| assert_equal "no client\n#{step}", Usage.new("no client", try: try).report }
      assert_equal "no memory", Trouble.new("no memory").report
    end

    def test_knows_its_exit_code
      assert_equal [2, 3, 3], [Usage, Trouble, Error].map { |error| error.new("x").exit_code }
    end
  end

  class SuggestTest < Minitest::Test
    def test_names_the_nearest_word
      assert_equal "Did you mean dalli?", Suggest.sentence("dali", %w[dalli socket null])
    end

    def test_names_all_of_a_few_words_and_the_list_of_many
      assert_equal "There are: null, socket.", Suggest.sentence("xyzzy", %w[socket null])
      assert_equal "cachemark list", Suggest.sentence("12345678", ("aaaaaaaa".."aaaaaaaz").to_a)
      assert_equal "cachemark list suites", Suggest.sentence("12345678", ("aaaaaaaa".."aaaaaaaz").to_a, kind: "suites")
    end
  end
end
