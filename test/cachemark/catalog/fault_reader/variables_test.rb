# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::FaultReader::VariablesTest < Minitest::Test
    def test_each_case_has_its_own_values
      data = { "over" => { "loss" => %w[end reset], "ms" => [1] }, "keys" => { "x" => "{k2}" },
               "proxy" => { "at" => "reply", "do" => [{ "wait_ms" => "{ms}" }, { "close" => "{loss}" }] },
               "steps" => [{ "say" => "{loss}-{ms}" }] }
      first, = made(data).cases

      assert_equal({ "loss" => "end", "ms" => 1 }, first.first)
      assert_equal({ **data, "proxy" => { "at" => "reply", "do" => [{ "wait_ms" => 1 }, { "close" => "end" }] },
                             "steps" => [{ "say" => "end-1" }] }, first.last)
      assert_equal 2, made(data).cases.size
    end

    def test_cases_are_those_of_the_room_of_faults
      Catalog.load.faults.each_value do |fault|
        data = Catalog::Document.read("#{ROOT}/catalog/fault/#{fault.id}.yml").data
        cases = Fault::Case.all([fault])

        assert_equal cases.map(&:id), fault.case_ids
        assert_equal cases.map { |one| one.filled(fault.steps) }, made(data).cases.map { |_, filled| filled["steps"] }
        assert_equal cases.map { |one| one.filled(fault.proxy.to_h["do"]) },
                     made(data).cases.map { |_, filled| filled["proxy"].to_h["do"] }
      end
    end

    def test_what_is_misshapen_is_left_to_the_schema
      no_words = { "proxy" => [], "steps" => 7, "form" => 3 }
      [{ "over" => 1 }, { "over" => { "a" => 1 } }, { "over" => { "a" => [] } }, no_words].each do |data|
        assert_equal [[{}, data]], made(data).cases
        assert_nil made(data).problem
      end
    end

    def test_a_stranger_is_told_with_its_place
      data = { "steps" => [{ "call" => { "key" => "{kee}" } }], "over" => { "key" => ["a"] } }

      assert_equal ["/steps/0/call/key", "names {kee}, which is not among over", "Did you mean key?"], made(data).problem
      assert_equal "Give it values: over: { kee: [...] }.", made(data.except("over")).problem.last
    end

    def test_a_variable_stands_in_the_form_once
      assert_equal ["/form", "names {a} twice", "Name it once."], made("form" => "x/{a}-{a}", "over" => { "a" => [1] }).problem
    end

    def test_call_makes_a_difference_where_a_subject_is
      steps = [{ "again" => { "steps" => [{ "subject" => {} }] } }]

      assert_nil made("over" => { "call" => ["get"] }, "steps" => steps).idle
      assert_equal "/over/call", made("over" => { "call" => ["get"] }, "steps" => [{ "read" => "all" }]).idle.first
      assert_equal "Write {loss} where its values belong.", made("over" => { "loss" => ["end"] }, "steps" => steps).idle.last
    end

    def test_tells_what_a_variable_was_where_it_made_a_part
      variables = made("over" => { "a" => ["x"] }, "steps" => [{ "say" => "{a}" }, { "say" => "b" }])

      assert_equal " where a is x", variables.remark("/steps/0/say", { "a" => "x" })
      assert_nil variables.remark("/steps/1/say", { "a" => "x" })
      assert_nil variables.remark("/nowhere/0", { "a" => "x" })
    end

    private

    def made(data) = Catalog::FaultReader::Variables.new(data)
  end
end
