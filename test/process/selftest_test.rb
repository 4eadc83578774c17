# frozen_string_literal: true

require "test_helper"

# `selftest` as a user runs it. That it passes is shown by a record (stats/selftest_test): it takes a
# machine that does nothing else.
class SelftestProcessTest < Minitest::Test
  def test_one_that_is_interrupted_has_not_passed_and_leaves_nothing
    ARun.start("--for", "60s", command: "selftest") do |run|
      run.wait_until { run.lines("pair").any? }
      run.signal("INT")

      assert_equal 130, run.finish
      assert_match(/\ASelftest not decided: it was interrupted/, run.out)
      assert_equal 7, run.lines("control").size
      assert_empty run.left
    end
  end
end
