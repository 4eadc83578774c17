# frozen_string_literal: true

require "test_helper"

class CatalogChecksTest < Minitest::Test
  ENTRY = { "client" => "ruby/memcached", "version" => "1.8.0", "options" => {}, "runtime" => "3.1", "bad" => 18, "of" => 286,
            "on" => "2026-11-27" }.freeze

  def test_exactly_this_contender_has_an_outcome
    contender = MadeRegistry.resolver.resolve("memcached@1.8.0")

    assert_equal({ "bad" => 18, "of" => 286, "on" => "2026-11-27" }, outcome(contender, "3.1.2"))
    assert_nil outcome(contender, "3.3.8")
    assert_nil outcome(MadeRegistry.resolver.resolve("memcached@1.8.0,binary=on"), "3.1.2")
    assert_nil outcome(contender.with(version: "1.7.2"), "3.1.2")
  end

  def test_an_option_that_is_typed_as_the_default_is_the_same
    assert outcome(MadeRegistry.resolver.resolve("memcached@1.8.0,binary=off"), "3.1.2")
  end

  # The published outcomes reach the cells of a run.
  def test_the_catalogue_has_published_outcomes
    published = Cachemark::Catalog.load.checks

    assert_kind_of Cachemark::Catalog::Checks, published
    refute_empty YAML.safe_load_file(File.join(Cachemark::ROOT, "catalog/checks/published.yml"))
  end

  private

  def outcome(contender, ruby)
    Cachemark::Catalog::Checks.new([ENTRY]).of(contender.with(surroundings: { "ruby" => ruby }))
  end
end
