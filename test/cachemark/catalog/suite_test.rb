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
    assert_match(/stands in for 1.6.4/, entries[3].note)
  end

  def test_what_a_suite_says_of_its_published_run_is_one_of_few_words
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
    @catalog.suites.each_value do |suite|
      resolver = MadeRegistry.resolver(servers: suite.servers)
      contenders = suite.contenders.map { |entry| resolver.resolve(entry) }
      assert_equal suite.contenders.map(&:id), contenders.map(&:id)
      assert_empty contenders.filter_map(&:refusal)
    end
  end

  def test_clients_and_stores_have_every_client_of_their_kind
    { "clients" => "client", "stores" => "store" }.each do |id, kind|
      clients = @catalog.clients.values.select { |client| client.language == "ruby" && client.kind == kind && !client.reference }
      assert_equal clients.map(&:name), @catalog.suite(id).contenders.map(&:id).sort - ["socket"]
    end
  end

  def test_calls_are_made_one_by_one_unless_the_suite_or_the_entry_says
    entry = @catalog.suite("clients").contenders.first
    suite = @catalog.suite("clients").with(contenders: [entry.with(modes: %w[threads-2])], modes: %w[sync threads-4])

    assert_equal [%w[sync], %w[threads-2], %w[sync threads-4]],
                 [@catalog.suite("clients").modes_of(entry.id), suite.modes_of(entry.id), suite.modes_of("other")]
  end

  def test_an_entrys_own_scenarios_come_before_the_suites
    entry = @catalog.suite("clients").contenders.first.with(scenarios: %w[client/get])
    suite = @catalog.suite("clients").with(contenders: [entry])
    assert suite.runs?(entry.id, "client/get")
    refute suite.runs?(entry.id, "client/set")
    assert suite.runs?("another", "client/set")
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
