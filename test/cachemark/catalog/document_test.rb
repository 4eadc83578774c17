# frozen_string_literal: true

require "test_helper"

class CatalogDocumentTest < Minitest::Test
  def document(text) = Cachemark::Catalog::Document.new("f.yml", text)

  def refusal(text) = assert_raises(Cachemark::Usage) { document(text) }.message

  def test_a_fault_names_file_line_and_path
    error = document("a: 1\nb:\n  - c: 2\n").problem("/b/0/c", "is wrong", try: "Try that.")
    assert_equal "f.yml:3: /b/0/c is wrong\nTry that.", error.message
  end

  def test_a_fault_without_a_remedy_says_where_one_learns_what_can_stand_there
    assert_match(%r{\nsee guides/}, document("a: 1\n").problem("/a", "is wrong").message)
    assert_path_exists File.expand_path("../../../guides/own-workloads.md", __dir__)
  end

  def test_a_path_that_is_not_there_has_the_line_above
    assert_equal 2, document("a: 1\nb: {}\n").line("/b/lacking")
  end

  def test_refuses_a_key_that_stands_there_twice
    assert_equal "f.yml:3: /b/c appears twice\nremove one of them", refusal("b:\n  c: 1\n  c: 2\n")
  end

  def test_refuses_objects_and_broken_yaml
    assert_match(/is not plain YAML: .*Object/, refusal("a: !ruby/object:Object {}\n"))
    assert_match(/\Af.yml:1: is not plain YAML/, refusal("a: b: c\n"))
    assert_match(/is not UTF-8/, refusal("a: \xff\n"))
  end

  def test_an_absent_file_is_named
    error = assert_raises(Cachemark::Usage) { Cachemark::Catalog::Document.read("/nowhere/f.yml") }
    assert_match(%r{\A/nowhere/f.yml: cannot be read \(No such file}, error.message)
  end

  def test_aliases_are_resolved
    assert_equal({ "a" => [1], "b" => [1] }, document("a: &x [1]\nb: *x\n").data)
  end
end

class CatalogDocumentLinesTest < Minitest::Test
  def test_finds_the_line_of_every_part_and_tells_of_twins
    twins = []
    root = Psych.parse("a:\n  - b: 1\n  - 2\n\"c/d\": 3\na: 4\n").root
    lines = Cachemark::Catalog::Document::Lines.of(root) { |pointer, line| twins << [pointer, line] }
    assert_equal [2, 2, 3, 4], lines.values_at("/a/0", "/a/0/b", "/a/1", "/c~1d")
    assert_equal [["/a", 5]], twins
  end
end
