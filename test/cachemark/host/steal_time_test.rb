# frozen_string_literal: true

require "test_helper"

class StealTest < Minitest::Test
  Steal = Cachemark::Host::StealTime
  STAT = "cpu  10 1 10 70 2 1 1 5 9 9\ncpu0 5 1 5 30 2 1 1 5 9 9\ncpu1 5 0 5 40 0 0 0 0 0 0\nintr 1 2\n"

  def test_counts_ticks_without_counting_guests_twice
    assert_equal Steal::Sample.new(steal_ticks: 5, total_ticks: 100, idle_ticks: 72), sample(STAT)
  end

  def test_counts_the_cores_that_matter
    assert_equal Steal::Sample.new(steal_ticks: 0, total_ticks: 50, idle_ticks: 40), sample(STAT, cpus: [1])
    assert_equal Steal::Sample.new(steal_ticks: 5, total_ticks: 100, idle_ticks: 72), sample(STAT, cpus: [0, 1])
  end

  def test_is_a_share_of_the_time_between
    before = Steal::Sample.new(steal_ticks: 5, total_ticks: 100)

    assert_in_delta 2.5, Steal.percent(before, Steal::Sample.new(steal_ticks: 10, total_ticks: 300))
    assert_nil Steal.percent(before, before)
    assert_nil Steal.percent(nil, before)
  end

  def test_a_machine_is_busy_while_anything_runs_or_waits_for_the_host
    before = Steal::Sample.new(steal_ticks: 5, total_ticks: 100, idle_ticks: 72)

    assert_in_delta 20, Steal.busy_percent(before, Steal::Sample.new(steal_ticks: 9, total_ticks: 200, idle_ticks: 152))
    assert_nil Steal.busy_percent(before, before)
  end

  def test_no_proc_is_nil
    FolderTree.open({}) { |root| assert_nil Steal.new(root: root).sample }
    assert_nil sample("cpu 1 2 3 4 5 6 7 8\n", cpus: [7])
  end

  private

  def sample(text, cpus: nil) = FolderTree.open("proc/stat" => text) { |root| Steal.new(root: root, cpus: cpus).sample }
end
