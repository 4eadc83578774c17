# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::ListTest < Minitest::Test
    include ACommand

    # `list` asks no source, so its cache has the releases of these gems.
    def setup
      %w[dalli memcache-client].each { |gem| CLI.sources({})[:versions].of(gem) }
    end

    def test_everything_a_line_each
      command("list")

      assert_equal %w[Clients Scenarios Suites], out.string.lines(chomp: true).grep(/\A[A-Z]\w+\z/)
      MadeCells::CATALOG.scenarios.each_key { |id| assert_match(/^#{id} +(1 call|\d+ calls) +\S/, out.string) }
      MadeCells::CATALOG.suites.each_key { |id| assert_match(/^#{id}(?: \(default\))? +\d+ contenders +\S/, out.string) }
      assert_match(/^today \(default\) +#{MadeCells::CATALOG.suite("today").contenders.size}/, out.string)
    end

    def test_faults_and_the_cases_of_each_are_counted_apart
      faults = Catalog.load.faults.values
      cases = Fault::Case.all(faults)
      command("list", "faults")
      text = out.string
      command("list", "cases")

      assert_operator faults.size, :>=, 60
      assert_match(/^interrupt\/timeout +7 cases +a timeout from outside/, text)
      assert_equal "#{faults.size} faults, #{cases.size} cases", text.lines.last.chomp
      assert_equal cases.map(&:id), out.string.scan(/^  (\S+)$/).flatten
      assert_equal "#{cases.size} cases of #{faults.size} faults", out.string.lines.last.chomp
    end

    def test_the_modes_of_each_language
      command("list", "modes")

      assert_match(/^Ruby +sync +threads-N, processes-N, fibers-N$/, out.string)
      assert_match(/^Node\.js +sync +inflight-N, processes-N$/, out.string)
    end

    def test_runtimes_with_their_jit_path_and_origin
      command("list", "runtimes")
      own = Env::Runtimes::Runtime.current

      assert_match(/\Aruby #{RUBY_VERSION}\S* +#{own.jits.any? ? "YJIT" : "-"} +#{own.path} \(\S.*\)$/, out.string)
      assert_match(/^Ruby: ruby=VERSION takes the newest, ruby=PATH any$/, out.string)
      assert_match(/^Python: .*; without installation: python3 \(3\.11, Debian bookworm\), python3\.13 \(3\.13, Debian trixie\)/,
                   out.string)
      assert_match(/^Built on request: ruby-3\.1, .*ruby-3\.3-yjit/, out.string)
    end

    def test_clients_with_version_and_options
      command("list", "clients")

      assert_match(/^dalli +\d+\.\d+\.\d+ +\S.*\n +options: .*protocol=binary\|meta/, out.string)
      assert_match(/^ +options: .*timeout=SECONDS\|off/, out.string)
      assert_match(/options: protocol=\S+ namespace=\S+ timeout=/, out.string[/^dalli .*\n.*/])
      assert_match(/^socket +- +the reference/, out.string)
    end

    def test_a_release_that_needs_another_ruby_is_named_with_it
      skip "this Ruby runs all of them" if RUBY_VERSION >= "3.3"

      command("list", "clients")
      assert_match(/^dalli +4\.3\.\d+ .*\(dalli 5\S* needs Ruby >= 3\.3: ruby=3\.3\)$/, out.string)
      out.truncate(0)
      command("list", "versions", "dalli")
      assert_match(/^5\.3\.2 +needs Ruby >= 3\.3 \(this is \S+\): pass ruby=VERSION$/, out.string)
    end

    def test_references_are_listed_apart_and_controls_not_at_all
      command("list", "clients")
      clients, references = out.string.split(/^References.*$/)

      assert_match(/^dalli /, clients)
      languages = Vocabulary::Language.all.keys.map { |name| name == "ruby" ? "" : "#{name}/" }
      assert_equal languages.product(%w[socket null]).map(&:join).sort, references.scan(/^(\S+) +- /).flatten.sort
      refute_match(/control/, out.string)
      assert_match(/^#{clients.scan(%r{^[\w/-]+ }).size} clients and #{languages.size * 2} references$/, references)
    end

    def test_clients_of_ruby_come_first_then_those_of_python
      command("list", "clients")
      names = out.string.scan(/^(\S+) +\d+\.\d/).flatten
      places = %w[dalli pylibmc libmemcached].map { |name| names.index(name) }

      assert_equal places.sort, places
      assert_equal "dalli", names.first
    end

    def test_versions_of_a_client_with_the_default_and_what_does_not_run_here
      command("list", "versions", "memcache-client")

      assert_match(/^rails-2\.2\.2 +copy +\S/, out.string)
      assert_match(/^1\.6\.4 +absent +replaced by 1\.6\.5: \S/, out.string)
      assert_match(/^1\.8\.5 +default$/, out.string)
      assert_match(/^\nAs of 20\S+ \d\d:\d\d UTC\. Look again: cachemark list versions memcache-client --refresh\n\z/, out.string)
    end

    def test_versions_that_the_catalogue_knows
      command("list", "versions", "pymemcache")

      assert_equal [["3.0.1", "on python3.9 of Debian bullseye"], ["3.5.2", "default         on python3 of Debian bookworm"],
                    ["4.0.0", "Debian trixie, on python3 of Debian bookworm or python3.13 of Debian trixie"]],
                   out.string.lines(chomp: true).first(3).map { |line| line.split(/ {3,}/, 2) }
      assert_match(/ Look again: cachemark list versions pymemcache --refresh$/, out.string.lines.last)
    end

    def test_asks_no_source_unless_it_must
      with_sources("http://127.0.0.1:1/") do
        begin_cold
        command("list", "clients", "--offline")
        assert_match(/^dalli +4\.3\.10 /, out.string)
        assert_match(/^Newer releases of some clients are unknown.*: cachemark list clients --refresh\n\z/, out.string)
        errors = [[], ["--refresh"]].map { |words| assert_raises(Trouble) { command("list", "versions", "dalli", *words) } }

        assert_equal "the versions of dalli are not in the cache\ncachemark list versions dalli --refresh", errors.first.message
        assert_match(/\Athe gem source does not answer.*\ncheck the network/, errors.last.message)
        assert_empty Dir.children(@home)
      end
    end

    def test_a_client_of_our_own_has_no_versions
      assert_equal 0, command("list", "versions", "socket")
      assert_empty out.string
    end

    def test_options_have_their_defaults_and_where_these_are_documented
      assert_equal 0, command("list", "options", "dalli")
      assert_match(/^failover +on\|off +keys of a server .*; default on \(.*dalli 4\.3\.10\); version >= 1$/, out.string)
      assert_equal %w[1 60 30], out.string.scan(/^retry_delay +SECONDS.*default (\d+) \(/).flatten
    end

    def test_long_values_of_an_option_have_a_space_after_them
      assert_equal 0, command("list", "options", "mem_cache_store")
      assert_match(/^serializer +marshal_7_1\|message_pack of values/, out.string)
    end

    def test_options_end_with_those_of_every_client_of_the_language
      endings = %w[dalli pylibmc].map do |client|
        assert_equal 0, command("list", "options", client)
        out.string.lines.last
      end

      assert_equal ["Every client for Ruby takes ruby=VERSION|PATH and jit=yjit|off.\n",
                    "Every client for Python takes python=VERSION|PATH.\n"], endings
    end

    private

    def with_sources(address)
      before = Gem.sources
      Gem.sources = Gem::SourceList.from([address])
      yield
    ensure
      Gem.sources = before
    end
  end
end
