# frozen_string_literal: true

require "test_helper"

class CatalogSuiteReaderTest < Minitest::Test
  include UserFile

  def test_reads_a_users_suite
    with_file(SUITE) do |path|
      suite = Cachemark::Catalog.load.suite(path)
      assert_equal ["mine", %w[dalli other], %w[client/get client/mixed]], [suite.id, suite.contenders.map(&:id), suite.scenarios]
      assert_equal({ "namespace" => "a,b" }, suite.entry("other").options)
    end
  end

  def test_a_suite_names_scenario_files_from_where_it_lies
    with_file(SUITE.sub("client/get", "shop.yml")) do |path|
      File.write(File.join(File.dirname(path), "shop.yml"), SCENARIO)
      catalog = Cachemark::Catalog.load
      assert_equal %w[shop client/mixed], catalog.suite(path).scenarios
      assert_equal 12, catalog.scenario("shop").calls
    end
  end

  def test_names_the_entry_that_is_wrong
    {
      ["- dalli\n", "- dali\n"] => "mine.yml:3: /contenders/0 unknown client: dali\nDid you mean dalli?",
      ["client/get", "client/gett"] =>
        "mine.yml:1: /scenarios/0 no scenario matches client/gett\nDid you mean client/get, client/set?",
      ["id: other", "id: dalli"] => "mine.yml:4: /contenders/1 is a second dalli\nGive it an id of its own.",
      ["contender: dalli", "contendr: dalli"] => "mine.yml:4: /contenders/1/contendr is not known here\nDid you mean contender?",
      ["\"a,b\"", "3"] => "mine.yml:4: /contenders/1/options/namespace is 3; it must be text (put on, off and numbers in quotes)"
    }.each { |(from, to), message| assert_equal message, usage_of(SUITE.sub(from, to), kind: :suite) }
  end
end
