# frozen_string_literal: true

require "test_helper"

class ComparisonPageTest < Minitest::Test
  HTML = MadePages.comparison.to_s

  def test_it_leads_with_the_sentence
    assert_match(%r{<p class="lead">[^<]*slower than dalli@2.7.11 in get}, HTML)
  end

  def test_every_pair_is_drawn_under_its_verdict
    assert_equal 28, HTML[%r{id="spec-pairs">(.*?)</script>}m, 1].scan("\"off\":").size
  end

  def test_a_verdict_is_repeated_from_the_record
    assert_includes HTML, "cachemark compare --locked RECORD dalli@2.7.11 dalli@3.2.8 --scenario client/get"
  end

  def test_a_comparison_of_nothing_is_a_page_too
    empty = MadeVerdicts.comparison(verdicts: [], noise: [])

    assert_includes Cachemark::Report::Comparison::HTML.new(empty).to_s, "Nothing was compared."
  end
end
