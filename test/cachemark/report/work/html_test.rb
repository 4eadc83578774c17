# frozen_string_literal: true

require "test_helper"

class WorkPageTest < Minitest::Test
  HTML = Cachemark::Report::Work::HTML.new(Said::WorkTable.of(MadePages.run), record: MadePages.run).to_s

  def test_it_has_every_command_and_what_it_moved
    assert_match(%r{<td class="left">3 set</td>}, HTML)
    assert_match(%r{<td data-value="300">300</td>}, HTML)
  end

  def test_a_row_is_repeated_from_the_record
    assert_includes HTML, "<code>cachemark work --locked run.jsonl dalli --scenario client/set</code>"
  end
end
