# frozen_string_literal: true

require "test_helper"

module Cachemark
  class SuggestTest < Minitest::Test
    def test_names_the_nearest_word
      assert_equal "Did you mean dalli?", Suggest.sentence("dali", %w[dalli socket null])
    end

    def test_names_all_of_a_few_words_and_counts_many
      assert_equal "There are: null, socket.", Suggest.sentence("xyzzy", %w[socket null])
      assert_equal "There are 26; see: cachemark list.", Suggest.sentence("12345678", ("aaaaaaaa".."aaaaaaaz").to_a)
    end
  end
end
