# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::TrialTest < Minitest::Test
    def test_the_subject_and_the_probes_are_distinguished
      subject, probe = MadeTrial.read("k1", nil, role: "subject"), MadeTrial.read("k2", nil)
      trial = MadeTrial.trial(subject, probe)

      assert_equal [subject, [probe]], [trial.subject, trial.probes]
      assert_nil MadeTrial.trial(probe).subject
    end
  end

  class Fault::CallTest < Minitest::Test
    STEPS = [{ "op" => "get", "key" => "k1", "role" => "subject" },
             { "together" => { "by" => "threads",
                               "lanes" => [[{ "op" => "get", "key" => "k2" }], [{ "op" => "get", "key" => "k3" }]] } }].freeze

    def test_a_call_is_made_from_its_events
      call = Fault::Trial::Call.all(STEPS, [event(0, "invoke", 1_000), event(0, "ok", 3_000_000, "value" => 5)]).first

      assert_predicate call, :ok?
      assert_predicate call, :subject?
      assert_equal [5, 1_000, 3_000_000, true], [call.value, call.began_ns, call.ended_ns, call.ok?]
      assert_in_delta 0.003, call.seconds, 0.00001
    end

    def test_a_call_that_never_returned_has_no_end
      call = Fault::Trial::Call.all(STEPS, [event(0, "invoke", 1_000)]).first

      assert_equal [nil, nil, false], [call.type, call.seconds, call.ok?]
    end

    def test_calls_of_lanes_are_distinguished
      events = [1, 0].flat_map { |lane|
 [event(1, "invoke", 5, "lane" => lane, "sub" => 0), event(1, "ok", 6, "lane" => lane, "sub" => 0)] }

      assert_equal [[1, "k3"], [0, "k2"]], Fault::Trial::Call.all(STEPS, events).map { |call| [call.lane, call.step["key"]] }
    end

    def test_calls_of_a_quiet_block_are_distinguished
      block = { "op" => "quiet", "calls" => [{ "op" => "incr", "key" => "c1", "role" => "quiet" }, *STEPS.last(1)] }
      events = [event(0, "invoke", 5), event(0, "invoke", 6, "inside" => 0),
                event(0, "invoke", 7, "inside" => 1, "lane" => 1, "sub" => 0)]

      assert_equal [["quiet", false], ["incr", true], ["get", false]],
                   Fault::Trial::Call.all([block], events).map { |call| [call.op, call.quiet?] }
    end

    def test_values_are_read_by_the_names_of_keys
      keys = MadeTrial::CANARY.keys
      multi = { "pairs" => [[MadeTrial.bytes(keys["k2"]), MadeTrial.bytes("two")], [MadeTrial.bytes("alien"), 1]] }
      call = Fault::Trial::Call.new(step: { "op" => "get_multi", "keys" => %w[k1 k2] }, type: "ok", value: multi)

      assert_equal({ "k2" => MadeTrial.bytes("two"), "alien" => 1 }, call.read(keys))
      assert_equal({ "k1" => nil }, MadeTrial.read("k1", nil).read(keys))
      assert_empty MadeTrial.raised("k1").read(keys)
      assert_empty Fault::Trial::Call.new(step: { "op" => "set", "key" => "k1" }, type: "ok", value: true).read(keys)
    end

    def test_every_operation_whose_reply_holds_values_is_a_read
      keys = MadeTrial::CANARY.keys
      one = MadeTrial.bytes("one")
      several = { "pairs" => [[MadeTrial.bytes(keys["k1"]), one]] }
      answers = { "value" => one, "values" => several, "versions" => several }

      Vocabulary::Operations::ALL.each_value do |operation|
        step = { "op" => operation.name, **(operation.multi? ? { "keys" => ["k1"] } : { "key" => "k1" }) }
        call = Fault::Trial::Call.new(step: step, type: "ok", value: answers[operation.reply])

        assert_equal operation.reads? ? { "k1" => one } : {}, call.read(keys), operation.name
        next if operation.multi?

        trial = MadeTrial.trial(call, state: { "k1" => "one" })

        assert_equal operation.reads?, trial.missed?(call.with(value: nil)), operation.name
      end
    end

    def test_a_write_of_several_keys_says_in_many_ways_what_was_done
      keys = MadeTrial::CANARY.keys
      done = ->(value, type = "ok") do
        call = Fault::Trial::Call.new(step: { "op" => "set_multi", "keys" => %w[k1 k2] }, type: type, value: value)
        %w[k1 k2].select { |name| call.done?(name, keys) }
      end

      [true, nil, 2, { "list" => [] }].each { |value| assert_equal %w[k1 k2], done.call(value), value.inspect }
      assert_equal %w[k1], done.call({ "list" => [MadeTrial.bytes(keys["k2"])] })
      [false, 1, 0].each { |value| assert_empty done.call(value), value.inspect }
      assert_empty done.call(nil, "raised")
    end

    def test_the_one_unknown_key_of_a_multi_get_is_taken_for_the_requested_one
      step = { "op" => "get_multi", "keys" => %w[k1 odd] }
      call = ->(key) { Fault::Trial::Call.new(step: step, type: "ok", value: { "pairs" => [[key, 1]] }) }

      assert_equal({ "odd" => 1 }, call.call(MadeTrial.bytes("in another form")).read(MadeTrial::CANARY.keys))
      assert_equal({ "odd" => 1 }, call.call(MadeTrial.bytes("grün")).read({ **MadeTrial::CANARY.keys, "odd" => "grün" }))
      assert_equal({ "odd" => 1 }, call.call({ "class" => "Symbol", "text" => ":odd" }).read(MadeTrial::CANARY.keys))
    end

    def test_an_unknown_key_that_is_no_text_is_escaped
      pairs = ["m\xFCll".b, "grün"].map { |key| [MadeTrial.bytes(key), 1] }
      call = Fault::Trial::Call.new(step: { "op" => "get_multi", "keys" => %w[k1] }, type: "ok", value: { "pairs" => pairs })

      assert_equal({ "m\\xFCll" => 1, "grün" => 1 }, call.read(MadeTrial::CANARY.keys))
      assert_includes Fault::Invariants::Values::OwnValue.call(MadeTrial.trial(call)).reason, 'of m\xFCll'
    end

    def test_the_written_value_is_kept
      steps = [{ "op" => "set", "key" => "k1", "value" => "v" }]

      assert_equal 5, Fault::Trial::Call.all(steps, [event(0, "invoke", 1, "wrote" => 5), event(0, "ok", 2)]).first.wrote
    end

    private

    def event(step, type, at_ns, more = {}) = { "step" => step, "type" => type, "at_ns" => at_ns, **more }
  end

  class Fault::PlacingTest < Minitest::Test
    def test_the_share_of_keys_that_moved
      before = placing("a" => 0, "b" => 0, "c" => 1, "d" => 1)

      assert_in_delta 0.25, before.moved(placing("a" => 0, "b" => 1, "c" => 1, "d" => 1))
      assert_in_delta 0.0, before.moved(before)
    end

    def test_a_key_that_is_missing_in_one_placement_does_not_count
      before = placing("a" => 0, "b" => 0, "c" => nil)

      assert_in_delta 0.5, before.moved(placing("a" => 1, "b" => 0, "c" => 1))
      assert_nil before.moved(placing("a" => nil, "b" => nil, "c" => 1))
    end

    private

    def placing(at) = Fault::Trial::Placement.new(at: at)
  end
end
