# frozen_string_literal: true

require "test_helper"

class ClassicBlockTest < Minitest::Test
  BLOCK = Cachemark::Report::Classic::Block.new(version: "1.8.5", runtime: "ruby 3.1.2", rows: [], body: %w[caption row])

  def test_heads_its_lines
    assert_equal "  Testing 1.8.5 with ruby 3.1.2\n  caption\n  row", BLOCK.text(indent: "  ")
    assert_equal "Testing 1.8.5\ncaption\nrow", BLOCK.text(runtime: false)
  end

  def test_a_runtime_that_never_started_is_not_named
    assert_equal "Testing 1.8.5", BLOCK.with(runtime: nil).heading
  end

  def test_knows_whether_it_has_figures
    refute_predicate BLOCK, :figures?
    assert_predicate BLOCK.with(rows: MadeRecord.table.shown), :figures?
  end
end
