# frozen_string_literal: true

require "test_helper"

class VerdictsNoiseTest < Minitest::Test
  def test_names_the_worst_of_the_cells
    cells = [MadeVerdicts.noise, MadeVerdicts.noise(scenario: "client/set", label: "set", effect: -0.004)]

    assert_equal ["The same code against itself: at most 0.4 % apart (set, the worst of 2 cells)."], of(*cells)
  end

  def test_one_that_moved_is_told
    assert_match(/; it moved in get: nothing there can be relied on\.\z/, of(MadeVerdicts.noise(moved: true)).first)
  end

  def test_a_sentence_per_metric
    assert_equal 2, of(MadeVerdicts.noise, MadeVerdicts.noise(metric: "cpu")).size
  end

  def test_nothing_where_nothing_is_known
    assert_empty of(MadeVerdicts.noise(effect: nil, interval: nil), MadeVerdicts.noise(interval: nil))
    assert_empty of
  end

  private

  def of(*cells) = Cachemark::Report::Verdicts::Noise.sentences(cells)
end
