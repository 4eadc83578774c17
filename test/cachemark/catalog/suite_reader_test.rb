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

  def test_a_suite_may_say_how_long_it_takes_and_do_without_the_reference
    with_file("#{SUITE}for: 90s\nreference: false\nlayout: gevent\n") do |path|
      suite = Cachemark::Catalog.load.suite(path)
      assert_equal [90.0, false, "gevent"], [suite.for_s, suite.reference, suite.layout]
    end
    assert_equal "mine.yml:5: /for is \"6\"; it must be a time, such as 40s, 2m or 1h",
                 usage_of("#{SUITE}for: '6'\n", kind: :suite)
  end

  def test_a_published_contender_may_have_been_another_in_other_modes
    said = "as_published:\n  contenders: [{ id: dalli, contender: 'dalli,protocol=binary', modes: ['threads-2,shared'] }]\n"
    with_file("#{SUITE}#{said}") do |path|
      published = Cachemark::Catalog.load.suite(path).published.first
      assert_equal ["dalli", "dalli,protocol=binary", ["threads-2,shared"]], [published.id, published.notation, published.modes]
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

  def test_modes_are_the_suites_or_an_entrys
    with_file("#{SUITE.sub("id: other", "id: other, modes: [sync]")}modes: [sync, \"gevent-02,shared\"]\n") do |path|
      suite = Cachemark::Catalog.load.suite(path)

      assert_equal [["sync", "gevent-02,shared"], ["sync"]], %w[dalli other].map { |id| suite.modes_of(id) }
    end
  end

  def test_what_is_no_mode_is_refused
    %w[threads 4-threads threads-0 threads-4,own].each do |mode|
      assert_includes usage_of("#{SUITE}modes: [\"#{mode}\"]\n", kind: :suite),
                      "/modes/0 is \"#{mode}\"; it must be sync, or NAME-N[,shared], such as threads-4"
    end
  end

  def test_what_is_said_of_the_published_run_is_held_to_the_schema_and_to_the_contenders
    {
      "one_server_twice: true" => "/as_published/one_server_twice is not known here",
      "memcached: [-m, 64]" => "/as_published/memcached/1 is 64; it must be text (put numbers in quotes)",
      "processes: two" => "/as_published/processes is \"two\"\nAllowed: one, each contender, each mode",
      "contenders: [{ id: dali }]" => "/as_published/contenders/0 names dali, which is not among contenders\nDid you mean dalli?"
    }.each { |said, message| assert_includes usage_of("#{SUITE}as_published:\n  #{said}\n", kind: :suite), message }
  end

  def test_the_published_contenders_have_an_order_and_headings_of_their_own
    said = "as_published:\n  contenders: [{ id: other, section: Once, note: Old. }, { id: dalli }]\n"
    with_file("#{SUITE}#{said}") do |path|
      published = Cachemark::Catalog.load.suite(path).published
      assert_equal [["other", "Once", "Old."], ["dalli", "dalli", nil]], published.map { |one| [one.id, one.section, one.note] }
    end
  end
end
