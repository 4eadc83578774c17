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

  def test_values_are_checked
    assert_equal "mine.yml:7: /values/profile needs items", usage_of(SCENARIO.sub("kind: hash, items: 5", "kind: hash"))
  end
end
