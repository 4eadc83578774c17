# frozen_string_literal: true

require "test_helper"

class CatalogSuiteTest < Minitest::Test
  FIXTURES = File.expand_path("../../fixtures/classic", __dir__)

  def setup
    @catalog = Cachemark::Catalog.load
  end

  def test_classic_and_its_old_form_are_document_003_row_by_row
    document = File.read("#{FIXTURES}/003.txt").lines.grep(/\) *$/).grep(/\A\w+:\w/).map { |line| line[/\A\S+/] }
    assert_equal 74, document.size
    assert_equal document, labels(@catalog.suite("classic"), &:published)
    assert_equal document, labels(@catalog.suite("classic-2015"), &:published)
  end

  def test_versions_has_the_rows_of_documents_000_and_001
    { "000" => "dalli@0.9.4", "001" => "memcache-client@1.6.5" }.each do |number, id|
      text = File.read("#{FIXTURES}/#{number}.txt")
      published = text.scan(/^ *([a-z]+:\w+:\S+) +\d/).flatten.last(7).map { |label| label.sub(/[^:]+\z/, id[/\A[^@]+/]) }
      assert_equal published, labels(@catalog.suite("versions")) { |entry| entry.id == id }
    end
  end

  def test_the_published_rows_of_versions_are_those_of_the_documents_in_their_order
    entries = @catalog.suite("versions").published
    documents = %w[000 001].map { |number| File.read("#{FIXTURES}/#{number}.txt") }.join("\n")
    headings = documents.scan(/^ *Testing (.*?)(?: with ruby .*)?$/).flatten

    assert_equal headings.map { |heading| heading.sub("1.6.4", "1.6.5") }, entries.map(&:section)
    assert_equal %w[memcache-client@1.8.5 dalli@0.9.0 dalli@0.9.4 memcache-client@1.6.5,timeout=off
                    memcache-client@rails-2.2.2,timeout=off], entries.map(&:id)
    assert_match(/in place of 1.6.4/, entries[3].note)
  end

  def test_shipped_suites_describe_their_published_run_with_known_keys_only
    %w[classic-2015 versions].each do |id|
      assert_empty @catalog.suite(id).as_published.keys - %w[contenders iterations addresses memcached terminal processes
                                                            clients flush notes]
    end
    assert_equal({ "suite" => "classic-2015" }, @catalog.suite("classic").as_published)
  end

  def test_every_classic_scenario_is_run_by_the_references
    suite = @catalog.suite("classic")
    %w[socket null].each { |id| assert_equal 15, labels(suite) { |entry| entry.id == id }.size }
  end

  def test_every_entry_of_every_suite_resolves
    @catalog.suites.except("today", "rails-current").each_value do |suite|
      resolver = MadeRegistry.resolver(servers: suite.servers)
      contenders = suite.contenders.map { |entry| resolver.resolve(entry) }
      assert_equal suite.contenders.map(&:id), contenders.map(&:id)
      assert_empty contenders.filter_map(&:refusal)
    end
  end

  def test_today_has_the_newest_of_everything_and_a_compiler_on_and_off
    suite = @catalog.suite("today")
    notations = suite.contenders.map { |entry| Cachemark::Contender::Notation.parse(entry.notation) }

    assert_equal [["newest"], "newest"], [notations.map(&:version).uniq, suite.memcached]
    assert_equal [%w[newest yjit], %w[newest off]], notations.first(2).map { |one| one.options.values_at("ruby", "jit") }
    assert_empty notations.map(&:client) - @catalog.clients.values.map { |client| @catalog.word(client) }
  end

  def test_today_has_at_most_four_clients_of_a_language_in_four_scenarios
    suite = @catalog.suite("today")
    clients = suite.contenders.map { |entry| @catalog.client(entry.notation[/\A[^@]+/]) }.uniq

    assert_equal 4, suite.scenarios.size
    clients.group_by(&:language).each_value { |own| assert_operator own.size, :<=, 4 }
  end

  def test_earlier_names_of_a_suite_still_find_it
    %w[current choice-ruby choice-python].each { |name| assert_equal "today", @catalog.suite(name).id }
    refute_includes @catalog.suites.keys, "current"
  end

  def test_rails_current_has_the_newest_store_as_new_applications_configure_it
    suite = @catalog.suite("rails-current")
    notations = suite.contenders.map { |entry| Cachemark::Contender::Notation.parse(entry.notation) }

    assert_equal [["newest"], "newest"], [notations.map(&:version).uniq, suite.memcached]
    assert_equal [%w[newest newest 7.1]],
                 notations.map { |one| one.options.values_at("ruby", "dalli", "cache_format_version") }.uniq
    assert_equal [["yjit", nil, nil], ["off", nil, nil], ["yjit", "message_pack", nil], ["yjit", nil, "off"]],
                 notations.map { |one| one.options.values_at("jit", "serializer", "pool") }
  end

  # Clients of Python's asyncio and of Python 2 need other modes and runtimes than the others.
  APART = %w[python/aiomcache python/emcache python/ultramemcache].freeze

  def test_clients_and_stores_have_every_client_of_their_kind
    { "clients" => nil, "stores" => "ruby" }.each do |id, language|
      kind = id.delete_suffix("s")
      clients = @catalog.clients.values.select { |one| one.kind == kind && !one.reference }
      clients = clients.select { |one| one.language == language } if language
      notations = @catalog.suite(id).contenders.map { |entry| Cachemark::Contender::Notation.parse(entry.notation) }
      named = notations.map { |notation| @catalog.client(notation.client).id }
      assert_equal clients.map(&:id).sort - APART, named.uniq.sort - ["ruby/socket"]
    end
  end

  def test_an_entrys_own_modes_and_scenarios_come_before_the_suites
    shipped = @catalog.suite("clients")
    entry = shipped.contenders.first.with(modes: %w[threads-2], scenarios: %w[client/get])
    suite = shipped.with(contenders: [entry], modes: %w[sync threads-4])

    assert_equal [%w[sync], %w[threads-2], %w[sync threads-4]],
                 [shipped.modes_of(entry.id), suite.modes_of(entry.id), suite.modes_of("other")]
    { [entry.id, "client/get"] => true, [entry.id, "client/set"] => false, ["another", "client/set"] => true }
      .each { |words, runs| assert_equal runs, suite.runs?(*words), words }
  end

  private

  def labels(suite, &)
    resolver = MadeRegistry.resolver(servers: suite.servers)
    suite.contenders.select(&).flat_map do |entry|
      contender = resolver.resolve(entry)
      scenarios = suite.scenarios.map { |id| @catalog.scenario(id) }
      fitting = scenarios.select { |scenario| contender.client.kinds.include?(scenario.kind) }
      fitting.map { |scenario| suite.label(contender, scenario) }
    end
  end
end

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
    assert_equal "mine.yml:5: /for is \"6\"; it must be a time of at least 1s, such as 40s, 2m or 1h",
                 usage_of("#{SUITE}for: '6'\n", kind: :suite)
  end

  # The published contenders have their own order, headings and modes.
  PUBLISHED = {
    "{ id: dalli, contender: 'dalli,protocol=binary', modes: ['threads-2,shared'] }" =>
      [["dalli", "dalli,protocol=binary", ["threads-2,shared"], "dalli", nil]],
    "{ id: other, section: Once, note: Old. }, { id: dalli }" =>
      [["other", "dalli", [], "Once", "Old."], ["dalli", "dalli", [], "dalli", nil]]
  }.freeze

  def test_a_published_contender_may_have_been_another
    PUBLISHED.each do |said, entries|
      with_file("#{SUITE}as_published:\n  contenders: [#{said}]\n") do |path|
        published = Cachemark::Catalog.load.suite(path).published

        assert_equal entries, published.map { |one| [one.id, one.notation, one.modes.to_a, one.section, one.note] }
      end
    end
  end

  def test_a_suite_names_scenario_files_relative_to_its_folder
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
        "mine.yml:1: /scenarios/0 no scenario matches client/gett\nDid you mean client/get, client/set, client/gat?",
      ["id: other", "id: dalli"] => "mine.yml:4: /contenders/1 is a second dalli\ngive it another id",
      ["contender: dalli", "contendr: dalli"] => "mine.yml:4: /contenders/1/contendr is not known here\nDid you mean contender?",
      ["\"a,b\"", "3"] => "mine.yml:4: /contenders/1/options/namespace is 3; it must be text\nput it in quotes"
    }.each { |(from, to), message| assert_equal message, usage_of(SUITE.sub(from, to), kind: :suite) }
  end

  def test_modes_are_the_suites_or_an_entrys
    with_file("#{SUITE.sub("id: other", "id: other, modes: [sync]")}modes: [sync, \"gevent-02,shared\"]\n") do |path|
      suite = Cachemark::Catalog.load.suite(path)

      assert_equal [["sync", "gevent-02,shared"], ["sync"]], %w[dalli other].map { |id| suite.modes_of(id) }
    end
    %w[threads 4-threads threads-0 threads-4,own].each do |mode|
      assert_includes usage_of("#{SUITE}modes: [\"#{mode}\"]\n", kind: :suite),
                      "/modes/0 is \"#{mode}\"; it must be sync, or NAME-N[,shared], such as threads-4"
    end
  end

  def test_checks_the_published_run_against_the_schema_and_the_contenders
    {
      "one_server_twice: true" => "/as_published/one_server_twice is not known here",
      "memcached: [-m, 64]" => "/as_published/memcached/1 is 64; it must be text",
      "processes: two" => "/as_published/processes is \"two\"\nAllowed: one, each contender, each mode",
      "contenders: [{ id: dali }]" => "/as_published/contenders/0 names dali, which is not among contenders\nDid you mean dalli?"
    }.each { |said, message| assert_includes usage_of("#{SUITE}as_published:\n  #{said}\n", kind: :suite), message }
  end
end
