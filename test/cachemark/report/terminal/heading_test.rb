# frozen_string_literal: true

require "test_helper"

class TerminalHeadingTest < Minitest::Test
  def test_adds_the_notation_where_it_says_more
    assert_equal "dalli  (dalli@1.0)", heading("dalli@1.0")
    assert_equal "dalli", heading("dalli")
    assert_equal "dalli", heading(nil)
  end

  private

  def heading(notation)
    rows = [MadeRecord.row(contender: "dalli", notation: notation)]
    Cachemark::Report::Terminal::Heading.of(Cachemark::Stats::Section.new(heading: "dalli", rows: rows))
  end
end
