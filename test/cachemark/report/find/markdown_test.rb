# frozen_string_literal: true

require "test_helper"

class FindMarkdownTest < Minitest::Test
  def test_the_answer_then_the_steps
    assert_match(/\A## Cachemark find\n\n\*\*dalli 3\.0\.3 made get slower.*\*\*\n\n### get, wall\n\n\| version/, text)
    assert_includes text, "| 3.0.3 | +4.1 % \\[3.7, 4.5\\] | 12 | **+3.9 % \\[3.4, 4.4\\]** |\n"
    assert_includes text, "| 3.0.5 | +4.3 % \\[3.9, 4.7\\] | 12 | |\n"
  end

  def test_what_was_skipped_and_the_origin_unfold
    assert_match(%r{<summary>Skipped: 1 of 10</summary>\n\n- 3\.0\.4: cannot be built: no compiler\n}, text)
    assert_match(/^- memcached 1\.6\.18, placement one-core$/, text)
  end

  private

  def text = Cachemark::Report::Find::Markdown.new(MadeSteps.steps).to_s
end
