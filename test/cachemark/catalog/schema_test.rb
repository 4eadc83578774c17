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
