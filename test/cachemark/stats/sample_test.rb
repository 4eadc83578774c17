# frozen_string_literal: true

require "test_helper"

class SampleTest < Minitest::Test
  def test_one_for_each_process_of_each_row_that_is_shown
    samples = MadeRecord.table(processes: 3) { |_, process, _| 1_000 * (process + 1) }.samples

    assert_equal [["dalli", "p-dalli-0"], ["dalli", "p-dalli-1"], ["dalli", "p-dalli-2"]],
                 samples.map { |sample| [sample.contender, sample.process] }
    assert_equal [300], samples.map(&:iterations).uniq
    [1_000, 2_000, 3_000].zip(samples) { |ns, sample| assert_in_delta ns, sample.wall_ns, 1e-6 }
    assert_in_delta 3.0, samples.first.allocations
  end

  def test_their_middle_is_the_row
    table = MadeRecord.table { |_, process, _| 1_000 + (100 * process) }
    logs = table.samples.map { |sample| Math.log(sample.wall_ns) }

    assert_in_delta table.shown.first.wall_ns, Cachemark::Stats::Interval.middle(logs), 1e-6
  end

  def test_a_row_without_a_speed_has_none
    lines = MadeRecord.lines << { "type" => "failure", "cell" => "c-dalli", "status" => "invalid", "reason" => "wrong reply" }

    assert_empty Cachemark::Stats::Table.of(Cachemark::Record.from_lines(lines)).samples
  end
end
