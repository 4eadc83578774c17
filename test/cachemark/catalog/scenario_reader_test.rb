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
