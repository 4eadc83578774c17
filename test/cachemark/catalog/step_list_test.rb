# frozen_string_literal: true

require "test_helper"

class CatalogStepListTest < Minitest::Test
  include UserFile

  def test_a_key_set_becomes_one_call_for_each_key
    with_file(SCENARIO) do |path|
      scenario = Cachemark::Catalog.load.scenario(path)
      assert_equal 12, scenario.calls
      assert_equal({ "op" => "get", "key" => "users10" }, scenario.steps[9])
      assert_equal 11, scenario.steps[10]["keys"].size
      assert_equal({ "op" => "set", "key" => "k1", "value" => "profile", "ttl" => 60 }, scenario.steps.last)
    end
  end

  def test_the_share_that_hits_is_written_and_the_rest_deleted
    with_file(SCENARIO) do |path|
      assert_equal({ "set" => 8, "delete" => 2 }, Cachemark::Catalog.load.scenario(path).prelude.map { |step| step["op"] }.tally)
    end
  end

  PAIRS = <<~YAML
    kind: client
    ttl: 60
    pairs: { count: 7, seed: 1 }
    steps:
      - { op: set, each: pairs, raw: true }
      - { op: get, each: pairs }
  YAML

  def test_a_step_over_pairs_stays_one_and_is_as_many_calls_as_there_are_pairs
    with_file(PAIRS) do |path|
      scenario = Cachemark::Catalog.load.scenario(path)
      assert_equal [{ "op" => "set", "each" => "pairs", "raw" => true, "ttl" => 60 }, { "op" => "get", "each" => "pairs" }],
                   scenario.steps
      assert_equal 14, scenario.calls
    end
  end

  def test_names_the_step_over_pairs_that_is_wrong
    {
      ["op: get", "op: incr"] =>
        "mine.yml:6: /steps/1/op is \"incr\", which does not take each pair\nThere are: set, get, delete.",
      ["get, each: pairs", "get, key: k"] => "mine.yml:6: /steps/1 needs each: pairs",
      ["pairs, raw: true", "pairs, value: v"] => "mine.yml:5: /steps/0/value does not go together with each",
      ["each: pairs }", "each: keys }"] => "mine.yml:6: /steps/1/each is \"keys\"\nAllowed: pairs"
    }.each { |(from, to), message| assert_equal message, usage_of(PAIRS.sub(from, to)) }
    assert_equal "mine.yml:9: /steps/0/each needs the scenario's pairs, and it has none",
                 usage_of(SCENARIO.sub("key: users }", "each: pairs }"))
  end

  GROWING = <<~YAML
    kind: client
    keys: { k1: { text: "one" }, k2: { text: "two" } }
    values: { v: { kind: string, text: "more" } }
    steps:
      - { op: set, key: k1, value: v, raw: true }
      - { op: append, key: k1, value: v, raw: true }
  YAML

  def test_bytes_are_put_to_what_the_same_iteration_has_written
    with_file(GROWING) do |path|
      assert_equal({ "op" => "append", "key" => "k1", "value" => "v", "raw" => true }, Cachemark::Catalog.load.scenario(path).steps.last)
    end
    assert_equal "mine.yml:6: /steps/1 makes k2 longer in each iteration\nWrite k2 in a step before it.",
                 usage_of(GROWING.sub("append, key: k1", "append, key: k2"))
    assert_match(%r{/steps/1/raw must be true: append puts bytes to bytes}, usage_of(GROWING.sub(/, raw: true }\n\z/, " }\n")))
  end

  def test_names_the_step_that_is_wrong
    assert_equal "mine.yml:9: /steps/0/op is \"read\", no operation of a client scenario\n" \
                 "There are: add, append, cas, decr, delete, get, get_multi, incr, prepend, set, touch.",
                 usage_of(SCENARIO.sub("op: get,", "op: read,"))
    assert_equal "mine.yml:9: /steps/0/key names \"user\", which is not among keys\nDid you mean users?",
                 usage_of(SCENARIO.sub("key: users }", "key: user }"))
    assert_equal "mine.yml:11: /steps/2 needs a value", usage_of(SCENARIO.sub("k1, value: profile", "k1"))
    assert_match(%r{/steps/2/value is "prof"}, usage_of(SCENARIO.sub("k1, value: profile", "k1, value: prof")))
    assert_match(%r{/steps/0/value does not belong to get},
                 usage_of(SCENARIO.sub("key: users }", "key: users, value: profile }")))
    assert_match(%r{/steps/0 needs a key}, usage_of(SCENARIO.sub(", key: users }", " }")))
  end
end
