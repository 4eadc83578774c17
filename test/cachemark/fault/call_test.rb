# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::CallTest < Minitest::Test
    STEPS = [{ "op" => "get", "key" => "k1", "role" => "subject" },
             { "together" => { "by" => "threads",
                               "lanes" => [[{ "op" => "get", "key" => "k2" }], [{ "op" => "get", "key" => "k3" }]] } }].freeze

    def test_a_call_is_what_its_events_tell
      call = Fault::Call.all(STEPS, [event(0, "invoke", 1_000), event(0, "ok", 3_000_000, "value" => 5)]).first

      assert_predicate call, :ok?
      assert_predicate call, :subject?
      assert_equal [5, 1_000, 3_000_000, true], [call.value, call.began_ns, call.ended_ns, call.ok?]
      assert_in_delta 0.003, call.seconds, 0.00001
    end

    def test_one_that_never_came_back_has_no_end_and_may_have_been_applied
      call = Fault::Call.all(STEPS, [event(0, "invoke", 1_000)]).first

      assert_equal [nil, nil, false], [call.type, call.seconds, call.ok?]
    end

    def test_calls_of_lanes_are_told_apart
      events = [1, 0].flat_map { |lane|
 [event(1, "invoke", 5, "lane" => lane, "sub" => 0), event(1, "ok", 6, "lane" => lane, "sub" => 0)] }

      assert_equal [[1, "k3"], [0, "k2"]], Fault::Call.all(STEPS, events).map { |call| [call.lane, call.step["key"]] }
    end

    def test_what_was_read_is_known_by_the_names_of_keys
      keys = MadeTrial::CANARY.keys
      multi = { "pairs" => [[MadeTrial.told(keys["k2"]), MadeTrial.told("two")], [MadeTrial.told("alien"), 1]] }
      call = Fault::Call.new(step: { "op" => "get_multi", "keys" => %w[k1 k2] }, type: "ok", value: multi)

      assert_equal({ "k2" => MadeTrial.told("two"), "alien" => 1 }, call.read(keys))
      assert_equal({ "k1" => nil }, MadeTrial.read("k1", nil).read(keys))
      assert_empty MadeTrial.raised("k1").read(keys)
      assert_empty Fault::Call.new(step: { "op" => "set", "key" => "k1" }, type: "ok", value: true).read(keys)
    end

    def test_the_one_strange_key_of_a_multi_is_taken_for_the_one_that_was_asked
      step = { "op" => "get_multi", "keys" => %w[k1 odd] }
      call = ->(key) { Fault::Call.new(step: step, type: "ok", value: { "pairs" => [[key, 1]] }) }

      assert_equal({ "odd" => 1 }, call.call(MadeTrial.told("in another form")).read(MadeTrial::CANARY.keys))
      assert_equal({ "odd" => 1 }, call.call({ "class" => "Symbol", "text" => ":odd" }).read(MadeTrial::CANARY.keys))
    end

    def test_what_was_written_is_kept
      steps = [{ "op" => "set", "key" => "k1", "value" => "v" }]

      assert_equal 5, Fault::Call.all(steps, [event(0, "invoke", 1, "wrote" => 5), event(0, "ok", 2)]).first.wrote
    end

    private

    def event(step, type, at_ns, more = {}) = { "step" => step, "type" => type, "at_ns" => at_ns, **more }
  end
end
