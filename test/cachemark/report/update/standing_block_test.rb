# frozen_string_literal: true

require "test_helper"

class StandingBlockTest < Minitest::Test
  def test_finds_the_blocks_of_the_documents
    assert_equal [["Testing 1.6.4", "", nil], ["Testing 1.5.0 (as shipped in Rails 2.2.2)", "", nil]], blocks("001")
    assert_equal ["    "], blocks("000").map { |block| block[1] }.uniq
    assert_match(/\Aruby 1\.9\.2p0 /, blocks("000").first.last)
  end

  def test_ends_before_a_blank_line_and_before_a_fence
    lines = PublishedRows.document("001").lines
    first, second = Cachemark::Report::Update::StandingBlock.all(lines)

    assert_equal ["\n", "```\n"], [lines[first.last + 1], lines[second.last + 1]]
  end

  def test_a_sentence_that_begins_with_testing_is_no_block
    assert_empty Cachemark::Report::Update::StandingBlock.all(["Testing 1.0\n", "is fun\n"])
    assert_empty Cachemark::Report::Update::StandingBlock.all(["Testing 1.0\n"])
  end

  private

  def blocks(number)
    blocks = Cachemark::Report::Update::StandingBlock.all(PublishedRows.document(number).lines)
    blocks.map { |block| [block.heading, block.indent, block.runtime] }
  end
end
