# frozen_string_literal: true

require "test_helper"

class EnvTest < Minitest::Test
  def test_impossible_keeps_what_the_report_needs
    error = Cachemark::Env::Impossible.new("needs x", how: "get x", log: "/log")

    assert_equal ["needs x", "get x", "/log"], [error.reason, error.how, error.log]
    assert_equal "needs x\nget x", error.message
  end
end
