# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::TerminalTest < Minitest::Test
    def test_the_answer_comes_first_and_what_is_not_passed_can_be_repeated
      text = Report::Check::Terminal.new(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" } })).to_s

      assert_equal "dalli: 1 CORRUPT.", text.lines.first.chomp
      assert_match(/^interrupt +1 CORRUPT$/, text)
      assert_match(/^CORRUPT dalli interrupt\/kill-in-get \(3 of 10\): get of k2 returned another key's$/, text)
      assert_match(/^    cachemark check dalli --case interrupt\/kill-in-get --seed 7$/, text)
    end

    def test_a_misjudged_control_outranks_everything
      text = Report::Check::Terminal.new(MadeCheck.of(controls: [["socket (control)", "socket", "FAIL"]])).to_s

      assert_match(/\ANothing that was found can be relied on/, text)
      assert_match(/^WRONG socket \(control\) in interrupt\/kill: must be passes, was FAIL$/, text)
    end
  end
end
