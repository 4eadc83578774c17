# frozen_string_literal: true

require "test_helper"

class CatalogDocumentTest < Minitest::Test
  def document(text) = Cachemark::Catalog::Document.new("f.yml", text)

  def refusal(text) = assert_raises(Cachemark::Usage) { document(text) }.message

  def test_a_fault_names_file_line_and_path
    error = document("a: 1\nb:\n  - c: 2\n").problem("/b/0/c", "is wrong", try: "Try that.")
    assert_equal "f.yml:3: /b/0/c is wrong\nTry that.", error.message
  end

  def test_a_problem_without_a_remedy_names_the_guide
    assert_match(%r{\nsee guides/}, document("a: 1\n").problem("/a", "is wrong").message)
    assert_path_exists File.expand_path("../../../guides/own-workloads.md", __dir__)
  end

  def test_a_path_that_is_not_there_has_the_line_above
    assert_equal 2, document("a: 1\nb: {}\n").line("/b/lacking")
  end

  def test_refuses_a_key_that_appears_twice
    assert_equal "f.yml:3: /b/c appears twice\nremove one of them", refusal("b:\n  c: 1\n  c: 2\n")
  end

  def test_refuses_objects_and_broken_yaml
    assert_match(/is not plain YAML: .*Object/, refusal("a: !ruby/object:Object {}\n"))
    assert_match(/\Af.yml:1: is not plain YAML/, refusal("a: b: c\n"))
    assert_match(/is not UTF-8/, refusal("a: \xff\n"))
  end

  def test_the_hint_belongs_to_the_mistake
    { "a: {b: 1\n" => "close the { with a }, and separate its parts by commas",
      "a: [1\nb: 2\n" => "close the [ with a ], and separate its parts by commas",
      "a:\n\t- 1\n" => "indent with spaces", "a: b\n\tc: 1\n" => "indent with spaces", "a: 'x" => "close the quotation mark",
      "a:\n  - b\n c: 1\n" => "indent the parts of a list or mapping alike",
      "a: *b\n" => "begin the value that it names with & and that name",
      "a: !ruby/object:Object {}\n" => "remove the tag that begins with !",
      "a: b: c\n" => "quote text that contains \": \" or starts with @" }.each do |text, hint|
      assert_equal hint, refusal(text).lines.last, text
    end
  end

  def test_an_absent_file_is_named
    error = assert_raises(Cachemark::Usage) { Cachemark::Catalog::Document.read("/nowhere/f.yml") }
    assert_match(%r{\A/nowhere/f.yml: cannot be read \(No such file}, error.message)
  end

  def test_refuses_an_alias_to_a_part_that_contains_it
    assert_equal "f.yml:1: /keys/0 is *a, which contains it\nwrite the value out", refusal("keys: &a [*a]\n")
    assert_match(%r{\Af.yml:3: /b/c/0 is \*x}, refusal("a: 1\nb: &x\n  c: [*x]\n"))
  end

  # Few bytes that would fill the memory or the stack.
  def test_refuses_more_values_than_a_person_means
    bomb = (1..9).map { |level| "a#{level}: &a#{level} [#{(["*a#{level - 1}"] * 10).join(", ")}]\n" }.join

    assert_equal "f.yml:1: the file has more than 100000 values\nwrite fewer aliases", refusal("a0: &a0 [x, x]\n#{bomb}")
    assert_match(/\Af.yml: is nested too deeply\n/, refusal("- " * 30_000))
  end

  def test_refuses_a_second_document
    assert_equal "f.yml:3: a second document begins here\nput it into another file", refusal("a: 1\n\n---\nb: 2\n")
  end

  def test_refuses_numbers_that_are_not_finite
    assert_equal "f.yml:2: /b/0 is NaN; it must be a finite number\nwrite a number", refusal("a: 1\nb: [.nan]\n")
    assert_match(%r{\Af.yml:1: /a is -Infinity; }, refusal("a: -.inf\n"))
  end

  def test_whole_floats_become_integers
    data = document("a: 60.0\nb: [{ c: 2.0 }, 0.5, -1.0e+2]\n").data

    assert_equal [60, { "c" => 2 }, 0.5, -100], data.values.flatten
    assert_equal [Integer, Integer, Float, Integer], [data["a"], data["b"][0]["c"], *data["b"].drop(1)].map(&:class)
  end

  def test_refuses_what_yaml_reads_as_no_text
    { "2020-01-01" => "a date", "2020-01-01 10:00:00" => "a time", ":word" => "a symbol" }.each do |text, what|
      assert_equal "f.yml:2: /b/summary is #{what}\nput it in quotes", refusal("b:\n  summary: #{text}\n")
    end
  end

  def test_aliases_are_resolved
    assert_equal({ "a" => [1], "b" => [1] }, document("a: &x [1]\nb: *x\n").data)
  end
end

class CatalogDocumentLinesTest < Minitest::Test
  def test_finds_the_line_of_every_part_and_reports_duplicate_keys
    duplicates = []
    root = Psych.parse("a:\n  - b: 1\n  - 2\n\"c/d\": 3\na: 4\n").root
    lines = Cachemark::Catalog::Document::Lines.of(root) { |pointer, line| duplicates << [pointer, line] }
    assert_equal [2, 2, 3, 4], lines.values_at("/a/0", "/a/0/b", "/a/1", "/c~1d")
    assert_equal [["/a", 5]], duplicates
  end
end

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

  def test_names_the_guide_where_no_value_can_be_proposed
    with_file(SCENARIO.sub("ttl: 60", "ttl: -1")) do |path|
      assert_equal "see guides/own-workloads.md", assert_raises(Cachemark::Usage) { Cachemark::Catalog.load.scenario(path) }.try
    end
  end

  def test_says_what_is_missing
    assert_match(/\Amine.yml:1: the file needs steps\nKnown here: id, /, usage_of(SCENARIO.lines.first(7).join))
  end

  def test_refuses_an_empty_file_and_a_list
    assert_equal "mine.yml:1: the file is empty; it must be a scenario", usage_of("")
    assert_equal "mine.yml:1: the file is [1]; it must be a mapping (name: value)", usage_of("- 1\n")
  end

  def test_adds_what_the_caller_knows_of_a_part
    schema = Cachemark::Catalog::Document::Schema.new("#{Cachemark::ROOT}/catalog", "fault")
    document = Cachemark::Catalog::Document.new("mine.yml", "repeats: {at}\n")
    error = assert_raises(Cachemark::Usage) { schema.check(document, { "repeats" => 0 }) { |pointer| " in #{pointer}" } }

    assert_match(%r{\Amine.yml:1: /repeats must be at least 1 in /repeats\nsee contributing/fault}, error.message)
  end
end

class CatalogFaultTest < Minitest::Test
  def problem(error)
    Cachemark::Catalog::Document::Schema::Problem.new(error, { "properties" => { "kind" => {}, "keys" => {} } })
  end

  def test_an_unknown_part_suggests_similar_names
    found = problem("type" => "schema", "data_pointer" => "/kin", "schema_pointer" => "/additionalProperties")
    assert_equal ["/kin", "is not known here", "Did you mean kind?"], [found.pointer, found.what, found.try]
  end

  def test_a_limit_is_named
    assert_equal "must be at least 1", problem("type" => "minimum", "schema" => { "minimum" => 1 }, "data" => 0).what
  end

  def test_lists_the_allowed_words_or_suggests_the_nearest
    many = Array.new(40) { |at| "word-#{at}" }
    try = lambda { |words, data| problem("type" => "enum", "schema" => { "enum" => words }, "data" => data).try }
    assert_equal "Allowed: end, reset", try.call(%w[end reset], "ende")
    assert_match(/\ADid you mean word-1.*\?\z/, try.call(many, "wrd-1"))
    assert_equal "Allowed: #{many.join(", ")}", try.call(many, nil)
    assert_equal "Allowed: true", problem("type" => "const", "schema" => { "const" => true }, "data" => false).try
  end

  def test_refuses_duplicates_and_too_many_entries
    assert_equal "names something twice", problem("type" => "uniqueItems", "schema" => {}, "data" => [1, 1]).what
    assert_equal "has too many entries, at most 1", problem("type" => "maxProperties", "schema" => { "maxProperties" => 1 }).what
  end

  def test_a_shape_is_put_into_words
    found = problem("type" => "object", "schema" => { "type" => "object" }, "data" => "x")
    assert_equal "is \"x\"; it must be a mapping (name: value)", found.what
    assert_nil found.try
  end

  def test_a_long_value_is_cut_visibly
    found = problem("type" => "string", "schema" => { "type" => "string" }, "data" => ["word"] * 20)

    assert_equal "is [\"word\", \"word\", \"word\", \"word\", \"word\",...; it must be text", found.what
  end
end
