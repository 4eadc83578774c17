# frozen_string_literal: true

require "test_helper"

class SymptomTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_what_costs_most_comes_first
    all = [made("outdated"), made("blurs"), made("blurs", 1.4), made("untrusted"), made("blurs", 9.0), made("lacks")]

    assert_equal [["untrusted", nil], ["blurs", 9.0], ["blurs", 1.4], ["blurs", nil], ["lacks", nil], ["outdated", nil]],
                 all.sort_by(&:place).map { |one| [one.kind, one.gain&.factor] }
  end

  def test_only_what_makes_figures_worthless_is_untrusted
    assert_equal %w[untrusted], Stats::Symptom::KINDS.select { |kind| made(kind).untrusted? }
  end

  private

  def made(kind, factor = nil)
    Stats::Symptom.new(name: "x", kind: kind, text: "x", remedy: "x",
                       gain: factor && Stats::Gain.new(sentence: "x", factor: factor))
  end
end
