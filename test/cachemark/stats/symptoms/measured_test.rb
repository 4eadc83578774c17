# frozen_string_literal: true

require "test_helper"

class SymptomsLoadTest < Minitest::Test
  Rule = IllMachine.rule(:Measured, :load)

  def test_a_busy_machine
    symptom = Rule.call(IllMachine.of(files: { "proc/loadavg" => "3.20 1.00 0.50 2/100 1\n" })).first

    assert_equal "blurs", symptom.kind
    assert_match(/was busy when the run began \(load 3\.2 on 4 cores\)/, symptom.text)
  end

  def test_an_idle_one_is_well_and_an_untold_load_is_not_known
    assert_empty Rule.call(IllMachine.of)
    assert_nil Rule.call(IllMachine.of(files: { "proc/loadavg" => nil }))
  end
end

class SymptomsMeasuredTest < Minitest::Test
  Rule = IllMachine.rule(:Measured, :pairs)
  Facts = Cachemark::Stats::DoctorResult::MachineFacts

  def test_a_failed_measurement_has_its_reason_and_remedy
    symptom = Rule.call(machine("reason" => "no free port for memcached", "try" => "run the command again")).first

    assert_predicate symptom, :untrusted?
    assert_equal "nothing could be measured: no free port for memcached", symptom.text
    assert_equal "run the command again", symptom.remedy
    refute_empty Rule.call(machine("reason" => "x", "try" => nil)).first.remedy
  end

  def test_too_few_pairs_say_nothing
    symptom = Rule.call(Facts.of(IllMachine.record(pairs: 5, noise_pairs: 2))).first

    assert_predicate symptom, :untrusted?
    assert_match(/too few measurements .*5 pairs of processes, fewer than 12/, symptom.text)
  end

  def test_no_pair_at_all
    assert_match(/no pair of processes/, Rule.call(Facts.of(IllMachine.record(pairs: 0, noise_pairs: 0))).first.text)
  end

  def test_nothing_is_known_where_it_was_not_wanted
    assert_nil Rule.call(machine({}))
  end

  def test_enough_pairs_are_well
    assert_empty Rule.call(Facts.of(IllMachine.record))
  end

  private

  def machine(unmeasured) = IllMachine.of(survey: { "unmeasured" => unmeasured })
end

class SymptomsOtherProcessesTest < Minitest::Test
  Rule = IllMachine.rule(:Measured, :other_processes)

  def test_names_who_and_how_much_on_which_core
    near, far = Rule.call(machine([one("cc1", 812, 0.97, [0, 2]), one("java", 99, 0.4, [3])]))

    assert_match(/core 2, which is measured on, is shared with cc1 \(pid 812\): 97 %/, near.text)
    assert_match(/3\.0 % .* with another process on the same core/, near.gain.sentence)
    assert_match(/another core is busy with java \(pid 99\): 40 %/, far.text)
    assert_match(/2\.0 % .* with another process on the other core/, far.gain.sentence)
    assert_match(/taskset -cp/, near.remedy)
  end

  def test_several_cores_may_be_measured_on
    placement = { "pinned" => true, "server_cpus" => [0], "driver_cpus" => [2], "own_cpus" => [1] }
    seen = { "seconds" => 20.0, "named" => [one("cc1", 8, 0.5, [0])], "unnamed" => 0.0 }
    symptom = Rule.call(IllMachine.of(survey: { "other_processes" => seen }, run: { "placement" => placement })).first

    assert_match(/\Acores 0, 2, which are measured on, are shared with cc1/, symptom.text)
  end

  def test_many_are_one_symptom
    all = Array.new(8) { |at| one("worker", 100 + at, 0.2, [2]) }

    assert_match(/worker \(pid 104\): 20 % and 3 more\z/, Rule.call(machine(all)).first.text)
  end

  def test_those_that_came_and_went
    symptom = Rule.call(machine([], unnamed: 0.62)).first

    assert_match(/came and went.* 62 % of a core/, symptom.text)
    assert_nil symptom.gain
  end

  def test_little_is_well_and_no_proc_is_not_known
    assert_empty Rule.call(machine([one("sshd", 1, 0.03, [2])]))
    assert_nil Rule.call(IllMachine.of(survey: { "other_processes" => nil }))
  end

  private

  def one(name, pid, share, cpus) = { "pid" => pid, "name" => name, "share" => share, "cpus" => cpus }

  # Core 2 of four is measured on.
  def machine(named, unnamed: 0.0)
    IllMachine.of(survey: { "other_processes" => { "seconds" => 20.0, "named" => named, "unnamed" => unnamed } })
  end
end

class SymptomsSameCodeTest < Minitest::Test
  Rule = IllMachine.rule(:Measured, :same_code)
  Facts = Cachemark::Stats::DoctorResult::MachineFacts

  def test_an_a_a_that_moved
    symptom = Rule.call(Facts.of(IllMachine.record(effects: { "client/get" => 0.05 }))).first

    assert_predicate symptom, :untrusted?
    assert_match(%r{the A/A check differed by \+[45]\.\d %}, symptom.text)
  end

  def test_an_invalid_verdict_has_its_reason
    symptom = Rule.call(Facts.of(IllMachine.record(steal: 9.0))).first

    assert_match(/the host took 9\.0 % of the CPU away/, symptom.text)
  end

  def test_the_same_is_well_and_too_little_is_not_known
    assert_empty Rule.call(Facts.of(IllMachine.record))
    assert_nil Rule.call(Facts.of(IllMachine.record(pairs: 3)))
    assert_nil Rule.call(IllMachine.of)
  end
end

class SymptomsStealTest < Minitest::Test
  Rule = IllMachine.rule(:Measured, :steal)

  def test_steal_time_blurs
    [2.5, 7.0].each do |percent|
      symptom = Rule.call(machine(percent)).first

      assert_equal "blurs", symptom.kind
      assert_match(/the host took #{percent} % of the CPU away/, symptom.text)
    end
  end

  def test_none_is_well_and_a_kernel_that_does_not_tell_is_not_known
    assert_empty Rule.call(machine(0.2))
    assert_nil Rule.call(machine(nil))
  end

  private

  def machine(percent)
    IllMachine.of(ending: { "outcome" => "complete", "machine" => { "steal_percent" => percent } })
  end
end
