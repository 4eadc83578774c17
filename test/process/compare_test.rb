# frozen_string_literal: true

require "test_helper"

# `compare` as a user runs it; what it judges is tested with records.
class CompareProcessTest < Minitest::Test
  include StealTime

  ARGUMENTS = %w[socket socket --scenario client/get --for 60s].freeze

  def test_reports_too_little_time_with_the_time_that_is_needed
    ARun.start(*ARGUMENTS.first(4), "--for", "1s", command: "compare") do |run|
      assert_equal 3, run.finish
      assert_match(/12 pairs of each comparison do not fit into 1 s/, run.err)
      assert_match(/they need about --for \d+s/, run.err)
      assert_empty run.left
    end
  end

  # Twice the time that the pairs take on an idle machine.
  alone def test_a_slowdown_of_a_tenth_is_seen_in_its_cell_and_nowhere_else
    spin = ->(loops) { "spin = #{loops}; spin -= 1 while spin > 0; super" }
    SpoiltDalli.open(spin.call(400), spin.call(800)) do |steady, slow|
      arguments = [steady, slow, *%w[--scenario client/get --scenario client/set --for 20s --format json]]
      ARun.start(*arguments, command: "compare") do |run|
        code = run.finish
        skip_if_steal_time(run.out)

        assert_equal 0, code, run.out
        report = JSON.parse(run.out)
        skip_if_noisy(report, by: 0.1)
        verdicts = report["verdicts"].to_h { |verdict| verdict.values_at("scenario", "verdict") }

        assert_equal "slower", verdicts["client/get"], run.out
        assert_includes %w[same unresolved], verdicts["client/set"], run.out
      end
    end
  end

  def test_bad_input_is_refused_in_words
    { %w[socket] => /needs two contenders/,
      %w[socket socket --margin x] => /--margin must be a share .*\nTry: --margin 1%/ }.each do |arguments, wanted|
      ARun.start(*arguments, command: "compare", record: false) do |run|
        assert_equal [2, ""], [run.finish, run.out]
        assert_match wanted, run.err
      end
    end
  end
end
