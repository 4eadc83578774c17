# frozen_string_literal: true

require "test_helper"

class SectionTest < Minitest::Test
  def test_keeps_the_order_of_first_rows
    sections = Cachemark::Stats::Section.of([row("b"), row("a"), row("b")])

    assert_equal [["b", 2], ["a", 1]], sections.map { |section| [section.heading, section.rows.size] }
  end

  def test_a_shared_heading_is_told_apart
    sections = Cachemark::Stats::Section.of([row("a", "1.8.5"), row("b", "1.8.5")])

    assert_equal ["1.8.5 (a)", "1.8.5 (b)"], sections.map(&:heading)
  end

  private

  def row(contender, section = nil) = MadeRecord.row(contender: contender, section: section)
end
