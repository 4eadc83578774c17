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

  def test_what_is_allowed_is_listed_or_of_many_words_the_nearest
    many = Array.new(40) { |at| "word-#{at}" }
    try = lambda { |words, data| fault("type" => "enum", "schema" => { "enum" => words }, "data" => data).try }
    assert_equal "Allowed: end, reset", try.call(%w[end reset], "ende")
    assert_match(/\ADid you mean word-1.*\?\z/, try.call(many, "wrd-1"))
    assert_equal "Allowed: #{many.join(", ")}", try.call(many, nil)
    assert_equal "Allowed: true", fault("type" => "const", "schema" => { "const" => true }, "data" => false).try
  end

  def test_what_stands_there_twice_or_too_often_is_told
    assert_equal "names something twice", fault("type" => "uniqueItems", "schema" => {}, "data" => [1, 1]).what
    assert_equal "has too many entries, at most 1", fault("type" => "maxProperties", "schema" => { "maxProperties" => 1 }).what
  end

  def test_a_shape_is_put_into_words
    found = fault("type" => "object", "schema" => { "type" => "object" }, "data" => "x")
    assert_equal "is \"x\"; it must be a mapping (name: value)", found.what
    assert_nil found.try
  end
end
