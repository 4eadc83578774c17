# frozen_string_literal: true

require "test_helper"

class ContenderTest < Minitest::Test
  def resolve(text) = MadeRegistry.resolver.resolve(text)

  def test_takes_the_options_of_its_client_runtime_and_servers
    dalli = DrivenClient.contender("dalli")

    %w[compress ruby jit memcached].each { |name| assert dalli.option?(name), name }
    refute dalli.option?("size")
  end

  def test_an_option_that_does_not_wait_is_a_footnote_where_it_is_on
    said = %w[memcache-client,no_reply=on memcached,buffer_requests=on memcache-client,no_reply=off dalli].map do |notation|
      DrivenClient.contender(notation).footnotes
    end

    assert_match(/no_reply=on: calls return before/, said[0].join)
    assert_match(/buffer_requests=on: calls return before/, said[1].join)
    assert_equal [[], []], said.last(2)
  end

  # {notation => the options that it does not ship with}
  DEPARTURES = { "memcached,binary=on,timeout=0.25" => { "binary" => %w[on off] }, "memcached,binary=off" => {},
                 "dalli,namespace=n" => { "namespace" => ["n", nil] } }.freeze

  def test_knows_its_departures_and_what_its_client_declares
    DEPARTURES.each { |text, departures| assert_equal departures, resolve(text).departures }
    off, on, none = ["memcached,binary=off", "memcached,binary=on", "memcached"].map { |text| resolve(text).options }
    assert_equal [true, false], [off == none, on == none]
    assert_equal ["libmemcached waits in C and lets no other thread run", nil],
                 %w[memcached dalli].map { |name| resolve(name).mode_note("threads-4") }
    assert_empty resolve("dalli").quirks("client/get")
  end

  def test_warnings_of_a_client_may_depend_on_its_options
    shared = "threads-4,shared"

    assert_nil resolve("dalli").unsafe(shared)
    assert_nil resolve("dalli,threadsafe=off").unsafe("threads-4")
    assert_match(/at your own peril/, resolve("dalli,threadsafe=off").unsafe(shared).unsafe)
    assert_equal [true, false], %w[1.5.0 1.8.5].map { |version| !resolve("memcache-client@#{version}").unsafe(shared).nil? }
  end

  def test_a_pool_may_be_shared_and_a_client_without_one_not
    %w[threads-4 gevent-4].each do |mode|
      assert_equal [nil, nil], [resolve("pymemcache,pool=on").unsafe("#{mode},shared"), resolve("pymemcache").unsafe(mode)]
      assert_match(/PooledClient is the only one/, resolve("pymemcache").unsafe("#{mode},shared").unsafe)
    end
  end

  LACKS = {
    "dalli@2.7.2,transport=unix" => "not offered by dalli 2.7.2: transport=unix", "dalli@2.7.11,transport=unix" => nil,
    "memcache-client,transport=ipv6,tls=on" => "not offered by memcache-client 1.8.5: transport=ipv6, tls=on",
    "dalli@4.3.10,protocol=meta,auth=sasl" => "not offered by dalli 4.3.10: auth=sasl (it is with protocol=binary)",
    "dalli@5.3.2,auth=sasl" => "not offered by dalli 5.3.2: auth=sasl"
  }.freeze

  def test_a_way_to_connect_that_its_version_lacks_is_not_offered
    LACKS.each { |text, refusal| assert_equal [refusal], [resolve(text).refusal], text }
    assert_equal "not offered by dalli 2.7.11: tls=on", resolve("dalli@2.7.11").on("tls" => "on").refusal
  end

  def test_several_servers_change_its_shims_and_its_examination
    old, several = resolve("memcache-client@1.5.0"), resolve("memcache-client@1.5.0").among(2)

    assert_equal %w[getbyte nitems], several.shims - old.shims
    assert_equal old, several.among(1)
    one, three = [1, 3].map { |count| resolve("bmemcached").among(count).check_settings }

    assert_equal [{ "retry_delay" => "off" }, nil, {}], [one.options, one.down, three.options]
    assert_includes three.down, "alone for 5 s"
  end

  def test_is_set_up_to_be_examined_and_keeps_what_was_typed
    client = MadeCells::CATALOG.client("dalli")
    made = lambda do |given|
      MadeCells.contender("dalli", facts: { "version" => "4.3.10" }).with(client: client, given: given, options: given)
    end

    assert_equal({ "retry_delay" => false }, made.call({}).examined)
    assert_equal({ "retry_delay" => false, "timeout" => "0.05" }, made.call({}).examined(impatient: true))
    assert_equal "3", made.call({}).examined(impatient: 3)["timeout"]
    assert_equal "2", made.call({ "timeout" => "2" }).examined(impatient: true)["timeout"]
    assert_equal %w[5 9], [5, 9].map { |seconds| made.call({}).examined(patient: seconds)["timeout"] }
    assert_nil made.call({}).examined(patient: 0.5)["timeout"]
    assert_equal 300, made.call({}).check_settings.bound_ms
  end

  def test_its_shortest_timeout_is_that_of_the_options_that_were_given
    timeouts = ["dalli@4.3.10", "dalli@4.3.10,timeout=0.3", "dalli@4.3.10,timeout=off", "dalli@4.3.10,retry_delay=0.1"]

    assert_equal [nil, 0.3, nil, nil], timeouts.map { |text| resolve(text).shortest_timeout_s }
  end

  def test_a_timeout_of_an_unknown_release_is_made_long
    known = resolve("gomemcache")
    checkout = known.with(facts: known.facts.except("version"))

    assert_equal [%w[0.4 0.4], %w[0.1 0.1]],
                 [0.4, 0.05].map { |seconds| [known, checkout].map { |one| one.examined(patient: seconds)["timeout"] } }
  end

  def test_is_examined_with_a_prefix_if_it_has_an_option_for_that
    dalli, none = [resolve("dalli"), resolve("pylibmc")]

    assert_equal ["namespace", "cm"], [dalli.prefix_option, dalli.examined(prefix: "cm")["namespace"]]
    assert_equal [nil, none.examined], [none.prefix_option, none.examined(prefix: "cm")]
    assert_equal "app", resolve("dalli,namespace=app").examined(prefix: "cm")["namespace"], "typed options keep their values"
  end

  def test_its_own_timeout_and_delays_change_the_limits_of_its_examination
    limits = lambda do |options|
      resolve(["dalli@4.3.10", *options].join(",")).check_settings.then { |settings| [settings.bound_ms, settings.down] }
    end

    assert_equal [300, nil], limits.call(["namespace=example", "retry_delay=off"])
    assert_equal [9_000, nil], limits.call(["timeout=1.5"])
    assert_equal [300, nil], limits.call(["timeout=0.01"])
    assert_equal [nil, "it was given retry_delay=30"], limits.call(["timeout=off", "retry_delay=30"])
    assert_nil resolve("memcache-client,timeout=off").check_settings.bound_ms
    assert_nil resolve("django_pymemcache,key_function=versioned").check_settings.down
  end
end

class ContenderOriginTest < Minitest::Test
  class Silent
    def of(_gem) = raise(Cachemark::Trouble, "the registry is silent")
  end

  def origin(text, versions: MadeRegistry.new, cwd: Dir.pwd)
    notation = Cachemark::Contender::Notation.parse(text)
    catalog = Cachemark::Catalog.load
    client = catalog.client(notation.client)
    Cachemark::Contender::Origin.of(client, notation, versions, Cachemark::Places.new(cwd), catalog.language(client.language))
  end

  def refusal(text) = assert_raises(Cachemark::Usage) { origin(text) }.message

  def test_without_a_version_it_is_the_catalogues_which_needs_no_registry
    assert_equal ["4.3.10", "none"], [origin("dalli", versions: Silent.new).version, origin("socket").source.kind]
    assert_raises(Cachemark::Trouble) { origin("dalli@3.x", versions: Silent.new) }
    copy = origin("memcache-client@rails-2.2.2")
    assert_equal %w[copy rails-2.2.2 1.5.0], [copy.source.kind, copy.version, copy.stated_version]
  end

  def test_a_version_that_no_registry_has_is_replaced_by_its_substitute
    stand_in = origin("memcache-client@1.6.4")
    assert_equal "1.6.5", stand_in.version
    assert_match(/\A1.6.5 in place of 1.6.4: no registry has/, stand_in.note)
  end

  def test_a_folder_must_be_there_and_hold_a_library
    Dir.mktmpdir do |root|
      assert_match(/holds none of \*\.gemspec, lib/, refusal("dalli@path:#{root}"))
      FileUtils.mkdir_p("#{root}/lib/dalli")
      File.write("#{root}/lib/dalli/version.rb", "VERSION = \"3.2.8\"\n")
      found = origin("dalli@path:.", cwd: root)
      assert_equal ["path", root, nil, "3.2.8"], [found.source.kind, found.source.dir, found.version, found.stated_version]
    end
    assert_match(/is not a folder/, refusal("dalli@path:/nowhere/at/all"))
    assert_match(/path: is not a folder/, refusal("dalli@path:"))
  end

  def test_a_folder_of_other_gems_is_refused
    ARepository.open("redis") do |made|
      assert_match(/#{made.dir} is of the gem redis, not of dalli\nwrite dalli@path:DIR/, refusal("dalli@path:#{made.dir}"))
      made.write("gems/dalli/dalli.gemspec", "Gem::Specification.new { |s| s.name = 'dalli' }")
      assert_equal made.dir, origin("dalli@path:#{made.dir}").source.dir
    end
  end

  def test_a_lib_folder_of_another_library_is_refused
    Dir.mktmpdir do |root|
      FileUtils.mkdir_p("#{root}/lib")
      File.write("#{root}/lib/memcache.rb", "")

      assert_match(%r{#{root}/lib has memcache, and nothing of dalli\nwrite dalli@path:DIR}, refusal("dalli@path:#{root}"))
      assert_equal root, origin("memcache-client@path:#{root}").source.dir
      File.rename("#{root}/lib/memcache.rb", "#{root}/lib/active_support.rb")
      assert_equal root, origin("mem_cache_store@path:#{root}").source.dir
    end
  end

  def test_a_ref_belongs_to_a_repository
    ARepository.open("dalli") do |made|
      found = origin("dalli@git:main,repo=#{made.dir}")
      assert_equal ["git", "main", made.dir], [found.source.kind, found.source.ref, found.source.dir]
    end
    assert_match(/needs a ref/, refusal("dalli@git:"))
    assert_match(/repo= belongs to @git:REF/, refusal("dalli@3.2.8,repo=/"))
  end

  def test_a_ref_that_is_no_commit_is_refused
    ARepository.open("dalli") do |made|
      %w[nowhere main..main --all].each do |ref|
        assert_match(/: #{ref} is not a commit of #{made.dir}\nname a commit/, refusal("dalli@git:#{ref},repo=#{made.dir}"))
      end
    end
    Dir.mktmpdir do |folder|
      assert_match(/: HEAD is not a commit of #{folder} \(fatal: not a git rep.*\)$/, refusal("dalli@git:HEAD,repo=#{folder}"))
    end
  end

  def test_a_ref_speaks_for_its_own_version
    ARepository.open("dalli") do |made|
      made.write("lib/dalli/version.rb", "VERSION = '5.0.1'")
      assert_equal "3.2.8", origin("dalli@git:main", cwd: made.dir).stated_version
      made.commit
      found = origin("dalli@git:main,repo=#{made.dir}")
      assert_equal [nil, "5.0.1"], [found.version, found.stated_version]
    end
  end

  def test_an_unknown_version_lists_copies_too
    assert_match(/\(copies: rails-2.2.2\)/, refusal("memcache-client@9.9"))
    assert_match(/socket has no versions/, refusal("socket@1"))
    assert_match(%r{write python/socket}, refusal("python/socket@1"))
  end

  def test_debian_versions_come_from_the_catalogue
    found = origin("pylibmc@1.x", versions: Silent.new)
    assert_equal %w[package 1.6.3 1.6.3], [found.source.kind, found.version, found.stated_version]
    assert_equal "python3.9", origin("pylibmc@1.5.2", versions: Silent.new).release.runtime
    assert_equal "1.6.3", origin("pylibmc@newest", versions: Silent.new).version
    assert_equal "pylibmc has no version 9.9\nnearest: 1.5.2, 1.6.3; see cachemark list versions pylibmc", refusal("pylibmc@9.9")
  end

  def test_takes_the_version_that_the_users_own_runtime_has
    found = origin("pylibmc,python=/usr/bin/env")
    assert_equal ["runtime", nil, nil], [found.source.kind, found.version, found.stated_version]
    assert_equal "1.4", origin("pylibmc@1.4,python=/usr/bin/env").version
    assert_match(/newest is not an exact version, .*\nwrite pylibmc,python=/, refusal("pylibmc@newest,python=/usr/bin/env"))
    assert_equal "package", origin("pylibmc,python=python3").source.kind
  end
end
