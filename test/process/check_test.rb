# frozen_string_literal: true

require "test_helper"

# A check that is asked to end says what it has, closes its record and leaves nothing running.
class CheckTest < Minitest::Test
  def test_ctrl_c_reports_what_was_examined
    ARun.start("socket", "--case", "interrupt/*", "--plain", command: "check") do |run|
      run.wait_until { run.lines("case").any? }
      run.signal("INT")

      assert_equal 130, run.finish, run.err
      assert_empty run.left
      assert_equal ["interrupted"], run.lines("end").map { |line| line["outcome"] }
      assert_empty run.lines("failure")
      assert_match(/^Note: interrupted$/, run.out)
      refute_match(/Please report/, run.err)
    end
  end
end
