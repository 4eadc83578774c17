# frozen_string_literal: true

require "test_helper"

class CatalogValueTableTest < Minitest::Test
  def problem(spec) = Cachemark::Catalog::ValueTable.problem("v" => spec)

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
