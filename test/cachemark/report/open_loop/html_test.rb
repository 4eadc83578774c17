# frozen_string_literal: true

require "test_helper"

class OpenLoopPageTest < Minitest::Test
  HTML = Cachemark::Report::OpenLoop::HTML.new(MadePages.rates).to_s

  def test_it_leads_with_the_highest_rate
    assert_match(%r{<p class="lead">[^<]*is the highest rate that held p99 under 1 ms}, HTML)
  end

  def test_a_percentile_has_its_interval_and_what_it_is
    assert_match(/89\.\d+ us \[.*Latency from when a call was due to its end/m, HTML)
  end

  def test_a_rate_is_repeated_alone
    assert_includes HTML, "cachemark run --locked RECORD dalli --scenario client/get --rate 2000"
  end
end
