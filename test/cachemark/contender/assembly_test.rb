# frozen_string_literal: true

require "test_helper"

class ContenderAssemblyTest < Minitest::Test
  def resolve(text, **options) = MadeRegistry.resolver(**options).resolve(text)

  def test_pins_every_gem_exactly
    assert_equal({ "activesupport" => "7.1.6", "dalli" => "3.2.8" }, resolve("mem_cache_store@7.1.x,dalli=3.2.8").gems)
    assert_equal({ "memcached_store" => "2.3.4", "activesupport" => "7.2.4", "memcached" => "1.8.0" },
                 resolve("memcached_store").gems)
    assert_empty resolve("memcache-client@rails-2.2.2").gems
  end

  def test_the_notation_has_exact_versions
    assert_equal "mem_cache_store@7.1.6,dalli=3.2.15", resolve("mem_cache_store@7.1.x,dalli=3.x").notation
    assert_equal "dalli@2.7.11,kgio=off", resolve("dalli@2.7.11,kgio=off").notation
    assert_equal "memcache-client@rails-2.2.2,timeout=off", resolve("memcache-client@rails-2.2.2,timeout=off").notation
  end

  def test_a_release_for_another_ruby_says_which
    assert_equal ">= 3.3", resolve("dalli@5.3.2").requires_runtime
    assert_equal ">= 3.3", resolve("mem_cache_store,dalli=5.3.2").requires_runtime
    assert_nil resolve("dalli").requires_runtime
  end

  def test_says_what_must_be_patched_left_out_or_refused
    contender = resolve("dalli_store@2.7.2,activesupport=4.2.0")
    assert_equal [%w[bigdecimal], %w[json], nil], [contender.shims, contender.left_out, contender.refusal]
    assert_match(/needs activesupport < 6.0/, resolve("dalli_store,activesupport=6.1.7.10").refusal)
  end

  def test_a_contender_knows_its_language_release_and_library
    contender = resolve("pymemcache@4.x")

    assert_equal ["python", "trixie", { "pymemcache" => "4.0.0" }, "pymemcache@4.0.0"],
                 [contender.language.name, contender.release.suite, contender.gems, contender.notation]
    assert_equal({ "memcache" => "1.59" }, resolve("python-memcached").gems)
    assert_empty resolve("python/socket").gems
  end

  def test_conditions_know_the_version_of_the_runtime
    condition = Cachemark::Catalog::Condition.of("python" => "< 3")
    refusals = [Cachemark::Catalog::Client::Refusal.new(reason: "too old", condition: condition)]
    client = Cachemark::Catalog.load.client("python/socket").with(refusals: refusals)
    catalog = Cachemark::Catalog.load.tap { |made| made.define_singleton_method(:client) { |_name| client } }
    resolver = Cachemark::Contender::Resolver.new(catalog: catalog, versions: nil, runtime: MadeRegistry::Runtime.new("3.1.2"))

    assert_equal([nil, "too old"], ["", ",python=python2.7"].map { |more| resolver.resolve("python/socket#{more}").refusal })
  end

  def test_the_ruby_may_be_the_reason_to_refuse
    %w[memcached memcached@1.7.2 memcached_rails memcached_store].each do |text|
      assert_nil resolve(text).refusal, text
      assert_match(/does not compile on Ruby 3\.3/, resolve(text, ruby: "3.3.8").refusal, text)
    end
    assert_nil resolve("dalli", ruby: "3.3.8").refusal
  end
end
