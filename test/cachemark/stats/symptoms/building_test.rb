# frozen_string_literal: true

require "test_helper"

class SymptomsBuildingTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Building

  def test_what_is_missing_and_how_to_get_it
    symptom = Rule.of(APatient.of(survey: { "missing" => ["cc", "make", "sasl/sasl.h"] })).first

    assert_equal "lacks", symptom.kind
    assert_match(%r{not here: cc, make, sasl/sasl\.h}, symptom.text)
    assert_match(/install --no-install-recommends gcc make libsasl2-dev\z/, symptom.remedy)
  end

  def test_everything_that_is_looked_for_has_a_package
    looked_for = [*Cachemark::Host::Tools::PROGRAMS, *Cachemark::Host::Tools::HEADERS, "ruby.h"]

    assert_empty looked_for - Rule::PACKAGES.keys - %w[make git]
  end

  def test_nothing_missing_is_well
    assert_empty Rule.of(APatient.of)
    assert_nil Rule.of(APatient.of(survey: { "missing" => nil }))
  end
end
