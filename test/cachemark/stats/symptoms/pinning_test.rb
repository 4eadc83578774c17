# frozen_string_literal: true

require "test_helper"

class SymptomsPinningTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Pinning

  def test_without_taskset
    symptom = Rule.of(APatient.of(files: { "bin/taskset" => nil })).first

    assert_predicate symptom, :untrusted?
    assert_match(/NOT PINNED: taskset is missing/, symptom.text)
    assert_match(/util-linux/, symptom.remedy)
    assert_match(/50\.0 % over seven scenarios in a minute unpinned, 1\.0 % otherwise/, symptom.gain.sentence)
    assert_in_delta 50, symptom.gain.factor
  end

  def test_where_the_kernel_refuses
    placement = { "pinned" => false, "note" => "NOT PINNED: this machine does not let us pin" }
    symptom = Rule.of(APatient.of(run: { "placement" => placement })).first

    assert_match(/does not let us pin/, symptom.text)
    assert_match(/sched_setaffinity/, symptom.remedy)
  end

  def test_where_that_was_asked_for
    placement = { "pinned" => false, "name" => "unpinned", "note" => "NOT PINNED: that was asked for" }

    assert_equal "leave --placement out", Rule.of(APatient.of(run: { "placement" => placement })).first.remedy
  end

  def test_pinned_is_well
    assert_empty Rule.of(APatient.of)
  end
end
