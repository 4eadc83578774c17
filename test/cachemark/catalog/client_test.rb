# frozen_string_literal: true

require "test_helper"

class CatalogClientTest < Minitest::Test
  def setup
    @catalog = Cachemark::Catalog.load
  end

  def test_names_the_shims_that_versions_need
    client = @catalog.client("memcache-client")
    assert_equal %w[timeout], client.shims_at("version" => "1.5.0", "ruby" => "3.1.2", "servers" => "1")
    assert_equal %w[timeout getbyte nitems], client.shims_at("version" => "1.5.0", "ruby" => "3.1.2", "servers" => "2")
    assert_empty client.shims_at("version" => "1.8.5", "ruby" => "3.1.2", "servers" => "2")
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

  def test_an_options_default_depends_on_the_version
    client = @catalog.client("dalli")
    assert_equal false, client.options_at("version" => "2.7.11")["compress"].effective_default
    assert_equal true, client.options_at("version" => "4.3.10")["compress"].effective_default
    refute client.options_at("version" => "2.7.11").key?("protocol")
  end

  def test_the_first_companion_line_that_holds_counts
    client = @catalog.client("mem_cache_store")
    assert_equal "2.7.11", client.companions_at("version" => "4.2.0")["dalli"].version
    assert_equal "4.3.10", client.companions_at("version" => "7.2.4")["dalli"].version
  end

  def test_says_why_versions_cannot_work_together
    client = @catalog.client("dalli_store")
    assert_equal "dalli_store needs activesupport < 6.0", client.refusal_at("version" => "2.7.11", "activesupport" => "6.1.0")
    assert_nil client.refusal_at("version" => "2.7.11", "activesupport" => "5.2.8.1")
  end

  def test_knows_gems_to_install_alone_and_gems_to_omit
    client = @catalog.client("memcache-client")
    assert_equal [true, true, false], %w[1.5.0 1.6.3 1.6.5].map { |number| client.ignore_dependencies?(number) }
    assert_equal %w[json], @catalog.client("mem_cache_store").left_out_at("version" => "4.2.0")
    assert_empty @catalog.client("mem_cache_store").left_out_at("version" => "4.2.11.3")
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

  def test_holds_when_every_requirement_does
    assert met?({ "version" => ">= 1, < 3", "ruby" => ">= 3.0" }, { "version" => "2.7.11", "ruby" => "3.1.2" })
    refute met?({ "version" => ">= 1, < 3", "ruby" => ">= 3.2" }, { "version" => "2.7.11", "ruby" => "3.1.2" })
  end

  def test_nothing_asked_always_holds
    assert met?(nil, {})
  end

  def test_a_condition_on_an_unknown_version_does_not_hold
    refute met?({ "kgio" => "> 0" }, { "version" => "1" })
    refute met?({ "version" => "> 0" }, { "version" => "rails-2.2.2" })
  end
end

class CatalogOptionTest < Minitest::Test
  def option(**members) = Cachemark::Catalog::Client::Option.new(name: "o", summary: "s", **members)

  def test_two_ways_to_write_a_value_are_equal
    assert_equal %w[0.5 0.5 1], %w[0.5 0.50 1.0].map { |word| option(type: "seconds").read(word) }
    assert_equal [true, false], %w[on off].map { |word| option(type: "switch").read(word) }
    assert_equal "8", option(type: "count").read("08")
  end

  def test_refuses_what_it_cannot_be
    refused = { "switch" => "yes", "seconds" => "0", "deadline" => "off", "count" => "-1" }
    refused.each { |type, word| assert_nil option(type: type).read(word) }
    assert_nil option(values: %w[binary meta]).read("text")
  end

  def test_the_references_always_have_a_deadline
    %w[ruby/socket python/socket ruby/control].each do |id|
      timeout = Cachemark::Catalog.load.client(id).option_lines.find { |line| line.name == "timeout" }

      assert_equal ["0.05", nil], [timeout.read("0.05"), timeout.read("off")], id
    end
  end

  def test_says_what_it_can_be
    assert_equal "binary or meta", option(values: %w[binary meta]).allowed
    assert_equal "on or off", option(type: "switch").allowed
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
