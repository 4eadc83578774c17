# frozen_string_literal: true

require "test_helper"

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
