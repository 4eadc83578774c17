# frozen_string_literal: true

require "test_helper"

class VerdictsTest < Minitest::Test
  Verdicts = Cachemark::Report::Verdicts

  def test_a_section_per_contender
    verdicts = [MadeVerdicts.slower, MadeVerdicts.faster, MadeVerdicts.slower(contender: "b")]

    assert_equal [["dalli@3.2.8 against dalli@2.7.11", 2], ["b against dalli@2.7.11", 1]],
                 Verdicts.sections(verdicts).map { |section| [section.heading, section.rows.size] }
    assert_equal ["a against itself"], Verdicts.sections([MadeVerdicts.slower(contender: "a", baseline: "a")]).map(&:heading)
  end

  def test_the_reason_is_the_first_footnote
    verdict = MadeVerdicts.invalid(footnotes: ["ttl 604800"])

    assert_equal ["invalid: wrong value for key k1", "ttl 604800"], Verdicts.footnotes([verdict]).sentences
  end

  def test_a_footnote_of_all_three_rows_is_printed_once
    verdicts = %w[a b c].map { |scenario| MadeVerdicts.verdict(scenario: scenario, reason: "fewer than 12 pairs") }

    assert_equal ["same: fewer than 12 pairs"], Verdicts.footnotes(verdicts).common
  end
end

class VerdictsNamesTest < Minitest::Test
  def test_the_label_alone_where_it_says_enough
    assert_equal %w[get set], of(MadeVerdicts.slower, MadeVerdicts.faster)
    assert_equal ["get"], of(MadeVerdicts.slower(label: nil))
    assert_equal ["get"], of(MadeVerdicts.slower(label: "dalli@3.2.8:get"))
  end

  def test_the_scenario_where_two_share_a_label
    assert_equal %w[client/get store/get], of(MadeVerdicts.slower, MadeVerdicts.slower(scenario: "store/get"))
  end

  def test_the_mode_where_there_are_several
    assert_equal %w[get:sync get:threads-4], of(MadeVerdicts.slower, MadeVerdicts.slower(mode: "threads-4"))
    assert_equal ["get:sync", "get (threads-4)"],
                 of(MadeVerdicts.slower, MadeVerdicts.slower(mode: "threads-4", label: "get (threads-4)"))
  end

  def test_a_sentence_names_the_metric_where_there_are_several
    verdicts = [MadeVerdicts.slower, MadeVerdicts.slower(metric: "cpu")]

    assert_equal ["get (wall)", "get (cpu)"], verdicts.map { |verdict| names(verdicts).full(verdict) }
    assert_equal "get", names([verdicts.first]).full(verdicts.first)
  end

  private

  def names(verdicts) = Cachemark::Report::Verdicts::Names.new(verdicts)
  def of(*verdicts) = verdicts.map { |verdict| names(verdicts).of(verdict) }
end

class VerdictsNoiseTest < Minitest::Test
  def test_names_the_worst_of_the_cells
    cells = [MadeVerdicts.noise, MadeVerdicts.noise(scenario: "client/set", label: "set", effect: -0.004)]

    assert_equal ["A/A check: the same code differs by at most 0.4 % (set, the worst of 2 cells)."], of(*cells)
  end

  def test_reports_a_noise_floor_that_moved
    assert_match(/; it certainly differs in get\.\z/, of(MadeVerdicts.noise(moved: true)).first)
  end

  def test_one_sentence_has_all_metrics_and_those_that_agree_share_a_figure
    others = %w[writes reads].map { |metric| MadeVerdicts.noise(metric: metric, effect: 0.0) }

    assert_equal ["A/A check: the same code differs by at most 0.3 % in wall (get) and 0.0 % in writes and reads (get)."],
                 of(MadeVerdicts.noise, *others)
  end

  def test_nothing_where_nothing_is_known
    assert_empty of(MadeVerdicts.noise(effect: nil, interval: nil), MadeVerdicts.noise(interval: nil))
    assert_empty of
  end

  private

  def of(*cells) = Cachemark::Report::Verdicts::Limits.noise(cells)
end

class VerdictsBlindnessTest < Minitest::Test
  def test_says_what_would_pass_in_each_cell_that_may_have_got_slower
    assert_equal ["a slowdown under 0.8 % in mixed could go undetected", "a slowdown under 2.0 % in missing could go undetected",
                  "unknown in multiget: wrong value for key k1"],
                 of(*MadeVerdicts.comparison.verdicts)
  end

  def test_counted_metrics_have_no_undetected_change
    assert_empty of(MadeVerdicts.same(metric: "allocations", resolution: 0.0))
  end

  def test_distinguishes_several_contenders
    text = "a slowdown under 0.8 % in mixed could go undetected"
    assert_equal ["dalli@3.2.8: #{text}", "b: #{text}"],
                 of(MadeVerdicts.same, MadeVerdicts.same(contender: "b"))
  end

  def test_too_few_pairs_see_nothing
    [Float::INFINITY, 11.59].each do |resolution|
      assert_equal ["next to nothing could be detected in mixed"], of(MadeVerdicts.same(resolution: resolution))
    end
  end

  private

  def of(*verdicts) = Cachemark::Report::Verdicts::Limits.undetected(verdicts)
end
