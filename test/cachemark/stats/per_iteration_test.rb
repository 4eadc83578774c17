# frozen_string_literal: true

require "test_helper"

class PerIterationTest < Minitest::Test
  def test_of_one_iteration_a_line_stays_as_it_is
    line = { "iterations" => 1, "round_trips" => 3 }

    assert_same line, of(line)
    assert_equal({ "round_trips" => 3 }, of({ "round_trips" => 3 }))
  end

  def test_what_workers_made_together_is_told_of_each
    line = { "cell" => "c1", "pass" => 2, "iterations" => 4, "round_trips" => 12, "bytes_out" => 1_332, "bytes_in" => 384,
             "hits" => 12, "misses" => 0, "errors" => 0, "locks" => 8, "exceptions" => { "Miss" => 4 },
             "key_bytes" => { "k1" => 5 }, "commands" => [MadeWork.command("get", count: 12, hits: 12, value_bytes: [4])] }
    told = of(line)

    assert_equal [1, 3, 333, 96, 3, 0, 0, 2],
                 told.values_at("iterations", "round_trips", "bytes_out", "bytes_in", "hits", "misses", "errors", "locks")
    assert_equal [{ "Miss" => 1 }, { "k1" => 5 }, "c1", 2], told.values_at("exceptions", "key_bytes", "cell", "pass")
    assert_equal [3, 3, 3, [4]], told["commands"].first.values_at("count", "keys", "hits", "value_bytes")
  end

  def test_what_workers_do_not_share_evenly_is_no_whole_number
    assert_equal [0.67, nil], of({ "iterations" => 3, "round_trips" => 2, "locks" => nil }).values_at("round_trips", "locks")
  end

  private

  def of(line) = Cachemark::Stats::PerIteration.of(line)
end
