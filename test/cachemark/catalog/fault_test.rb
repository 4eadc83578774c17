# frozen_string_literal: true

require "test_helper"

class CatalogFaultTest < Minitest::Test
  def fault(error) = Cachemark::Catalog::Fault.new(error, { "properties" => { "kind" => {}, "keys" => {} } })

  def test_an_unknown_part_suggests_its_neighbours
    found = fault("type" => "schema", "data_pointer" => "/kin", "schema_pointer" => "/additionalProperties")
    assert_equal ["/kin", "is not known here", "Did you mean kind?"], [found.pointer, found.what, found.try]
  end

  def test_a_limit_is_named
    assert_equal "must be at least 1", fault("type" => "minimum", "schema" => { "minimum" => 1 }, "data" => 0).what
  end

  def test_a_shape_is_put_into_words
    found = fault("type" => "object", "schema" => { "type" => "object" }, "data" => "x")
    assert_equal "is \"x\"; it must be a mapping (name: value)", found.what
    assert_nil found.try
  end
end
