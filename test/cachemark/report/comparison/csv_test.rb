# frozen_string_literal: true

require "test_helper"

require "csv"

class ComparisonCSVTest < Minitest::Test
  def test_a_line_per_verdict_with_named_columns
    lines = CSV.parse(text(MadeVerdicts.comparison), headers: true)

    assert_equal %w[slower faster same unresolved invalid], lines.map { |line| line["verdict"] }
    assert_equal %w[0.036 0.047 17230.0 17940.0 ns], lines.first.values_at("effect_low", "effect_high", "baseline_cost",
                                                                           "contender_cost", "unit")
    assert_equal "ttl 604800", lines[1]["footnotes"]
    assert_equal ["the machine was busy"], lines.map { |line| line["notes"] }.uniq
  end

  def test_what_has_no_figures_leaves_its_columns_empty
    line = CSV.parse(text(MadeVerdicts.comparison(verdicts: [MadeVerdicts.invalid])), headers: true).first

    assert_equal [nil, nil, "wrong value for key k1"], line.values_at("effect", "effect_low", "reason")
  end

  def test_nothing_compared_still_names_the_columns
    assert_match(/\Acontender,baseline,scenario,/, text(MadeVerdicts.comparison(verdicts: [])))
  end

  private

  def text(comparison) = Cachemark::Report::Comparison::CSV.new(comparison).to_s
end
