# frozen_string_literal: true

require "test_helper"

class CatalogSchemaTest < Minitest::Test
  include UserFile

  def test_says_what_is_allowed
    {
      ["kind: client", "kind: clint"] => "mine.yml:1: /kind is \"clint\"\nAllowed: client, store",
      ["op: get,", "opp: get,"] => "mine.yml:9: /steps/0/opp is not known here\nDid you mean op?",
      ["bytes: 40", "bytes: 400"] => "mine.yml:4: /keys/users/bytes must be at most 250",
      ["bytes: 40", "bytes: forty"] => "mine.yml:4: /keys/users/bytes is \"forty\"; it must be a whole number",
      ["steps:", "stps:"] => "mine.yml:8: /stps is not known here\nDid you mean steps?",
      ["ttl: 60", "ttl: -1"] => "mine.yml:2: /ttl must be at least 0"
    }.each { |(from, to), message| assert_equal message, usage_of(SCENARIO.sub(from, to)) }
  end

  def test_says_what_is_missing
    assert_match(/\Amine.yml:1: the file needs steps\nKnown here: id, /, usage_of(SCENARIO.lines.first(7).join))
  end

  def test_refuses_an_empty_file_and_a_list
    assert_equal "mine.yml:1: the file is empty; it must be a scenario", usage_of("")
    assert_equal "mine.yml:1: the file is [1]; it must be a mapping (name: value)", usage_of("- 1\n")
  end

  def test_adds_what_the_caller_knows_of_a_part
    schema = Cachemark::Catalog::Schema.new("#{Cachemark::ROOT}/catalog", "fault")
    document = Cachemark::Catalog::Document.new("mine.yml", "repeats: {at}\n")
    error = assert_raises(Cachemark::Usage) { schema.check(document, { "repeats" => 0 }) { |pointer| " in #{pointer}" } }

    assert_match(%r{\Amine.yml:1: /repeats must be at least 1 in /repeats\nsee guides/adding}, error.message)
  end
end

class CatalogFaultTest < Minitest::Test
  def problem(error) = Cachemark::Catalog::Schema::Problem.new(error, { "properties" => { "kind" => {}, "keys" => {} } })

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
