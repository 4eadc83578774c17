# frozen_string_literal: true

require "test_helper"

class ContenderResolverTest < Minitest::Test
  class Runtimes
    def at(path, language) = MadeRegistry::Runtime.new(language.environment ? "3.12.1" : path ? "3.4.1" : "3.1.2")
  end

  def refusal(text) = assert_raises(Cachemark::Usage, text) { MadeRegistry.resolver.resolve(text) }.message

  PYTHONS = "python= takes python3, python3.13, python3.9, python2.7, a version, or the path of a Python's executable"

  # What cannot be => its whole message.
  REFUSED = {
    "dali" => "unknown client: dali\nDid you mean dalli?",
    "dalli@1..3" => "dalli@1..3: ranges of versions belong to other commands\nname one version, such as 1.x",
    "dalli==3.2.8" => "dalli==3.2.8: a version follows @\nwrite dalli@3.2.8",
    "dalli@v3.2.8" => "dalli@v3.2.8: v3.2.8 is not a version\nremove the v: 3.2.8",
    "socket,x=1" => "socket,x=1: socket has no option x\nThere are: auth, bandwidth, jit, memcached, namespace, rtt, ruby, " \
                    "timeout, tls, transport.",
    "dalli,ruby=/nowhere" =>
      "dalli,ruby=/nowhere: /nowhere does not exist\nruby= takes a version, or the path of a Ruby's executable",
    "dalli,ruby=/" => "dalli,ruby=/: / is not an executable file\nruby= takes a version, or the path of a Ruby's executable",
    # An option of a part needs that part, and one of a protocol that protocol. libmemcached verifies keys only in text.
    "dalli,pool_size=2" => "dalli,pool_size=2: pool_size needs pool=on\nadd pool=on, or remove pool_size",
    "pylibmc,pool=thread-mapped,pool_size=2" =>
      "pylibmc,pool=thread-mapped,pool_size=2: pool_size needs pool=client\nadd pool=client, or remove pool_size",
    "mem_cache_store,pool=off,pool_size=2" =>
      "mem_cache_store,pool=off,pool_size=2: pool_size needs pool=on\nadd pool=on, or remove pool_size",
    "pylibmc,binary=on,verify_keys=on" =>
      "pylibmc,binary=on,verify_keys=on: verify_keys needs binary=off\nadd binary=off, or remove verify_keys",
    # A runtime is one of the client's language.
    "pylibmc,ruby=/bin/sh" => "pylibmc,ruby=/bin/sh: pylibmc has no option ruby\ncachemark list options pylibmc",
    "dalli,python=python3" => "dalli,python=python3: dalli has no option python\ncachemark list options dalli",
    "pylibmc,python=python2.7" => "pylibmc,python=python2.7: pylibmc 1.6.3 comes built for python3 and python3.13\n" \
                                  "a checkout is built for any: pylibmc@path:DIR",
    "dalli,yjit=on" => "dalli,yjit=on: dalli has no option yjit\nDid you mean jit=yjit?"
  }.freeze

  def test_one_helpful_message_for_what_cannot_be
    REFUSED.each { |text, message| assert_equal message, refusal(text) }
    assert_includes refusal("pylibmc,python=python3.8"), PYTHONS
    assert_match(/jit=on is not possible\nThere are: off, yjit|jit=on is not possible\nDid you mean/, refusal("dalli,jit=on"))
    assert_match(/pylibmc has no option jit/, refusal("pylibmc,jit=yjit"))
  end

  def test_an_option_with_what_it_needs_is_taken
    { "dalli,pool=on,pool_size=2" => ["pool_size", "2"], "mem_cache_store,pool_size=2" => ["pool_size", "2"],
      "pylibmc,verify_keys=on" => ["verify_keys", true] }.each do |text, (name, value)|
      assert_equal value, MadeRegistry.resolver.resolve(text).options[name], text
    end
  end

  def test_the_newest_is_what_the_runtime_can_run_and_the_newer_release_is_named
    old, new = %w[3.1.2 3.3.8].map { |ruby| MadeRegistry.resolver(ruby: ruby).resolve("dalli@newest") }

    assert_equal ["4.3.10", [["dalli", "5.3.2", "Ruby >= 3.3", "ruby=3.3"]], "5.3.2", []],
                 [old.version, old.newer.map { |one| one.to_h.values }, new.version, new.newer]
    assert_empty MadeRegistry.resolver.resolve("dalli@3.2.8").newer
    assert_equal "5.3.2", MadeRegistry.resolver(runtime: Runtimes.new).resolve("dalli@newest,ruby=/usr/bin/env").version
  end

  def test_companions_too
    found = MadeRegistry.resolver.resolve("mem_cache_store,dalli=newest")

    assert_equal [["4.3.10"], %w[dalli]], [[found.gems["dalli"]], found.newer.map(&:gem)]
    assert_empty MadeRegistry.resolver.resolve("mem_cache_store").newer
  end

  def test_a_companion_comes_on_request_or_with_the_option_that_needs_it
    { ["dalli@5.3.2", "3.3.8"] => %w[dalli], ["dalli@5.3.2,zlib=3.2.4", "3.3.8"] => %w[dalli zlib],
      ["dalli", "3.1.2"] => %w[dalli], ["dalli,pool=on", "3.1.2"] => %w[dalli connection_pool] }
      .each { |(text, ruby), names| assert_equal names, MadeRegistry.resolver(ruby: ruby).resolve(text).gems.keys, text }

    versions = %w[3.1.2 2.3.8].map { |ruby| MadeRegistry.resolver(ruby: ruby).resolve("dalli,pool=on").gems["connection_pool"] }
    assert_equal %w[2.5.5 2.2.5], versions
    assert_equal %w[dalli connection_pool], MadeRegistry.resolver(every_companion: true).resolve("dalli").gems.keys
  end

  # A source that does not answer.
  class Silence
    def of(_gem) = raise(Cachemark::Trouble, "the gem source does not tell")
  end

  def test_without_an_answer_the_newest_is_the_catalogues
    resolver = MadeRegistry.resolver(versions: Silence.new)

    assert_equal ["4.3.10", "4.3.10", []],
                 [resolver.resolve("dalli@newest").version, resolver.resolve("mem_cache_store,dalli=newest").gems["dalli"],
                  resolver.resolve("dalli@newest").newer]
    assert_raises(Cachemark::Trouble) { resolver.resolve("dalli@3.x") }
  end

  def test_a_range_is_spread_out
    found = MadeRegistry.resolver.lineage.releases("dalli", "3.2.0..3.2.8")
    assert_equal [%w[dalli@3.2.0 dalli@3.2.8], %w[3.2.0 3.2.8]], [found.map { |one| one.contender.id }, found.map(&:name)]
  end

  def test_an_entry_gives_id_heading_label_note_and_options
    entry = Cachemark::Catalog::Suite::Entry.new(id: "mine", notation: "dalli,protocol=meta", section: "Mine", label: "d",
                                                 options: { "namespace" => "a,b" }, note: "a note")
    found = MadeRegistry.resolver.resolve(entry)
    assert_equal ["mine", "Mine", "d", "a note", "a,b", "meta"],
                 [found.id, found.section, found.label, found.note, found.options["namespace"], found.options["protocol"]]
  end

  def test_does_not_repeat_the_note_of_an_entry
    note = MadeRegistry.resolver.resolve("memcache-client@rails-2.2.2").note
    entry = Cachemark::Catalog::Suite::Entry.new(id: "old", notation: "memcache-client@rails-2.2.2", section: "Old", note: note)

    assert_equal note, MadeRegistry.resolver.resolve(entry).note
    assert_equal "Mine; #{note}", MadeRegistry.resolver.resolve(entry.with(note: "Mine.")).note
  end

  def test_shims_follow_the_runtime_and_the_ring
    ring = MadeRegistry.resolver(servers: 2)
    assert_equal %w[timeout getbyte nitems], ring.resolve("memcache-client@1.5.0").shims
    assert_equal %w[timeout], MadeRegistry.resolver.resolve("memcache-client@1.5.0").shims
  end

  def resolver
    catalog = Cachemark::Catalog.load
    Cachemark::Contender::Resolver.new(catalog: catalog, versions: MadeRegistry.new, runtime: Runtimes.new,
                                       places: Cachemark::Places.new("/bin"))
  end

  def test_each_language_has_its_own_runtimes
    { "pylibmc" => nil, "pylibmc,python=python3" => nil, "python/socket,python=python2.7" => "python2.7",
      "pylibmc,python=sh" => "/bin/sh", "ultramemcache" => "python2.7", "pylibmc@1.5.2" => "python3.9" }.each do |text, runtime|
      assert_equal [runtime], [resolver.resolve(text).runtime], text
    end
    %w[pylibmc,python= dalli@5.3.2,ruby=].each do |text|
      assert_equal ["#{text}/bin/sh", "/bin/sh"], resolver.resolve("#{text}sh").to_h.values_at(:notation, :runtime)
    end
  end

  # Knows one version.
  class Versioned < Runtimes
    def version?(word) = word == "3.4"

    def matching(word, _language, jit: nil) = "/bin/#{jit || word}"
  end

  def versioned(**options)
    Cachemark::Contender::Resolver.new(catalog: Cachemark::Catalog.load, versions: MadeRegistry.new, runtime: Versioned.new,
                                       places: Cachemark::Places.new("/bin"), **options)
  end

  def test_a_version_means_a_runtime_and_its_path_is_kept
    found = versioned.resolve("dalli,ruby=3.4")

    assert_equal ["/bin/3.4", "dalli,ruby=3.4", "dalli@3.2.8,ruby=/bin/3.4"],
                 [found.runtime, found.id, found.notation.sub(/@[^,]+/, "@3.2.8")]
    assert_equal "/bin/yjit", versioned.resolve("dalli,ruby=3.4,jit=yjit").runtime
  end

  def test_a_jit_is_an_option_of_a_language_that_has_one
    found = ["dalli", "dalli,jit=off", "dalli,jit=yjit"].map { |text| resolver.resolve(text) }

    assert_equal([[nil, []], ["off", []], ["yjit", ["--yjit"]]], found.map { |one| [one.jit, one.runtime_flags] })
    refute_includes found.last.options.keys, "jit"
  end

  def test_defaults_are_for_those_who_have_the_option_and_name_no_other
    defaulted = versioned(defaults: { "ruby" => "3.4", "jit" => "yjit" })

    found = ["dalli", "dalli,ruby=sh", "dalli,jit=off", "pylibmc"].map { |text| defaulted.resolve(text) }
    assert_equal([["/bin/yjit", "yjit"], ["/bin/sh", "yjit"], ["/bin/off", "off"], [nil, nil]],
                 found.map { |one| one.to_h.values_at(:runtime, :jit) })
  end
end

class ContenderAssemblyTest < Minitest::Test
  def resolve(text, **options) = MadeRegistry.resolver(**options).resolve(text)

  # Every gem is pinned exactly.
  GEMS = { "mem_cache_store@7.1.x,dalli=3.2.8" =>
             { "activesupport" => "7.1.6", "dalli" => "3.2.8", "connection_pool" => "2.5.5" },
           "memcached_store" => { "memcached_store" => "2.3.4", "activesupport" => "7.2.4", "memcached" => "1.8.0" },
           "memcache-client@rails-2.2.2" => {}, "python-memcached" => { "memcache" => "1.59" }, "python/socket" => {} }.freeze
  NOTATIONS = { "mem_cache_store@7.1.x,dalli=3.x" => "mem_cache_store@7.1.6,dalli=3.2.15",
                "dalli@2.7.11,kgio=off" => "dalli@2.7.11,kgio=off",
                "memcache-client@rails-2.2.2,timeout=off" => "memcache-client@rails-2.2.2,timeout=off" }.freeze

  def test_gems_and_notations_are_exact_and_a_release_for_another_ruby_says_which
    GEMS.each { |text, gems| assert_equal gems, resolve(text).gems, text }
    NOTATIONS.each { |text, notation| assert_equal notation, resolve(text).notation }
    assert_equal [">= 3.3", ">= 3.3", nil],
                 ["dalli@5.3.2", "mem_cache_store,dalli=5.3.2", "dalli"].map { |text| resolve(text).requires_runtime }
  end

  def test_the_notation_of_a_ref_names_its_repository
    ARepository.open("dalli") do |made|
      made.commit
      found = Dir.chdir(made.dir) { resolve("dalli@git:HEAD") }

      assert_equal ["dalli@git:HEAD", "dalli@git:HEAD,repo=#{made.dir}"], [found.id, found.notation]
    end
  end

  def test_a_commit_has_the_options_and_shims_of_the_version_in_its_files
    ARepository.open("dalli") do |made|
      made.write("lib/dalli/version.rb", "VERSION = '5.0.4'")
      newer = made.commit
      made.write("lib/dalli/version.rb", "VERSION = '2.7.11'")
      older = made.commit
      named = ->(client, commit, more) { "#{client}@git:#{commit},repo=#{made.dir},#{more}" }

      assert_equal true, resolve(named.("dalli", newer, "string_fastpath=on")).options["string_fastpath"]
      assert_match(/has no option string_fastpath/,
                   assert_raises(Cachemark::Usage) { resolve(named.("dalli", older, "string_fastpath=on")) }.message)
      assert_equal %w[bigdecimal localcache], resolve(named.("dalli_store", older, "activesupport=4.2.0")).shims
    end
  end

  def test_a_checkout_needs_the_ruby_of_its_gemspec
    ARepository.open("dalli") do |made|
      made.write("dalli.gemspec", %(raise "evaluated"\n  s.name = "dalli"\n  s.required_ruby_version = '>= 99.3'\n))
      made.commit
      made.write("dalli.gemspec", %(  s.name = "dalli"\n  s.required_ruby_version = Gem::Requirement.new(">= 99.4")\n))
      words = ["dalli@path:#{made.dir}", "dalli@git:HEAD,repo=#{made.dir}"]

      assert_equal [">= 99.4", ">= 99.3"], words.map { |word| resolve(word).requires_runtime }
    end
  end

  def test_reports_shims_omitted_gems_and_refusals
    contender = resolve("dalli_store@2.7.2,activesupport=4.2.0")
    assert_equal [%w[bigdecimal], %w[json], nil], [contender.shims, contender.left_out, contender.refusal]
    assert_match(/needs activesupport < 6.0/, resolve("dalli_store,activesupport=6.1.7.10").refusal)
  end

  def test_a_contender_knows_its_language_release_and_library
    contender = resolve("pymemcache@4.x")

    assert_equal ["python", "trixie", { "pymemcache" => "4.0.0" }, "pymemcache@4.0.0"],
                 [contender.language.name, contender.release.suite, contender.gems, contender.notation]
  end

  def test_conditions_know_the_version_of_the_runtime
    condition = Cachemark::Catalog::Client::Condition.of("python" => "< 3")
    refusals = [Cachemark::Catalog::Client::Refusal.new(reason: "too old", condition: condition)]
    client = Cachemark::Catalog.load.client("python/socket").with(refusals: refusals)
    catalog = Cachemark::Catalog.load.tap { |made| made.define_singleton_method(:client) { |_name| client } }
    resolver = Cachemark::Contender::Resolver.new(catalog: catalog, versions: nil, runtime: MadeRegistry::Runtime.new("3.1.2"))

    assert_equal([nil, "too old"], ["", ",python=python2.7"].map { |more| resolver.resolve("python/socket#{more}").refusal })
  end

  def test_the_ruby_may_be_the_reason_to_refuse
    %w[memcached memcached@1.7.2 memcached_rails memcached_store].each do |text|
      assert_nil resolve(text).refusal, text
      assert_match(/does not compile on Ruby 3\.3/, resolve(text, ruby: "3.3.8").refusal, text)
    end
    assert_nil resolve("dalli", ruby: "3.3.8").refusal
  end
end

class ContenderCompanionsTest < Minitest::Test
  def companions(client, given = {}, **facts)
    found = Cachemark::Contender::Resolver::Assembly::Companions.new(Cachemark::Catalog.load.client(client), MadeRegistry.new)
    found.class.numbers(found.of(given, facts.transform_keys(&:to_s), text: client))
  end

  # A client at a version and what was given => its companions. One can depend on another.
  COMPANIONS = {
    ["mem_cache_store", "7.0.10", {}] => { "dalli" => "4.3.10" },
    ["mem_cache_store", "7.0.10", { "dalli" => "3.x" }] => { "dalli" => "3.2.15" },
    ["dalli", "2.7.11", {}] => {}, ["dalli", "2.7.11", { "kgio" => "off" }] => {},
    ["dalli", "2.7.11", { "kgio" => "2.x" }] => { "kgio" => "2.11.4" },
    ["mem_cache_store", "7.0.10", { "dalli" => "2.7.11", "kgio" => "2.9.3" }] => { "dalli" => "2.7.11", "kgio" => "2.9.3" }
  }.freeze

  def test_the_catalogues_version_unless_another_is_asked_for
    COMPANIONS.each { |(client, version, given), gems| assert_equal gems, companions(client, given, version: version) }
    error = assert_raises(Cachemark::Usage) { companions("mem_cache_store", { "kgio" => "2.9.3" }, version: "7.2.4") }
    assert_match(/cannot use kgio\nit can with dalli < 3/, error.message)
  end

  # connection_pool 3 takes keywords only.
  def test_a_store_that_gives_its_pool_a_hash_gets_the_last_pool_that_takes_one
    pools = { "2.5.5" => %w[7.1.5 7.2.4 8.0.4.1 8.1.0 8.1.1], nil => %w[7.0.10 8.0.5 8.1.2 8.1.4.1] }
    pools.each do |pool, releases|
      found = releases.map { |version| companions("mem_cache_store", version: version)["connection_pool"] }

      assert_equal [pool], found.uniq
    end
    assert_equal "3.0.2", companions("mem_cache_store", { "connection_pool" => "3.0.2" }, version: "8.1.4.1")["connection_pool"]
    assert_match(/needs connection_pool < 3/, resolve("mem_cache_store@7.1.6,connection_pool=3.0.2").refusal)
    assert_nil resolve("mem_cache_store@7.1.6,connection_pool=2.4.1").refusal
  end

  def resolve(text) = MadeRegistry.resolver.resolve(text)
end

class ContenderEffectiveOptionsTest < Minitest::Test
  def options(given, client: "dalli", version: "4.3.10")
    client = Cachemark::Catalog.load.client(client)
    Cachemark::Contender::Resolver::Assembly::EffectiveOptions.new(client, { "version" => version }.compact,
                                                                   text: "it", others: %w[kgio ruby]).of(given)
  end

  def refusal(given, **more) = assert_raises(Cachemark::Usage) { options(given, **more) }.message

  def test_a_default_is_as_good_as_a_word_and_an_unknown_version_has_none
    assert_equal options({}), options({ "protocol" => "binary", "timeout" => "1.0", "compress" => "on" })
    refute_equal options({}), options({ "protocol" => "meta" })
    assert_equal({ "verify_keys" => true }, options({ "verify_keys" => "on" }, client: "pylibmc", version: nil))
    assert_equal({ "compress" => false }, options({ "compress" => "off" }, version: nil))
  end

  def test_unknown_names_and_values_are_explained
    assert_equal "it: dalli has no option protocl\nDid you mean protocol?", refusal({ "protocl" => "meta" })
    assert_equal "it: protocol=mta is not possible; protocol is binary or meta\nDid you mean meta?",
                 refusal({ "protocol" => "mta" })
    assert_equal "it: compress=yes is not possible; compress is on or off\ncachemark list options dalli",
                 refusal({ "compress" => "yes" })
    assert_equal "it: dalli 2.7.11 has no option protocol\nit exists for version >= 3.2, < 5; version >= 5",
                 refusal({ "protocol" => "meta" }, version: "2.7.11")
  end
end

class ContenderNotationTest < Minitest::Test
  def parse(text) = Cachemark::Contender::Notation.parse(text)

  def refusal(text) = assert_raises(Cachemark::Usage, text) { parse(text) }.message

  # Folders and refs are versions.
  PARTS = { "dalli@3.2.8,protocol=meta,timeout=off" => ["dalli", "3.2.8", { "protocol" => "meta", "timeout" => "off" }],
            "dalli" => ["dalli", nil, {}], "dalli@path:../dalli" => ["dalli", "path:../dalli", {}],
            "dalli@git:main,repo=/src/dalli" => ["dalli", "git:main", { "repo" => "/src/dalli" }] }.freeze

  def test_takes_client_version_and_options_apart
    PARTS.each { |text, parts| assert_equal parts, parse(text).then { |one| [one.client, one.version, one.options] } }
    assert_equal [true, false, false], %w[dalli@3.2.0..3.2.8 dalli@path:../dalli dalli@3.2.8].map { |text| parse(text).range? }
    assert_equal "dalli@4.3.10,protocol=meta", parse("dalli@newest,protocol=meta").rewritten("4.3.10", { "protocol" => "meta" })
  end

  EMPTY = {
    "" => "the word is empty", "@1" => "names no client", ",a=b" => "names no client",
    "dalli@" => "a version must follow @", "dalli," => "an option must follow", "dalli,,a=b" => "an option must follow",
    "dalli,protocol=" => "needs a name and a value", "dalli,=meta" => "needs a name and a value",
    "dalli,protocol" => "is not OPTION=VALUE", "dalli,a=1,a=2" => "a is given twice"
  }.freeze
  NO_PLACE = ["dalli[x=y]", "dalli 3", "'dalli'", "dalli@3\"", "dalli*", "dalli\t", "da\nlli"].freeze

  def test_empty_parts_and_what_a_shell_would_read_are_refused
    { **EMPTY, **NO_PLACE.to_h { |text| [text, "has no place in a contender"] } }.each do |text, what|
      assert_includes refusal(text), what
      assert_operator refusal(text).lines.size, :<=, 3
    end
    assert_match(/cannot hold a comma here.*\n.*suite file/, refusal("dalli,namespace=a,b"))
  end
end
