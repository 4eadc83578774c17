# frozen_string_literal: true

require "test_helper"

class PatientTest < Minitest::Test
  Stats = Cachemark::Stats

  def test_has_what_the_record_tells
    patient = Stats::Patient.of(APatient.record(survey: { "missing" => ["cc"] }))

    assert_equal [4, [2], ["cc"], "same", 40],
                 [patient.machine["cores"], patient.measured_cpus, patient.survey["missing"], patient.verdict.verdict,
                  patient.sight.pairs]
  end

  def test_a_record_without_anything_is_no_failure
    patient = Stats::Patient.of(Cachemark::Record.from_lines([{ "type" => "run" }]))

    assert_equal [{}, [], nil, nil], [patient.machine, patient.measured_cpus, patient.verdict, patient.sight]
  end

  def test_knows_what_a_calibration_has_measured
    assert_in_delta 50, APatient.of.gain("unpinned").factor
    assert_nil APatient.of(survey: { "calibration" => nil }).gain("unpinned")
  end
end
