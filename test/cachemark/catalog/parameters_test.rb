# frozen_string_literal: true

require "test_helper"

class CatalogParametersTest < Minitest::Test
  include UserFile

  def setup
    @catalog = Cachemark::Catalog.load
  end

  def test_a_scenario_with_parameters_has_one_notation
    scenario = @catalog.scenario("client/get,keys=10,size=10000")

    assert_equal ["client/get,size=10k,keys=10", "get,size=10k,keys=10", "client/get"],
                 [scenario.id, scenario.label, scenario.base]
    assert_same scenario, @catalog.scenario(scenario.id)
    assert_equal({ "size" => "10k", "keys" => "10" }, scenario.to_record["parameters"])
    refute_includes @catalog.scenario("client/get").to_record.keys, "parameters"
  end

  def test_the_record_makes_the_scenario_again
    scenario = @catalog.scenario("client/get,size=etc,keys=20,hit_ratio=0.5")

    assert_equal scenario, Cachemark::Catalog::Scenario.recorded(scenario.id, scenario.to_record)
  end

  def test_a_size_replaces_every_value_but_counters
    assert_equal({ "kind" => "string", "bytes" => 100 }, value("client/get,size=100"))
    assert_equal({ "kind" => "binary", "bytes" => 100 }, value("client/get-plain,size=100"))
    assert_equal({ "kind" => "number", "number" => 100 }, @catalog.scenario("store/mixed,size=100").values["hundred"])
    assert_equal({ "kind" => "string", "bytes" => 100, "compressible" => 0.5 }, value("client/get,size=100,compressible=50%"))
  end

  def test_several_sizes_are_dealt_to_the_keys
    steps = @catalog.scenario("client/set,keys=40,size=100:75+1k:25").steps
    other = @catalog.scenario("client/set,keys=40,size=100:75+1k:25,seed=2").steps

    assert_equal({ "value 100" => 30, "value 1000" => 10 }, steps.map { |step| step["value"].sub("empty", "value") }.tally)
    refute_equal(*[steps, other].map { |all| all.map { |step| step["value"] } })
    assert_equal [1, 2], %w[1 2].map { |seed| @catalog.scenario("client/set,keys=8,size=etc,seed=#{seed}").seed }
  end

  def test_keys_become_a_set_with_the_given_number_and_length
    assert_equal [10, [32]], [keys("client/get,keys=10").size, lengths("client/get,keys=10")]
    assert_equal [3, [100]], [keys("client/get,key_bytes=100").size, lengths("client/get,key_bytes=100")]
    assert_equal 500, @catalog.scenario("client/multiget,keys=500").steps.first["keys"].size
  end

  def test_the_asked_share_of_the_reads_finds_a_value
    model = ->(id) { Cachemark::Plan::Model.of(@catalog.scenario(id)).then { |one| [one.hits.first, one.misses.first] } }

    assert_equal [8, 2], model.call("client/get,keys=10,hit_ratio=0.8")
    assert_equal [450, 50], model.call("client/get,keys=100,hit_ratio=0.9,popularity=zipf-0.99")
    assert_equal [0, 3], model.call("client/get,hit_ratio=0")
    assert_equal [0.8, nil], ["client/get,hit_ratio=0.8", "client/get"].map { |id| @catalog.scenario(id).hit_ratio }
  end

  def test_a_ttl_is_that_of_every_write
    assert_equal [3600], @catalog.scenario("client/set,ttl=1h").steps.map { |step| step["ttl"] }.uniq
  end

  def test_a_published_form_has_no_parameters
    assert_empty @catalog.scenario("client/get,size=1k").published
  end

  def test_a_users_file_takes_parameters_too
    with_file(SCENARIO, name: "shop.yml") do |path|
      scenario = @catalog.scenario("#{path},keys=20,size=10")

      assert_equal ["shop,size=10,keys=20", 22], [scenario.id, scenario.calls]
      assert_same scenario, @catalog.scenario("shop,keys=20,size=10")
      assert_equal [scenario], @catalog.scenarios_for(["#{path},keys=20,size=10"])
    end
  end

  def test_a_glob_matches_the_scenarios_that_have_the_parameters
    assert_equal %w[client/get,keys=9 client/multiget,keys=9], @catalog.scenarios_for(["client/*get,keys=9"]).map(&:id)
    assert_match(/client.missing has no size/, refusal { @catalog.scenarios_for(["client/missing,size=9"]) })
  end

  REFUSED = {
    "client/get,sise=1" => /unknown parameter "sise"\nDid you mean size\?/,
    "client/get,size=" => /size must be bytes .* \(got ""\)/, "client/get,size=ten" => /size must be/,
    "client/get,size=1+1" => /size must be/, "client/get,size=1k,size=2k" => /size is given twice/,
    "client/get,keys=0" => /keys must be a number from 1 to 10000/, "client/get,ttl=5" => /ttl must be 0, or a time from 10s/,
    "client/get,hit_ratio=1.5" => /hit_ratio must be a share/, "client/get,popularity=zipf-0" => /popularity must be uniform/,
    "client/get,compressible=0.5" => /has no compressible: its values have no size/,
    "client/missing,size=10" => /has no size: it writes no value/, "client/mixed,keys=10" => /has no keys: it has no key set/,
    "client/set,hit_ratio=0.5" => /no key set has a value/, "client/multiget,popularity=uniform" => /all keys at once/,
    "client/get,keys=500,key_bytes=1" => /client.get,keys=500,key_bytes=1: item needs 2 bytes/,
    "client/get,key_bytes=1" => /client.get,key_bytes=1: k2 is the same key as k1/,
    "client/get-pairs,key_bytes=9" => /it has pairs/, "client/get,seed=2" => /no generated keys/
  }.freeze

  def test_refuses_what_a_scenario_has_not_and_values_that_are_none
    REFUSED.each { |text, why| assert_match(why, refusal { @catalog.scenario(text) }, text) }
  end

  private

  # The first value that is written.
  def value(id)
    scenario = @catalog.scenario(id)
    scenario.values.fetch((scenario.prelude + scenario.steps).find { |step| step["value"] }["value"])
  end

  def keys(id) = @catalog.scenario(id).keys
  def lengths(id) = keys(id).values.map(&:bytesize).uniq
  def refusal(&) = assert_raises(Cachemark::Usage, &).message
end
