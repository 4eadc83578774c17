# frozen_string_literal: true

require "test_helper"

class ContenderNotationTest < Minitest::Test
  def parse(text) = Cachemark::Contender::Notation.parse(text)

  def refusal(text) = assert_raises(Cachemark::Usage, text) { parse(text) }.message

  def test_takes_client_version_and_options_apart
    notation = parse("dalli@3.2.8,protocol=meta,timeout=off")
    assert_equal ["dalli", "3.2.8", { "protocol" => "meta", "timeout" => "off" }],
                 [notation.client, notation.version, notation.options]
    assert_equal ["dalli", nil, {}], [parse("dalli").client, parse("dalli").version, parse("dalli").options]
  end

  def test_folders_and_refs_are_versions
    assert_equal "path:../dalli", parse("dalli@path:../dalli").version
    assert_equal ["git:main", "/src/dalli"],
                 [parse("dalli@git:main,repo=/src/dalli").version, parse("dalli@git:main,repo=/src/dalli").options["repo"]]
  end

  def test_a_range_is_one_only_between_versions
    assert parse("dalli@3.2.0..3.2.8").range?
    refute parse("dalli@path:../dalli").range?
    refute parse("dalli@3.2.8").range?
  end

  def test_empty_parts_are_refused
    {
      "" => "the word is empty", "@1" => "names no client", ",a=b" => "names no client",
      "dalli@" => "a version must follow @", "dalli," => "an option must follow", "dalli,,a=b" => "an option must follow",
      "dalli,protocol=" => "needs a name and a value", "dalli,=meta" => "needs a name and a value",
      "dalli,protocol" => "is no OPTION=VALUE", "dalli,a=1,a=2" => "a is given twice"
    }.each do |text, what|
      assert_includes refusal(text), what
      assert_operator refusal(text).lines.size, :<=, 3
    end
  end

  def test_brackets_quotes_and_blanks_are_refused
    ["dalli[x=y]", "dalli 3", "'dalli'", "dalli@3\"", "dalli*", "dalli\t", "da\nlli"].each do |text|
      assert_includes refusal(text), "has no place in a contender"
    end
  end

  def test_a_value_with_a_comma_goes_into_a_suite_file
    assert_match(/cannot hold a comma here.*\n.*suite file/, refusal("dalli,namespace=a,b"))
  end

  def test_can_be_written_again
    assert_equal "dalli@4.3.10,protocol=meta", parse("dalli@newest,protocol=meta").rewritten("4.3.10", { "protocol" => "meta" })
  end
end
