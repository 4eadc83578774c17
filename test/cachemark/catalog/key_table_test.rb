# frozen_string_literal: true

require "test_helper"

class CatalogKeyTableTest < Minitest::Test
  def table(seed: 1, **specs) = Cachemark::Catalog::KeyTable.new(specs.transform_keys(&:to_s), seed: seed)

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

  def test_finds_what_memcached_would_refuse
    assert_match(/251 bytes/, table("k" => { "text" => "k" * 251 }).problem.last)
    assert_match(/blank/, table("k" => { "text" => "a b" }).problem.last)
    assert_equal ["/keys/b", "is the same key as a"], table("a" => { "text" => "x" }, "b" => { "text" => "x" }).problem
    assert_equal ["/keys/k", "needs text or bytes"], table("k" => { "count" => 2 }).problem
    assert_match(/needs a value/, table("k" => { "count" => 2, "bytes" => 4, "hit_ratio" => 0.5 }).problem.last)
    assert_nil table("k" => { "text" => "k" * 250 }).problem
  end
end
