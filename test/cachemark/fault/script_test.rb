# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::ScriptTest < Minitest::Test
    def test_the_subject_is_the_call_of_the_case_and_the_rest_are_probes
      script = script("set",
                      steps: [{ "subject" => { "interrupt" => { "by" => "kill", "after_ms" => 5 } } }, { "read" => "others" }])
      subject, *probes = script.steps

      assert_equal ["set", "k1", "subject", "kill"], [*subject.values_at("op", "key", "role"), subject["interrupt"]["by"]]
      assert_equal([%w[k2 k3 k4 k5 k6 k7], %w[get], %w[probe]], %w[key op role].map { |name| probes.map { |step|
 step[name] }.uniq })
    end

    def test_what_the_lab_does_itself_stands_between_the_drivers_parts
      steps = [{ "subject" => {} }, { "relay" => "down" }, { "wait_ms" => 5 }, { "read" => "subject" }, { "server" => "flush" }]
      parts = script("get", steps: steps).parts

      assert_equal [Array, { "relay" => "down" }, Array, { "server" => "flush" }], parts.map { |part|
 part.is_a?(Array) ? Array : part }
      assert_equal [1, 2], parts.grep(Array).map(&:size)
    end

    def test_lanes_read_keys_of_their_own
      step = script("get", steps: [{ "together" => { "by" => "threads", "lanes" => 2, "times" => 5 } }]).steps.first
      keys = step["together"]["lanes"].map { |lane| lane.map { |one| one["key"] } }

      assert_equal [5, 5], keys.map(&:size)
      assert_empty keys.first & keys.last
    end

    def test_every_key_is_written_before_anything_goes_wrong
      script = script("get", keys: { "mine" => "x" }, values: { "v" => { "kind" => "string", "text" => "y" } })
      told = script.scenario

      assert_equal Fault::Canary::NAMES + [Fault::Canary::COUNTER], script.prelude.map { |step| step["key"] }
      assert_empty script.prelude.map { |step| step["value"] } - told["values"].keys
      assert_equal ["x", "y"], [told["keys"]["mine"], told["values"]["v"]["text"]]
    end

    def test_the_mark_is_in_what_the_client_sends_of_the_subject
      assert_equal MadeTrial::CANARY.keys["k1"], script("get").mark
      assert_equal MadeTrial::CANARY.keys["c1"], script("incr", over: { "call" => ["incr"] }).mark
    end

    private

    def script(call, **facts) = Fault::Script.new(MadeTrial.one(call, **facts), MadeTrial::CANARY)
  end
end
