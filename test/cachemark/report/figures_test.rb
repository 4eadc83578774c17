# frozen_string_literal: true

require "test_helper"

class FiguresTest < Minitest::Test
  Figures = Cachemark::Report::Figures

  def test_times_have_three_digits_and_a_unit
    assert_equal ["0.25 ns", "412 ns", "17.2 µs", "135 µs", "1.23 ms", "2.00 s"],
                 [0.25, 412, 17_230, 135_120, 1_234_567, 2_000_000_000].map { |ns| Figures.time(ns) }
  end

  def test_times_in_a_sentence_have_two_digits
    assert_equal ["2.2 µs", "9.9 µs", "10 µs", "135 µs", "1.2 ms"],
                 [2_181, 9_940, 9_960, 135_120, 1_234_567].map { |ns| Figures.rounded_time(ns) }
  end

  def test_a_latency_that_does_not_fit_into_its_list_is_a_lower_bound
    assert_equal ["> 4.29 s", "4.29 s", ""], [0xffffffff, 0xfffffffe, nil].map { |ns| Figures.latency(ns) }
    assert_equal "> 1.00 ms", Figures.latency(1_000_000, greatest: 0xffffffff)
  end

  def test_counts_have_their_thousands_apart
    assert_equal %w[7 999 58,139 1,234,567], [7, 999, 58_139.2, 1_234_567].map { |count| Figures.count(count) }
  end

  def test_counts_agree_with_their_nouns
    assert_equal ["1 run", "2 runs", "1,000 series"],
                 [Figures.counted(1, "run"), Figures.counted(2, "run"), Figures.counted(1_000, "series", "series")]
  end

  def test_a_contender_shows_its_exact_release_where_its_name_does_not
    { ["dalli@4.x", "dalli@4.3.10"] => "dalli@4.x (dalli@4.3.10)",
      ["dalli", "dalli@4.3.10,protocol=meta"] => "dalli (dalli@4.3.10)",
      ["dalli@4.3.10#2", "dalli@4.3.10"] => "dalli@4.3.10#2", %w[socket socket] => "socket",
      ["dalli@path:.", "dalli@path:/x"] => "dalli@path:.", ["dalli", nil] => "dalli" }
      .each { |names, shown| assert_equal shown, Figures.release(*names) }
  end

  def test_ratios_carry_their_interval
    assert_equal "1.02 [1.00, 1.04]", Figures.ratio(1.02, [1.0, 1.04])
    assert_equal "1.00", Figures.ratio(1.0, [1.0, 1.0])
    assert_equal "14.1", Figures.ratio(14.06, nil)
  end

  def test_percents
    assert_equal ["0.4 %", "12 %"], [Figures.percent(0.0041), Figures.percent(0.123)]
  end

  def test_an_absent_figure_is_empty
    assert_equal [""], %i[time percent number count].map { |form| Figures.public_send(form, nil) }.uniq
    assert_equal "", Figures.ratio(nil, nil)
  end

  def test_a_change_has_its_sign_and_interval
    assert_equal "+4.1 % [3.6, 4.7]", Figures.change(0.041, [0.036, 0.047])
    assert_equal "-2.3 % [-3.1, -1.2]", Figures.change(-0.023, [-0.031, -0.012])
    assert_equal ["+4.1 %", ""], [Figures.change(0.041), Figures.change(nil)]
  end

  def test_a_change_that_rounds_to_zero_has_no_sign
    assert_equal "0.0 % [-0.4, 0.0]", Figures.change(-0.0001, [-0.004, 0.0003])
  end

  def test_a_sharp_interval_has_more_places_and_a_large_change_none
    assert_equal "+0.25 % [0.20, 0.30]", Figures.change(0.0025, [0.002, 0.003])
    assert_equal "+1200 % [1100, 1300]", Figures.change(12.0, [11.0, 13.0])
  end

  def test_an_exact_interval_is_not_repeated
    assert_equal "+33.3 %", Figures.change(1 / 3.0, [1 / 3.0, 1 / 3.0])
  end

  def test_sizes_have_no_sign
    assert_equal ["0.6 %", "0.05 %", "no limit", ""], [0.006, -0.0005, Float::INFINITY, nil].map { |size| Figures.size(size) }
    assert_equal ["any", "0.6 %", ""], [0.0, 0.006, nil].map { |size| Figures.detectable(size, "same") }
    assert_equal ["", "", "0.6 %"], %w[slower faster unresolved].map { |verdict| Figures.detectable(0.006, verdict) }
  end

  def test_a_poor_resolution_has_no_figure
    assert_equal ["50.0 %", ">50 %", ">50 %"], [0.5, 11.59, Float::INFINITY].map { |size| Figures.detectable(size, "same") }
  end

  def test_costs_have_one_unit
    assert_equal "17.2 -> 17.9 µs", Figures.costs([17_230.0, 17_940.0])
    assert_equal "0.90 -> 1.10 µs", Figures.costs([900.0, 1_100.0])
    assert_equal "14 -> 1,015 objects", Figures.costs([14.0, 1_015.0], unit: "objects")
    assert_equal ["", ""], [Figures.costs(nil), Figures.costs([1, nil])]
  end

  def test_each_verdict_has_its_own_sign
    words = %w[slower faster same unresolved invalid].map { |word| Figures.verdict(word) }

    assert_equal ["▲ slower", "▼ faster", "= same", "? unresolved", "! invalid"], words
  end
end
