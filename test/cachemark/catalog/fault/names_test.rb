# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Catalog::Fault::NamesTest < Minitest::Test
    def test_accepts_names_that_exist
      assert_nil problem([{ "subject" => {} }, { "call" => { "op" => "set", "key" => "mine", "value" => "large" } }],
                       "keys" => { "mine" => "{k2} x" }, "values" => { "large" => {} })
    end

    # The lists are repeated here, since this room knows nothing of that one.
    def test_keys_and_values_are_those_of_a_script
      [{ "read" => "all" }, { "spread" => "write" }].each do |step|
        names = made([step])
        script = Fault::Script.new(MadeTrial.one(steps: [step]), MadeTrial::CANARY).scenario

        assert_equal script["keys"].keys.sort, names.keys.sort
        assert_equal script["values"].keys.sort, names.values.sort
      end
    end

    def test_names_are_looked_for_in_steps_of_steps
      wrong = { "call" => { "op" => "get_multi", "keys" => %w[k1 nobody] } }

      assert_equal "/steps/0/again/steps/0/call/keys", problem([{ "again" => { "times" => 2, "steps" => [wrong] } }]).first
      assert_equal "/steps/0/peers/0/peer/0/call/keys", problem([{ "peers" => [{ "peer" => [wrong] }] }], "peers" => "any").first
      assert_equal "/steps/0/quiet/calls/0/meanwhile/steps/0/call/keys",
                   problem([{ "quiet" => { "calls" => [{ "meanwhile" => { "steps" => [wrong] } }] } }]).first
      assert_equal ["/steps/0/call/keys", "names \"nobody\", which is not among keys",
                    "every trial has k1 to k7, c1 and absent; define others under keys"], problem([wrong])
    end

    def test_a_fault_must_not_redefine_names_that_every_trial_has
      assert_equal ["/keys/k1", "is a name that every trial has", "give it another name"], problem([], "keys" => { "k1" => "x" })
      assert_equal "/values/new", problem([], "values" => { "new" => {} }).first
      assert_match(/\Anames \{k9\}, which is not a key/, problem([], "keys" => { "x" => "{k9}" })[1])
    end

    def test_a_subject_takes_what_its_call_takes
      assert_nil problem([{ "subject" => { "value" => "new" } }], call: "set")
      assert_equal ["/steps/0/subject/value", "does not belong to get", "only set and add take a value: over: { call: [set] }"],
                   problem([{ "subject" => { "value" => "new" } }])
      assert_equal "/steps/0/subject/keys", problem([{ "subject" => { "keys" => ["k1"] } }]).first
      assert_nil problem([{ "subject" => { "keys" => ["k1"] } }], call: "multi")
    end

    def test_servers_are_as_many_as_there_are
      [{ "proxy" => { "down" => 1 } }, { "server" => { "stop" => 1 } }, { "connect" => [0, 1] }].each do |step|
        assert_equal ["/steps/0/#{step.keys.first}", "names server 1, and the last one is 0", "add servers: 2"], problem([step])
        assert_nil problem([step], "servers" => 2)
      end
    end

    def test_others_are_asked_for_where_they_have_something_to_do
      assert_equal "add peers: any", problem([{ "peers" => [] }]).last
      assert_equal "/peers", problem([{ "read" => "all" }], "peers" => "any").first
    end

    def test_tell_servers_needs_a_step_that_spreads_keys
      assert_equal "add a step spread: write", problem([{ "tell" => "servers" }]).last
      assert_nil problem([{ "spread" => "write" }, { "tell" => "servers" }])
    end

    def test_a_sweep_strikes_at_lines_and_is_repeated_for_each
      sweep = [{ "subject" => { "interrupt" => { "by" => "line" } } }]

      assert_nil problem(sweep, "repeats" => "lines")
      assert_equal ["/steps/0/subject/interrupt/by", "add repeats: lines"], problem(sweep).values_at(0, 2)
      assert_equal "/repeats", problem([{ "subject" => {} }], "repeats" => "lines").first
    end

    def test_a_mutant_is_there
      assert_equal ["/controls/1", "names \"lekas\", and there is no such mutant", "Did you mean leaks?"],
                   problem([], "controls" => %w[leaks lekas])
    end

    private

    def made(steps, call: nil, **data)
      Catalog::Fault::Names.new({ "steps" => steps, "controls" => ["leaks"], **data }, mutants: ["leaks"], call: call)
    end

    def problem(...) = made(...).problem
  end
end
