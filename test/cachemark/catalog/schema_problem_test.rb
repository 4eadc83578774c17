# frozen_string_literal: true

require "test_helper"

class CatalogFaultTest < Minitest::Test
  def problem(error) = Cachemark::Catalog::SchemaProblem.new(error, { "properties" => { "kind" => {}, "keys" => {} } })

  def test_an_unknown_part_suggests_its_neighbours
    found = problem("type" => "schema", "data_pointer" => "/kin", "schema_pointer" => "/additionalProperties")
    assert_equal ["/kin", "is not known here", "Did you mean kind?"], [found.pointer, found.what, found.try]
  end

  def test_a_limit_is_named
    assert_equal "must be at least 1", problem("type" => "minimum", "schema" => { "minimum" => 1 }, "data" => 0).what
  end

  def test_what_is_allowed_is_listed_or_of_many_words_the_nearest
    many = Array.new(40) { |at| "word-#{at}" }
    try = lambda { |words, data| problem("type" => "enum", "schema" => { "enum" => words }, "data" => data).try }
    assert_equal "Allowed: end, reset", try.call(%w[end reset], "ende")
    assert_match(/\ADid you mean word-1.*\?\z/, try.call(many, "wrd-1"))
    assert_equal "Allowed: #{many.join(", ")}", try.call(many, nil)
    assert_equal "Allowed: true", problem("type" => "const", "schema" => { "const" => true }, "data" => false).try
  end

  def test_what_stands_there_twice_or_too_often_is_told
    assert_equal "names something twice", problem("type" => "uniqueItems", "schema" => {}, "data" => [1, 1]).what
    assert_equal "has too many entries, at most 1", problem("type" => "maxProperties", "schema" => { "maxProperties" => 1 }).what
  end

  def test_a_shape_is_put_into_words
    found = problem("type" => "object", "schema" => { "type" => "object" }, "data" => "x")
    assert_equal "is \"x\"; it must be a mapping (name: value)", found.what
    assert_nil found.try
  end
end
