# frozen_string_literal: true

require "test_helper"

class FiguresTest < Minitest::Test
  FIGURES = Cachemark::Report::Figures

  def test_times_have_four_digits_and_a_unit
    assert_equal ["0.250 ns", "412.0 ns", "17.23 us", "135.1 us", "1.235 ms", "2.000 s"],
                 [0.25, 412, 17_230, 135_120, 1_234_567, 2_000_000_000].map { |ns| FIGURES.time(ns) }
  end

  def test_counts_have_their_thousands_apart
    assert_equal %w[7 999 58,139 1,234,567], [7, 999, 58_139.2, 1_234_567].map { |count| FIGURES.count(count) }
  end

  def test_ratios_carry_their_interval
    assert_equal "1.02 [1.00, 1.04]", FIGURES.ratio(1.02, [1.0, 1.04])
    assert_equal "1.00", FIGURES.ratio(1.0, [1.0, 1.0])
    assert_equal "14.1", FIGURES.ratio(14.06, nil)
  end

  def test_percents
    assert_equal ["0.4 %", "12 %"], [FIGURES.percent(0.0041), FIGURES.percent(0.123)]
  end

  def test_what_is_absent_is_empty
    assert_equal [""], %i[time percent number count].map { |form| FIGURES.public_send(form, nil) }.uniq
    assert_equal "", FIGURES.ratio(nil, nil)
  end
end
