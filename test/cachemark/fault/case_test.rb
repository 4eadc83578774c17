# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::CaseTest < Minitest::Test
    def test_a_situation_has_a_case_for_each_combination_of_its_variables
      situation = MadeTrial.situation(form: "interrupt/{way}-in-{call}", over: { "call" => %w[get set], "way" => %w[kill raise] })

      assert_equal %w[interrupt/kill-in-get interrupt/raise-in-get interrupt/kill-in-set interrupt/raise-in-set],
                   Fault::Case.all([situation]).map(&:id)
    end

    def test_one_without_variables_is_a_case_itself
      one = Fault::Case.all([MadeTrial.situation(over: {}, form: "share/threads")]).first

      assert_equal ["share/threads", "get", "interrupt"], [one.id, one.call, one.category]
    end

    def test_a_move_can_have_the_trials_number
      one = MadeTrial.one(relay: { "do" => [{ "pass" => "number" }, { "close" => "end" }] })

      assert_equal [{ "pass" => 5 }, { "close" => "end" }], one.moves(4)
      assert_empty MadeTrial.one.moves(0)
    end
  end
end
