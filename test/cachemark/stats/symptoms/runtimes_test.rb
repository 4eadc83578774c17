# frozen_string_literal: true

require "test_helper"

class SymptomsRuntimesTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Runtimes
  PYTHON = { "language" => "python", "version" => "3.11.2", "path" => "/usr/bin/python3" }.freeze

  def test_no_python_and_no_way_to_get_one
    symptom = Rule.of(APatient.of(survey: { "debian" => false })).first

    assert_equal "lacks", symptom.kind
    assert_match(/Python clients are unavailable/, symptom.text)
    assert_match(/python=PATH/, symptom.remedy)
  end

  def test_either_is_enough
    assert_empty Rule.of(APatient.of)
    assert_empty Rule.of(APatient.of(survey: { "debian" => false, "runtimes" => [PYTHON] }))
    assert_nil Rule.of(APatient.of(survey: { "runtimes" => nil }))
  end
end
