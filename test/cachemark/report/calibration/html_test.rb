# frozen_string_literal: true

require "test_helper"

class CalibrationPageTest < Minitest::Test
  HTML = Cachemark::Report::Calibration::HTML.new(MadeCalibration.whole).to_s

  def test_it_has_false_alarms_and_slowdowns_with_their_bounds
    assert_includes HTML, %(<caption>False alarms: cells of the same code that were told to differ</caption>)
    assert_match(/at least 9\d\.\d %/, HTML)
  end

  def test_it_leads_with_what_it_means
    assert_match(%r{<p class="lead">0 false alarms of a gate in 21 cells}, HTML)
  end
end
