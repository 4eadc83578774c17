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

  def test_a_layouts_form_has_notes_of_its_own_and_takes_the_rest_from_the_published_one
    forms = [nil, "versions"].map { |layout| @catalog.scenario("client/mixed").as_published("dalli", layout: layout) }
    assert_equal 1, forms.map(&:steps).uniq.size
    assert_equal [true, nil], [forms.last.steps.first.key?("ttl"), forms.last.steps.first["ttl"]]
    assert_match(/7 days/, forms.first.published_notes.join)
    refute_match(/7 days/, forms.last.published_notes.join)
  end

  def test_what_the_published_form_does_not_reproduce_is_said
    notes = @catalog.scenario("store/big-read-multi").as_published("dalli_store").published_notes
    assert_match(/\ANot reproduced: .*14 of these keys/, notes.last)
  end

  def test_the_published_ttl_was_the_librarys_own
    step = @catalog.scenario("client/set").as_published("memcached").steps.first
    assert_equal [true, nil], [step.key?("ttl"), step["ttl"]]
  end
end
