# frozen_string_literal: true

require "test_helper"

class PageTest < Minitest::Test
  def test_parts_have_an_empty_line_between_them
    assert_equal "a\n\nb\n", page.text("a", "", "b")
  end

  def test_each_line_is_broken_for_itself
    assert_equal "one\ntwo three\nfour", page(width: 10).wrap("one\ntwo three four")
  end

  def test_a_number_stays_with_its_unit
    assert_equal "at most\n5.0 % or\n12 us", page(width: 10).wrap("at most 5.0 % or 12 us")
  end

  def test_numbers_stand_under_each_other
    assert_equal [" 1  s", "10  s"], page.numbered(["s"] * 10).lines(chomp: true).values_at(0, 9)
  end

  def test_a_note_is_marked
    assert_equal "Note: one\nNote: two lines", page.notes(["one", "two\nlines"])
  end

  def test_the_head_is_a_title_if_there_is_one_and_what_is_read_first
    assert_equal "the stores\nread this", page.head({ "title" => "the stores", "id" => "stores" }, "read this")
    assert_equal ["stores\nread\nthis", "read this"],
                 [page(width: 5).head({ "id" => "stores" }, "read this"), page.head({}, "read this")]
  end

  def test_the_answer_stands_below_the_title
    assert_equal "stores\na wins.\nread this", page.head({ "id" => "stores" }, "read this", answer: "a wins.")
  end

  def test_control_characters_are_shown_and_not_done
    assert_equal "a\\e]0;evil\\ab\\rc\n", page.text("a\e]0;evil\ab\rc")
    assert_equal "\e[1mbold\e[0m ± é\n", page.text("\e[1mbold\e[0m ± é")
  end

  def test_commands_are_not_broken
    closing = page(width: 10, record: "a/long/path.jsonl", next_steps: ["cachemark show a/long/path.jsonl"]).closing

    assert_equal "Record: a/long/path.jsonl\nNext: cachemark show a/long/path.jsonl", closing
    assert_equal "", page.closing
  end

  private

  def page(**options) = Cachemark::Report::Page.new(**options)
end
