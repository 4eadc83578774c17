# frozen_string_literal: true

require "test_helper"

class MarkupTest < Minitest::Test
  Markup = Cachemark::Report::Markup

  def test_markup_in_text_is_text_on_one_line
    assert_equal "a\\|b \\<i\\> \\`c\\`", Markup.text("a|b\n  <i> `c`")
  end

  def test_a_table_has_its_alignment
    assert_equal "| | n |\n| --- | ---: |\n| a | 1 |", Markup.table(["", "n"], [["a", 1]])
  end

  def test_lists
    assert_equal "- a\n- b", Markup.list(%w[a b])
    assert_equal "1. a\n2. b", Markup.numbered(%w[a b])
  end

  def test_what_unfolds_to_nothing_is_left_out
    assert_equal "<details><summary>s</summary>\n\na\n\n</details>", Markup.details("s", "", "a")
    assert_equal "", Markup.details("s", "", "")
  end
end
