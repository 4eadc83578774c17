# frozen_string_literal: true

require "test_helper"

class CatalogTest < Minitest::Test
  include UserFile

  def setup
    @catalog = Cachemark::Catalog.load
  end

  def test_knows_the_clients_of_the_documents
    names = %w[dalli dalli_store mem_cache_store memcache-client memcached memcached_rails memcached_store null socket]
    assert_empty names - @catalog.clients.values.map(&:name)
  end

  def test_takes_a_bare_name_or_an_id
    assert_same @catalog.client("dalli"), @catalog.client("ruby/dalli")
  end

  def test_a_bare_name_that_two_languages_have_is_rubys
    assert_equal "ruby/socket", @catalog.client("socket").id
    clients = %w[ruby/socket python/socket python/pylibmc].map { |id| @catalog.client(id) }
    assert_equal(%w[socket python/socket pylibmc], clients.map { |client| @catalog.word(client) })
  end

  def test_a_bare_name_of_two_other_languages_means_neither
    duplicates = %w[perl php].map { |name| @catalog.client("dalli").with(id: "#{name}/fast", language: name, name: "fast") }
    folder = Struct.new(:clients).new(duplicates.to_h { |client| [client.id, client] })
    error = assert_raises(Cachemark::Usage) { Cachemark::Catalog.new(folder).client("fast") }
    assert_equal "unknown client: fast\nThere are: perl/fast, php/fast.", error.message
  end

  def test_a_language_without_its_reference_says_which_file_is_missing
    folder = Struct.new(:clients, :languages).new({}, { "lua" => nil })
    error = assert_raises(Cachemark::Usage) { Cachemark::Catalog.new(folder).client("lua/socket") }
    assert_equal "lua has no reference socket\nadd catalog/clients/lua-socket.yml", error.message
  end

  def test_knows_the_languages_by_name
    assert_equal Dir.children("#{Cachemark::ROOT}/drivers").sort, @catalog.languages.keys
    assert_same @catalog.languages["ruby"], @catalog.language("ruby")
  end

  def test_suggests_the_nearest_name
    { client: %w[dali dalli], scenario: %w[client/gt client/get], suite: %w[clasic classic] }.each do |kind, (typed, meant)|
      error = assert_raises(Cachemark::Usage) { @catalog.public_send(kind, typed) }
      assert_match(/Did you mean #{meant}/, error.message)
    end
  end

  def test_one_adapter_for_each_client_and_one_entry_for_each_adapter
    adapters = Dir.glob("#{Cachemark::ROOT}/drivers/*/adapters/*.*").map { |path| path[%r{drivers/(\w+/)}, 1] + File.basename(path, ".*") }
    assert_equal adapters.sort, @catalog.clients.values.map { |client| "#{client.language}/#{client.adapter}" }.sort
  end

  def test_every_shim_is_named_by_a_client_and_every_named_shim_is_there
    shims = Dir.children("#{Cachemark::ROOT}/drivers/ruby/shims").map { |file| File.basename(file, ".rb") }
    assert_equal shims.sort, @catalog.clients.values.flat_map { |client| client.shims.map(&:name) }.uniq.sort
  end

  def test_ids_are_the_files_paths
    { "scenarios" => @catalog.scenarios, "suites" => @catalog.suites }.each do |folder, found|
      paths = Dir.glob("**/*.yml", base: "#{Cachemark::ROOT}/catalog/#{folder}")
      assert_equal paths.map { |path| path.delete_suffix(".yml") }.sort, found.keys.sort
    end
  end

  def test_every_language_has_its_references
    @catalog.languages.each_key { |name| %w[socket null].each { |one| assert @catalog.client("#{name}/#{one}").reference } }
  end

  def test_every_built_in_file_fits_its_schema
    folder = "#{Cachemark::ROOT}/catalog"
    %w[client scenario suite].each do |kind|
      schema = Cachemark::Catalog::Document::Schema.new(folder, kind)
      Dir.glob("#{folder}/#{kind}s/**/*.yml") { |path| schema.check(Cachemark::Catalog::Document.read(path)) }
    end
    schema = Cachemark::Catalog::Document::Schema.new(folder, "language")
    Dir.glob("#{Cachemark::ROOT}/drivers/*/language.yml") { |path| schema.check(Cachemark::Catalog::Document.read(path)) }
  end

  def test_every_release_names_a_runtime_that_its_language_has
    @catalog.clients.each_value do |client|
      runtimes = @catalog.language(client.language).runtimes.keys
      named = [client.runtime, *client.releases.flat_map { |one| [one.runtime, *one.also] }]
      assert_empty named.compact - runtimes, client.id
      assert_includes client.releases.map(&:number), client.version, client.id if client.package
    end
  end

  # A pause that nobody waits for is none that a client comes back from.
  def test_the_longest_pause_that_a_client_documents_is_waited_for
    pauses_s = @catalog.clients.values.flat_map(&:check_settings).filter_map { |one| one.down.to_s[/\b(\d+) s\b/, 1]&.to_i }
    fault = @catalog.faults.fetch("server/returns-in-time")

    assert_operator fault.steps.filter_map { |step| step["wait_ms"] }.max, :>, pauses_s.max * 1000
    assert fault.thorough
  end

  def test_globs_take_ids_bare_names_and_labels
    assert_equal %w[client/get client/get-multi client/get-multi-cas client/get-plain client/get-ruby],
                 @catalog.scenarios_for(["client/get*"]).map(&:id)
    assert_equal %w[client/get-pairs client/set-pairs], @catalog.scenarios_for(["client/*pairs"]).map(&:id)
    assert_equal %w[client/set-pairs], @catalog.scenarios_for(["set-pairs"]).map(&:id)
    assert_equal %w[client/mixed store/mixed], @catalog.scenarios_for(["mixed"]).map(&:id)
    assert_equal %w[client/set-plain], @catalog.scenarios_for(["set:plain", "client/set-plain"]).map(&:id)
    assert_raises(Cachemark::Usage) { @catalog.scenarios_for(["nothing*"]) }
    { "gets" => /Did you mean get\?/, "client/gets" => /Did you mean client\/get, client\/set/ }.each do |name, near|
      assert_match(near, assert_raises(Cachemark::Usage) { @catalog.scenarios_for([name]) }.try)
    end
  end

  def test_a_users_scenario_is_known_by_its_id_once_read
    with_file(SCENARIO) do |path|
      read = @catalog.scenario(path)
      assert_same read, @catalog.scenario("mine")
      assert_same read, @catalog.scenarios_for([path]).first
    end
  end

  def test_a_users_scenario_cannot_take_a_known_id
    assert_match(%r{there is a scenario client/get already}, usage_of("id: client/get\n#{SCENARIO}"))
  end
end

class CatalogFolderTest < Minitest::Test
  include FixtureTree

  def test_reads_the_files_of_its_folder_by_id_sorted
    Dir.mktmpdir do |root|
      scenario = "kind: client\nkeys: { k: { text: k } }\nsteps: [{ op: get, key: k }]\n"
      plant(root, "scenarios/client/b.yml" => "id: client/b\n#{scenario}",
            "scenarios/client/a.yml" => "id: client/a\n#{scenario}")
      catalog = Cachemark::Catalog.new(Cachemark::Catalog::Folder.new(root))
      assert_equal %w[client/a client/b], catalog.scenarios.keys
      assert_empty catalog.suites
    end
  end

  def test_checks_faults_and_finds_their_mutants_next_to_the_drivers
    text = "title: t\nhappens: h\ninvariant: i\nsource: s\njudges: [own-value]\nsteps: [{ subject: {} }]\n"
    assert_equal ["python/leaks", "leaks"], faults("#{text}controls: [python/leaks, leaks]\n")["cut/a"].controls
    ["controls: [parts]", "controls: [shared]", "controls: [ruby/leaks]", "controls: leaks"].each do |line|
      error = assert_raises(Cachemark::Usage, line) { faults("#{text}#{line}\n") }
      assert_match(%r{catalog/fault/cut/a.yml:7: /controls}, error.message)
    end
  end

  private

  def faults(text)
    Dir.mktmpdir do |root|
      plant(root, "catalog/fault/cut/a.yml" => text, "drivers/python/mutants/leaks.py" => "",
                  "drivers/ruby/mutants/leaks.rb" => "", "drivers/ruby/mutants/parts/shared.rb" => "")
      FileUtils.cp_r("#{Cachemark::ROOT}/catalog/schema", "#{root}/catalog/schema")
      Cachemark::Catalog::Folder.new("#{root}/catalog").faults
    end
  end
end
