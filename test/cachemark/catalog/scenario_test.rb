# frozen_string_literal: true

require "test_helper"

class CatalogScenarioTest < Minitest::Test
  CALLS = {
    "client/set" => 3, "client/set-plain" => 6, "client/get" => 3, "client/get-plain" => 6, "client/multiget" => 1,
    "client/missing" => 6, "client/mixed" => 12, "client/set-ruby" => 6, "client/get-ruby" => 6, "store/mixed" => 10,
    "store/set" => 3, "store/get" => 3, "store/big-read-multi" => 9
  }.freeze

  def setup
    @catalog = Cachemark::Catalog.load
  end

  def test_makes_as_many_calls_as_the_published_code
    CALLS.each { |id, calls| assert_equal calls, @catalog.scenario(id).calls, id }
  end

  def test_a_localcache_scenario_makes_the_same_calls
    CALLS.keys.grep(/store/).each do |id|
      plain, cached = [id, "#{id}-localcache"].map { |name| @catalog.scenario(name) }
      assert_equal [plain.to_wire.merge("wrap" => "local_cache"), "#{plain.label}:rails-localcache"],
                   [cached.to_wire, cached.label]
    end
  end

  def test_pairs_go_over_the_wire_as_a_file_and_into_the_record_as_their_origin
    scenario = @catalog.scenario("client/get-pairs")

    assert_equal [25_000, 160], [scenario.calls, scenario.over(160).calls]
    assert_equal({ "file" => "/a.json" }, scenario.to_wire(pairs_file: "/a.json")["pairs"])
    assert_equal({ "count" => 25_000, "seed" => 2012 }, scenario.to_record["pairs"])
    refute_includes @catalog.scenario("client/get").to_record.keys, "pairs"
    assert_same @catalog.scenario("client/get"), @catalog.scenario("client/get").over(1)
  end

  def test_the_record_makes_the_scenario_again
    scenario = @catalog.scenario("client/set-pairs")
    pairs = Cachemark::Catalog::Pairs.recorded(scenario.to_record["pairs"])

    assert_equal scenario, Cachemark::Catalog::Scenario.recorded(scenario.id, scenario.to_record, pairs: pairs)
  end

  def test_keys_have_the_published_lengths
    keys = @catalog.scenario("client/multiget").keys.transform_values(&:bytesize)
    assert_equal({ "k1" => 5, "k2" => 96, "k3" => 160, "k4" => 48, "k5" => 56, "k6" => 200 }, keys)
  end

  def test_every_write_says_its_ttl
    @catalog.scenarios.each_value do |scenario|
      writes = (scenario.prelude + scenario.steps).select { |step| %w[set write].include?(step["op"]) }
      assert_equal [scenario.ttl], writes.map { |step| step["ttl"] }.uniq, scenario.id if writes.any?
    end
  end

  def test_plain_means_raw_in_every_call
    %w[client/set-plain client/get-plain].each do |id|
      assert(@catalog.scenario(id).steps.all? { |step| step["raw"] }, id)
    end
  end

  def test_the_published_keys_end_in_the_rows_name
    published = @catalog.scenario("store/big-read-multi").as_published("memcached_store_disable_binary")
    assert_equal 236, published.keys["long6"].bytesize
    assert_equal 17, @catalog.scenario("store/big-read-multi").keys["long1"].bytesize - 5
  end

  def test_published_programs_differed_among_themselves
    scenario = @catalog.scenario("client/multiget")
    steps = [nil, "versions"].map { |layout| scenario.as_published("dalli", layout: layout).steps.first }
    assert_equal [{ "keys" => "array" }, nil], steps.map { |step| step["published"] }
  end

  def test_the_form_of_a_layout_has_its_own_notes_and_the_steps_of_the_published_one
    forms = [nil, "versions"].map { |layout| @catalog.scenario("client/mixed").as_published("dalli", layout: layout) }
    assert_equal 1, forms.map(&:steps).uniq.size
    assert_equal [true, nil], [forms.last.steps.first.key?("ttl"), forms.last.steps.first["ttl"]]
    assert_match(/7 days/, forms.first.published_notes.join)
    refute_match(/7 days/, forms.last.published_notes.join)
  end

  def test_a_published_form_notes_what_it_does_not_reproduce
    notes = @catalog.scenario("store/big-read-multi").as_published("dalli_store").published_notes
    assert_match(/\ANot reproduced: .*14 of these keys/, notes.last)
  end

  def test_the_published_ttl_was_the_librarys_own
    step = @catalog.scenario("client/set").as_published("memcached").steps.first
    assert_equal [true, nil], [step.key?("ttl"), step["ttl"]]
  end
end

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

class CatalogDealtScenarioTest < Minitest::Test
  include UserFile

  SHOP = <<~YAML
    kind: client
    seed: 7
    keys:
      product: { count: 40, bytes: 40, hit_ratio: 0.75, value: page, popularity: zipf-0.9 }
      visits: { text: visits }
    values:
      page: { kind: string, bytes: { 200: 60, 1k: 30, 20k: 10 }, compressible: 0.4 }
    steps:
      - { op: get, key: product }
      - { op: set, key: visits, value: page }
  YAML

  def test_a_file_deals_sizes_and_calls
    with_file(SHOP, name: "shop.yml") do |path|
      scenario = Cachemark::Catalog.load.scenario(path)

      assert_equal [501, 7, 0.75], [scenario.calls, scenario.seed, scenario.hit_ratio]
      assert_equal [200, 1_000, 20_000], scenario.values.values.map { |spec| spec["bytes"] }.sort
      assert_equal [0.4], scenario.values.values.map { |spec| spec["compressible"] }.uniq
      assert_equal({ "hit_ratio" => 0.75, "seed" => 7 }, scenario.to_record.slice("hit_ratio", "seed", "parameters"))
    end
  end

  def test_a_call_of_all_keys_at_once_has_no_popularity
    assert_match(%r{/steps/0 takes all keys of product at once}, usage_of(SHOP.sub("op: get, key", "op: get_multi, key")))
  end

  def test_the_form_over_a_set_is_checked_without_being_used
    form = "set_form:\n  keys: { k: { count: 2, bytes: 9 } }\n  steps: [{ op: get, key: j }]\n"
    assert_match(%r{/set_form/0/key names "j"|/set_form/steps/0/key names "j"}, usage_of(SHOP + form))
  end

  def test_an_id_has_no_comma
    assert_match(%r{/id is "a,b"; it must be a name without a comma}, usage_of("id: \"a,b\"\n#{SHOP}"))
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

  def test_names_what_always_waits_for_its_reply
    quiet = PAIRS.sub("kind: client", "kind: client\nwrap: quiet")

    assert_equal "mine.yml:7: /steps/1/op is \"get\", which always waits for its reply\n" \
                 "A quiet block has set, delete, add, incr and decr.", usage_of(quiet)
    assert_equal "quiet", Cachemark::Catalog.load.scenario("client/quiet-delete").wrap
    assert_match(/initial does not go together with wrap: quiet/,
                 usage_of(SCENARIO.sub(/^steps:.*/m, "wrap: quiet\nsteps:\n  - { op: incr, key: users, initial: 1 }\n")))
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
    assert_equal "mine.yml:6: /steps/1 makes k2 longer in each iteration\nput { op: set, key: k2, value: v, raw: true } " \
                 "before it in steps (the prelude runs once per block)",
                 usage_of(GROWING.sub("append, key: k1", "append, key: k2"))
    assert_match(%r{/steps/1/raw must be true: append puts bytes to bytes}, usage_of(GROWING.sub(/, raw: true }\n\z/, " }\n")))
  end

  BULK = <<~YAML
    kind: store
    ttl: 60
    keys: { page: { count: 5, bytes: 20, value: [long, short] }, k: { text: one } }
    values: { short: { kind: string, text: "s" }, long: { kind: array, items: 9 } }
    steps:
      - { op: write_multi, keys: [page, k], value: [short, long] }
      - { op: fetch_multi, keys: [page], value: short, raw: true }
      - { op: fetch_multi, keys: [page] }
      - { op: delete_multi, keys: [page] }
      - { op: fetch, key: k, value: short, race_condition_ttl: 10 }
  YAML

  def test_several_values_are_dealt_to_the_keys_in_turn
    with_file(BULK) do |path|
      scenario = Cachemark::Catalog.load.scenario(path)
      pages = Array.new(5) { |at| "page#{at + 1}" }
      race = { "op" => "fetch", "race_condition_ttl" => 10, "ttl" => 60, "key" => "k", "value" => "short" }
      assert_equal [{ "op" => "write_multi", "ttl" => 60, "keys" => [*pages, "k"], "values" => %w[short long] * 3 },
                    { "op" => "fetch_multi", "raw" => true, "ttl" => 60, "keys" => pages, "values" => %w[short] * 5 },
                    { "op" => "fetch_multi", "keys" => pages }, { "op" => "delete_multi", "keys" => pages }, race], scenario.steps
      assert_equal %w[long short long short long], scenario.prelude.map { |step| step["value"] }
      assert_equal 5, scenario.calls
    end
  end

  def test_a_call_with_many_keys_is_the_effort_of_several
    with_file(BULK.sub("count: 5", "count: 500")) do |path|
      assert_in_delta 50.1 + 50 + 50 + 50 + 1, Cachemark::Catalog.load.scenario(path).effort
    end
    with_file(BULK) { |path| assert_equal 5, Cachemark::Catalog.load.scenario(path).effort }
  end

  def test_names_what_is_wrong_with_several_keys
    {
      ["[page, k]", "[page, k, page]"] => "mine.yml:6: /steps/0 names page1 twice in one call",
      ["[short, long]", "[short, shor]"] =>
        "mine.yml:6: /steps/0/value is \"shor\", which is not among values\nDid you mean short?",
      ["fetch, key: k, value: short", "fetch, key: k"] =>
        "mine.yml:10: /steps/4/race_condition_ttl belongs to a store's fetch with a value",
      ["race_condition_ttl", "ttl: 0, race_condition_ttl"] =>
        "mine.yml:10: /steps/4/race_condition_ttl does nothing, as the value never expires\ngive the step a ttl"
    }.each { |(from, to), message| assert_equal message, usage_of(BULK.sub(from, to)) }
  end

  STAMPEDE = <<~YAML
    kind: client
    ttl: 600
    stampede: { workers: 8, ttl: 2, compute_ms: 50 }
    keys: { page: { count: 2, bytes: 20 } }
    values: { page: { kind: string, bytes: 9 } }
    steps:
      - { op: fetch, keys: [page], value: page }
  YAML

  # The value of each step lives shortly.
  def test_a_scenario_can_be_a_stampede
    with_file(STAMPEDE) do |path|
      scenario = Cachemark::Catalog.load.scenario(path)

      assert_equal [600, 600], scenario.steps.map { |step| step["ttl"] }
      assert_equal [2, 2], scenario.expiring.steps.map { |step| step["ttl"] }
      assert_empty scenario.expiring.prelude
      assert_equal({ "workers" => 8, "ttl" => 2, "compute_ms" => 50 }, scenario.to_record["stampede"])
      refute Cachemark::Catalog.load.scenario("client/fetch").to_record.key?("stampede")
    end
  end

  def test_names_what_is_wrong_with_a_stampede
    {
      ["op: fetch, keys: [page], value: page", "op: fetch, keys: [page]"] =>
        "mine.yml:3: /stampede needs steps that compute the value of one key, and fetch does not",
      ["op: fetch,", "op: set,"] => "mine.yml:3: /stampede needs steps that compute the value of one key, and set does not",
      ["kind: client", "kind: client\nwrap: local_cache"] => "mine.yml:4: /stampede does not go together with wrap"
    }.each { |(from, to), message| assert_equal message, usage_of(STAMPEDE.sub(from, to)) }
    assert_match %r{mine.yml:3: /stampede/ttl }, usage_of(STAMPEDE.sub("ttl: 2", "ttl: 1"))
    assert_match %r{mine.yml:3: /stampede/workers }, usage_of(STAMPEDE.sub("workers: 8", "workers: 1"))
  end

  def test_names_the_step_that_is_wrong
    assert_equal "mine.yml:9: /steps/0/op is \"read\", not an operation of a client scenario\n" \
                 "There are: #{Cachemark::Vocabulary::Operations.of("client").sort.join(", ")}.",
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
  def problem(spec) = Cachemark::Catalog::Scenario::Reader::ValueTable.problem("v" => spec)

  def test_each_kind_needs_its_size
    assert_equal ["/values/v", "needs text or bytes"], problem("kind" => "string")
    assert_equal ["/values/v", "needs depth"], problem("kind" => "nested", "items" => 3)
    assert_nil problem("kind" => "binary", "hex" => "0408")
  end

  def test_a_number_cannot_contain_its_key
    assert_nil problem("kind" => "array", "items" => 1, "own" => true)
    assert_equal ["/values/v/own", "does not go together with number"], problem("kind" => "number", "number" => 1, "own" => true)
  end

  def test_refuses_what_takes_too_long_to_build
    assert_match(/a million items/, problem("kind" => "nested", "items" => 10, "depth" => 12).last)
  end

  def test_sizes_are_bytes_several_or_a_distribution
    [100, "10k", [100, "1k"], { "100" => 70, "1k" => 30 }, "etc"].each do |bytes|
      assert_nil problem("kind" => "string", "bytes" => bytes), bytes.inspect
    end
    assert_match(%r{/values/v/bytes must be bytes}, problem("kind" => "string", "bytes" => "etd").join(" "))
    assert_equal ["/values/v/compressible", "needs bytes"], problem("kind" => "string", "text" => "a", "compressible" => 1)
  end
end

class CatalogKeyTableTest < Minitest::Test
  def table(seed: 1, **specs) = Cachemark::Catalog::Scenario::KeyTable.new(specs.transform_keys(&:to_s), seed: seed)

  def test_expands_texts_and_sets
    found = table("k" => { "text" => "ab", "times" => 3, "suffix" => "_x" }, "s" => { "count" => 3, "bytes" => 8 })
    assert_equal "ababab_x", found.texts["k"]
    assert_equal %w[k s1 s2 s3], found.texts.keys
    assert_equal [8, 8, 8], found.texts.values.last(3).map(&:bytesize)
    assert_equal %w[s1 s2 s3], found.names("s")
    assert_nil found.names("t")
  end

  def test_generated_keys_depend_on_the_seed_only
    spec = { "s" => { "count" => 50, "bytes" => 32 } }
    assert_equal table(**spec).texts, table(**spec).texts
    refute_equal table(**spec).texts, table(seed: 2, **spec).texts
  end

  def test_generated_keys_are_unique_however_short
    assert_equal 1000, table("s" => { "count" => 1000, "bytes" => 2 }).texts.values.uniq.size
  end

  def test_the_first_share_of_a_set_is_populated
    _, there, absent = table("s" => { "count" => 10, "bytes" => 9, "hit_ratio" => 0.8, "value" => "v" }).populated.first
    assert_equal [8, %w[s9 s10]], [there.size, absent]
  end

  def test_a_set_with_popularity_is_called_in_the_order_of_its_sequence
    keys = table("s" => { "count" => 3, "bytes" => 9, "popularity" => "zipf-1" }, "k" => { "text" => "k" })

    assert_equal [500, %w[s1 s2 s3]], [keys.calls("s").size, keys.calls("s").uniq.sort]
    assert_equal [%w[k], true, false], [keys.calls("k"), keys.popular?("s"), keys.popular?("k")]
    assert_operator keys.calls("s").count("s1"), :>, keys.calls("s").count("s3")
  end

  def test_a_key_has_a_place_among_those_of_its_set_or_those_of_none
    keys = table("k2" => { "count" => 12, "bytes" => 9 }, "k" => { "text" => "k" }, "other" => { "text" => "o" })

    assert_equal [["k2", 10, 12], ["", 0, 2], ["", 1, 2]], %w[k211 k other].map { |name| keys.place(name) }
  end

  def test_finds_what_memcached_would_refuse
    assert_match(/251 bytes/, table("k" => { "text" => "k" * 251 }).problem.last)
    assert_match(/blank/, table("k" => { "text" => "a b" }).problem.last)
    assert_equal ["/keys/b", "is the same key as a"], table("a" => { "text" => "x" }, "b" => { "text" => "x" }).problem
    assert_equal ["/keys/k", "needs text or bytes"], table("k" => { "count" => 2 }).problem
    assert_match(/needs a count/, table("k" => { "text" => "k", "popularity" => "uniform" }).problem.last)
    assert_equal ["/keys/k", "needs 2 bytes for as many different keys"], table("k" => { "count" => 40, "bytes" => 1 }).problem
    assert_match(/needs a value/, table("k" => { "count" => 2, "bytes" => 4, "hit_ratio" => 0.5 }).problem.last)
    assert_nil table("k" => { "text" => "k" * 250 }).problem
  end
end
