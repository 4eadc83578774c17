# frozen_string_literal: true

require "test_helper"

class SymptomsNeighboursTest < Minitest::Test
  Rule = Cachemark::Stats::Symptoms::Neighbours

  def test_names_who_and_how_much_on_which_core
    near, far = Rule.of(patient([one("cc1", 812, 0.97, [0, 2]), one("java", 99, 0.4, [3])]))

    assert_match(/core 2, which is measured on, is shared with cc1 \(pid 812\): 97 %/, near.text)
    assert_match(/3\.0 % .* with a neighbour on the same core/, near.gain.sentence)
    assert_match(/another core is busy with java \(pid 99\): 40 %/, far.text)
    assert_match(/2\.0 % .* with a neighbour on the other core/, far.gain.sentence)
    assert_match(/taskset -cp/, near.remedy)
  end

  def test_several_cores_may_be_measured_on
    placement = { "pinned" => true, "server_cpus" => [0], "driver_cpus" => [2], "own_cpus" => [1] }
    seen = { "seconds" => 20.0, "named" => [one("cc1", 8, 0.5, [0])], "unnamed" => 0.0 }
    symptom = Rule.of(APatient.of(survey: { "neighbours" => seen }, run: { "placement" => placement })).first

    assert_match(/\Acores 0, 2, which are measured on, are shared with cc1/, symptom.text)
  end

  def test_many_are_one_symptom
    all = Array.new(8) { |at| one("worker", 100 + at, 0.2, [2]) }

    assert_match(/worker \(pid 104\): 20 % and 3 more\z/, Rule.of(patient(all)).first.text)
  end

  def test_those_that_came_and_went
    symptom = Rule.of(patient([], unnamed: 0.62)).first

    assert_match(/came and went.* 62 % of a core/, symptom.text)
    assert_nil symptom.gain
  end

  def test_little_is_well_and_no_proc_is_not_known
    assert_empty Rule.of(patient([one("sshd", 1, 0.03, [2])]))
    assert_nil Rule.of(APatient.of(survey: { "neighbours" => nil }))
  end

  private

  def one(name, pid, share, cpus) = { "pid" => pid, "name" => name, "share" => share, "cpus" => cpus }

  # Core 2 of four is measured on.
  def patient(named, unnamed: 0.0)
    APatient.of(survey: { "neighbours" => { "seconds" => 20.0, "named" => named, "unnamed" => unnamed } })
  end
end
