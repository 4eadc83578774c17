# frozen_string_literal: true

require "test_helper"

class CatalogScenarioReaderTest < Minitest::Test
  include UserFile

  def test_a_users_file_is_named_after_itself
    with_file(SCENARIO, name: "shop.yml") do |path|
      scenario = Cachemark::Catalog.load.scenario(path)
      assert_equal %w[shop shop client], [scenario.id, scenario.label, scenario.kind]
    end
  end

  def test_the_published_form_has_its_own_keys_and_steps
    published = Cachemark::Catalog.load.scenario("store/big-read-multi").published
    assert_equal 6, published["prelude"].size
    assert_equal 9, published["steps"].size
    assert_equal "Short_CONTENDER_long", published["keys"]["long1"]
  end

  def test_pairs_are_instead_of_keys_and_values
    pairs = "kind: client\npairs: { count: 7, seed: 1 }\nsteps: [{ op: get, each: pairs }]\n"
    with_file(pairs) do |path|
      assert_equal Cachemark::Catalog::Pairs.new(count: 7, seed: 1), Cachemark::Catalog.load.scenario(path).pairs
    end

    {
      "#{pairs}keys: { k: { text: k } }\n" => "mine.yml:4: /keys does not go together with pairs",
      "#{pairs}values: { v: { kind: array, items: 0 } }\n" => "mine.yml:4: /values does not go together with pairs",
      pairs.sub("pairs: { count: 7, seed: 1 }", "ttl: 0") => "mine.yml:1: the file needs keys or pairs",
      pairs.sub("7", "0") => "mine.yml:2: /pairs/count must be at least 1",
      pairs.sub("count: 7, ", "") => "mine.yml:2: /pairs needs count\nKnown here: count, seed"
    }.each { |text, message| assert_equal message, usage_of(text) }
  end

  def test_values_are_checked
    assert_equal "mine.yml:7: /values/profile needs items", usage_of(SCENARIO.sub("kind: hash, items: 5", "kind: hash"))
  end
end

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

class CatalogValueTableTest < Minitest::Test
  def problem(spec) = Cachemark::Catalog::ScenarioReader::ValueTable.problem("v" => spec)

  def test_each_kind_needs_its_size
    assert_equal ["/values/v", "needs text or bytes"], problem("kind" => "string")
    assert_equal ["/values/v", "needs depth"], problem("kind" => "nested", "items" => 3)
    assert_nil problem("kind" => "binary", "hex" => "0408")
  end

  def test_refuses_what_memcached_cannot_hold
    assert_match(/is 2000000 bytes/, problem("kind" => "string", "text" => "ab", "times" => 1_000_000).last)
    assert_match(/a million items/, problem("kind" => "nested", "items" => 10, "depth" => 12).last)
  end
end
