# frozen_string_literal: true

require "test_helper"

class CatalogClientTest < Minitest::Test
  def setup
    @catalog = Cachemark::Catalog.load
  end

  # {method => {[client, the versions that it is asked about] => the answer}}
  AT_VERSIONS = {
    shims_at: {
      ["memcache-client", { "version" => "1.5.0", "ruby" => "3.1.2", "servers" => "1" }] => %w[timeout],
      ["memcache-client", { "version" => "1.5.0", "ruby" => "3.1.2", "servers" => "2" }] => %w[timeout getbyte nitems],
      ["memcache-client", { "version" => "1.8.5", "ruby" => "3.1.2", "servers" => "2" }] => []
    },
    refusal_at: {
      ["dalli_store", { "version" => "2.7.11", "activesupport" => "6.1.0" }] => "dalli_store needs activesupport < 6.0",
      ["dalli_store", { "version" => "2.7.11", "activesupport" => "5.2.8.1" }] => nil
    },
    left_out_at: { ["mem_cache_store", { "version" => "4.2.0" }] => %w[json],
                   ["mem_cache_store", { "version" => "4.2.11.3" }] => [] },
    ignore_dependencies?: { ["memcache-client", "1.5.0"] => true, ["memcache-client", "1.6.3"] => true,
                            ["memcache-client", "1.6.5"] => false }
  }.freeze

  def test_knows_what_versions_need
    AT_VERSIONS.each do |method, answers|
      answers.each do |(name, versions), answer|
        assert_equal [answer], [@catalog.client(name).public_send(method, versions)], [method, name, versions]
      end
    end
  end

  def test_a_default_and_a_companion_depend_on_the_version
    old, new = %w[2.7.11 4.3.10].map { |version| @catalog.client("dalli").options_at("version" => version) }

    assert_equal [false, true], [old, new].map { |options| options["compress"].effective_default }
    refute old.key?("protocol")
    assert_equal %w[2.7.11 4.3.10], %w[4.2.0 7.2.4].map { |version|
      @catalog.client("mem_cache_store").companions_at("version" => version)["dalli"].version
    }
  end

  def test_knows_its_library_by_the_name_that_its_language_uses
    clients = %w[mem_cache_store python-memcached socket].map { |name| @catalog.client(name) }

    assert_equal ["activesupport", "memcache", nil], clients.map(&:library)
  end

  def test_releases_are_oldest_first
    assert_equal [["3.0.1", "python3.9", nil], ["3.5.2", nil, nil], ["4.0.0", nil, "trixie"]],
                 @catalog.client("pymemcache").releases.map { |release| [release.number, release.runtime, release.suite] }
    assert_match(/\A\h{40}\z/, @catalog.client("ultramemcache").releases.last.commit)
  end

  def test_says_of_which_modes_its_documentation_warns
    client = @catalog.client("pylibmc")
    notes = %w[sync threads-4 threads-4,shared gevent-8 gevent-8,shared].map do |mode|
      client.modes_at(mode, { "version" => "1.6.3" }).map { |line| line.unsafe ? line.source : line.note }
    end

    note = "pylibmc's C sockets are not cooperative"
    assert_equal [[], [], [%r{lericson/pylibmc/blob}], [note], [%r{pylibmc/issues/172}, note]].map(&:size), notes.map(&:size)
    assert_equal [note], notes[3]
    assert_match(%r{pylibmc/issues/172\z}, notes[4].first)
  end

  def test_a_mode_line_holds_for_its_versions
    line = Cachemark::Catalog::Client::ModeLine.new(pattern: "threads", note: "n",
                                                    condition: Cachemark::Catalog::Client::Condition.of("version" => "< 2"))
    client = @catalog.client("dalli").with(modes: [line])

    assert_equal [1, 0], %w[1.0 2.0].map { |version| client.modes_at("threads-4,shared", { "version" => version }).size }
  end

  def test_every_warning_has_a_source
    lines = @catalog.clients.values.flat_map(&:modes)

    assert_operator lines.count(&:unsafe), :>=, 8
    assert_empty(lines.select { |line| line.unsafe && !line.source.start_with?("https://") })
  end

  def test_says_how_it_is_examined_at_a_version
    dalli = @catalog.client("dalli")

    assert_equal [120, 300], %w[2.7.11 4.3.10].map { |version| dalli.check_settings_at({ "version" => version }).bound_ms }
    assert_equal [{}, nil], dalli.check_settings_at({ "version" => "0.9.4" }).to_h.values_at(:impatient, :bound_ms)
  end

  def test_an_examination_sets_options_that_its_version_has
    @catalog.clients.each_value do |client|
      client.check_settings.each do |line|
        version = line.condition.requirements["version"].to_s[/\d[\d.]*/] || client.version
        words = { **line.options, **line.impatient }
        known = client.options_at({ "version" => version, "dalli" => "3.0" })
        assert_empty words.select { |name, word| known[name].nil? || known[name].read(word).nil? }, client.id
      end
    end
  end

  def test_a_reference_runs_both_kinds
    assert_equal %w[client store], @catalog.client("socket").kinds
    assert_equal %w[store], @catalog.client("dalli_store").kinds
  end

  def test_declares_the_extra_key_of_old_read_multis
    misses = %w[4.2.0 4.2.8 5.0.0 5.0.1].map do |version|
      @catalog.client("mem_cache_store").quirks_at("store/big-read-multi", { "version" => version }).sum(&:misses)
    end
    assert_equal [2, 0, 2, 0], misses
  end

  def test_a_quirk_may_differ_in_every_counter_of_the_server
    counters = Cachemark::Vocabulary::Operations::COUNTERS.keys
    schema = JSON.parse(File.read("#{Cachemark::ROOT}/catalog/schema/client.json"))
    properties = schema.dig("properties", "quirks", "items", "properties")
    quirk = Cachemark::Catalog::Client::Quirk.new(scenario: "client/touch", note: "n", **counters.to_h { |name| [name, 1] })

    assert_equal counters.map(&:to_s).sort, properties.keys.sort - %w[note published scenario when]
    assert_equal [1], quirk.to_h.values_at(*counters).uniq
  end

  def test_a_quirk_holds_for_its_scenario_versions_and_form
    quirk = Cachemark::Catalog::Client::Quirk
    old = Cachemark::Catalog::Client::Condition.of("version" => "< 2")
    client = @catalog.client("dalli").with(quirks: [quirk.new(scenario: "client/get", note: "n", hits: 1, condition: old)])
    assert_equal 1, client.quirks_at("client/get", { "version" => "1.1.5" }).sum(&:hits)
    assert_empty client.quirks_at("client/get", { "version" => "2.7.11" })
    assert_empty client.quirks_at("client/get", { "version" => "1.1.5" }, published: true)
  end
end

class CatalogConditionTest < Minitest::Test
  def met?(when_, facts) = Cachemark::Catalog::Client::Condition.of(when_).met?(facts)

  FACTS = { "version" => "2.7.11", "ruby" => "3.1.2" }.freeze

  # One on an unknown version does not hold, and nothing asked always does.
  def test_holds_when_every_requirement_does
    { { "version" => ">= 1, < 3", "ruby" => ">= 3.0" } => true, { "version" => ">= 1, < 3", "ruby" => ">= 3.2" } => false,
      nil => true, { "kgio" => "> 0" } => false }.each { |condition, held| assert_equal held, met?(condition, FACTS), condition }
    refute met?({ "version" => "> 0" }, { "version" => "rails-2.2.2" })
  end
end

class CatalogOptionTest < Minitest::Test
  def option(**members) = Cachemark::Catalog::Client::Option.new(name: "o", summary: "s", **members)

  # [type, word] => its value. Two ways to write a value are equal.
  READ = { %w[seconds 0.5] => "0.5", %w[seconds 0.50] => "0.5", %w[seconds 1.0] => "1", %w[switch on] => true,
           %w[switch off] => false, %w[count 08] => "8", %w[switch yes] => nil, %w[seconds 0] => nil, %w[deadline off] => nil,
           %w[count -1] => nil }.freeze

  def test_reads_values_and_says_what_it_can_be
    READ.each { |(type, word), value| assert_equal [value], [option(type: type).read(word)], [type, word] }
    assert_nil option(values: %w[binary meta]).read("text")
    assert_equal ["binary or meta", "on or off"], [option(values: %w[binary meta]), option(type: "switch")].map(&:allowed)
  end

  def test_the_references_always_have_a_deadline
    %w[ruby/socket python/socket ruby/control].each do |id|
      timeout = Cachemark::Catalog.load.client(id).option_lines.find { |line| line.name == "timeout" }

      assert_equal ["0.05", nil], [timeout.read("0.05"), timeout.read("off")], id
    end
  end
end

class CatalogClientReaderTest < Minitest::Test
  def test_reads_copies_stand_ins_and_conditions
    data = { "id" => "ruby/old", "summary" => "s", "kind" => "client", "adapter" => "old", "gem" => "old", "version" => "1.0.0",
             "copies" => { "vendored" => { "gem" => "big", "version" => "2.0.0", "path" => "lib/*", "reports" => "0.9",
                                           "summary" => "c" } },
             "stands_in" => { "1.0.1" => { "by" => "1.0.0", "reason" => "it is gone" } },
             "companions" => [{ "gem" => "fast", "summary" => "f", "when" => { "version" => ">= 1" } }] }
    client = Cachemark::Catalog::Client::Reader.new(data).client
    assert_equal %w[ruby old], [client.language, client.name]
    assert_equal %w[vendored big 0.9],
                 [client.copies["vendored"].name, client.copies["vendored"].gem, client.copies["vendored"].reports]
    assert_equal "1.0.0", client.stands_in["1.0.1"].by
    assert_equal %w[fast], client.companions_at("version" => "1.0.0").keys
    assert client.frozen?
  end

  def test_reads_what_is_known_of_modes
    line = { "mode" => "threads,shared", "unsafe" => "do not", "source" => "https://example.org",
             "options" => { "lock" => "off" }, "when" => { "version" => "< 2" } }
    client = Cachemark::Catalog::Client::Reader.new({ "id" => "ruby/old", "summary" => "s", "kind" => "client",
                                                              "adapter" => "old",
                                                    "modes" => [line] }).client

    assert_equal ["threads,shared", "do not", "https://example.org", nil, { "lock" => "off" }],
                 client.modes.first.to_h.values_at(:pattern, :unsafe, :source, :note, :options)
    assert_equal [1, 0], %w[1 2].map { |version| client.modes_at("threads-2,shared", { "version" => version }).size }
  end
end
