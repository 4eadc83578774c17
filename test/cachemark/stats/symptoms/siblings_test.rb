# frozen_string_literal: true

require "test_helper"

class SymptomsSiblingsTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Siblings

  # Core 2 of four is measured on.
  def test_a_hyperthread_beside_the_measured_core
    symptom = Rule.of(APatient.of(files: siblings(2 => "2-3", 3 => "2-3"))).first

    assert_match(/core 2, which is measured on, .* with core 3\z/, symptom.text)
    assert_match(%r{smt/control}, symptom.remedy)
  end

  def test_where_no_other_core_is_left_for_cachemark
    files = { "proc/self/status" => "Cpus_allowed_list:\t2-3\n", **siblings(2 => "2-3", 3 => "2-3") }

    assert_match(/core 3, .* with core 2, where cachemark itself runs/, Rule.of(APatient.of(files: files)).first.text)
  end

  def test_whole_cores_are_well_and_untold_ones_are_not_known
    assert_empty Rule.of(APatient.of)
    assert_empty Rule.of(APatient.of(files: siblings(0 => "0-1", 1 => "0-1")))
    assert_nil Rule.of(APatient.of(files: siblings((0..3).to_h { |cpu| [cpu, nil] })))
  end

  private

  def siblings(lists) = lists.transform_keys { |cpu| "#{APatient::CPU}/cpu#{cpu}/topology/thread_siblings_list" }
end
