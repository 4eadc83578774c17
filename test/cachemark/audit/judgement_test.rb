# frozen_string_literal: true

require "test_helper"

module Cachemark
  # A careful reader of the advisories and of the pages of findings says the same.
  class Audit::JudgementTest < Minitest::Test
    P6PM = "GHSA-p6pm-ch9v-44vx"
    XVX = "GHSA-5xvx-r8rg-5qm2"
    R47X = "GHSA-r47x-6p6r-mvcp"
    M252 = "GHSA-m252-9cgf-vx2w"
    WMV = "GHSA-6wmv-xq9m-fmp7"
    FORK = "GHSA-w39f-xq2m-4g8x"
    RAW = "GHSA-wr87-m4jw-29x5"
    FLUSH = "CVE-2022-4064"
    ALWAYS = ["GHSA-3553-vcg5-72jw", "GHSA-4qp6-2jcr-596v", XVX, FORK, RAW].freeze
    # Releases of dalli between, before and after those that the advisories name.
    DALLI = {
      "5.3.2" => [], "5.2.4" => [], "5.2.4.rc1" => [XVX], "5.2.3" => [XVX], "5.2.2" => [XVX, R47X],
      "5.2.1" => [XVX, R47X, M252, RAW], "5.2.0" => [*ALWAYS, P6PM, R47X, M252], "5.1.0" => [*ALWAYS, P6PM, R47X, M252, WMV],
      "5.0.12" => [], "5.0.7" => [*ALWAYS, P6PM, R47X, M252], "5.0.6" => [*ALWAYS, P6PM, R47X, M252, WMV],
      "4.3.9" => [], "4.3.6" => [XVX, FORK, RAW, R47X, M252], "4.0.1" => [*ALWAYS, P6PM, R47X, WMV],
      "3.2.15" => [], "3.2.12" => [XVX, FORK, RAW, R47X], "3.2.9" => [*ALWAYS, P6PM, R47X],
      "3.2.8" => [*ALWAYS, P6PM, R47X, WMV], "3.2.2" => [*ALWAYS, P6PM, R47X, WMV, FLUSH], "3.1.6" => ALWAYS, "2.7.11" => ALWAYS
    }.freeze

    def test_which_advisories_hold_for_a_release_of_dalli
      DALLI.each do |version, ids|
        row = row_of(MadeAudit.gems(dalli: version), "dalli")

        assert_equal ids.sort, row.advisories.map(&:id).sort, version
        assert(row.advisories.all? { |one| one.state == "affected" })
      end
    end

    def test_the_nearest_release_without_its_advisories_is_of_the_same_line
      { "5.2.0" => "5.2.4", "5.1.0" => "5.1.6", "5.0.6" => "5.0.12", "4.0.1" => "4.3.9", "3.2.8" => "3.2.15",
        "2.7.11" => "3.2.15", "5.3.2" => nil }.each do |version, nearest|
        better = row_of(MadeAudit.gems(dalli: version), "dalli").better
        secure = better.find { |one| one.held.none? { |bug| bug.kind == "advisory" } }

        assert_equal [nearest], [secure&.version], version
      end
    end

    # The nearest release without advisories, and those with the fewest bugs: the newest of the next major, and the newest.
    BETTER = {
      "3.2.8" => [["3.2.15", 4, nil], ["5.3.2", 4, "3.3"]], "2.7.11" => [["3.2.15", 4, nil], ["5.3.2", 4, "3.3"]],
      "4.1.0" => [["4.3.9", 6, "3.1"], ["5.3.2", 4, "3.3"]], "4.3.10" => [["5.3.2", 4, "3.3"]], "5.3.2" => []
    }.freeze

    def test_the_releases_to_change_to
      BETTER.each do |version, better|
        row = row_of(MadeAudit.gems(dalli: version), "dalli")

        assert_equal better, row.better.map { |one| [one.version, one.held.size, one.runtime&.delete_prefix("Ruby ")] }, version
      end
    end

    # On Ruby 3.3, 3.2.15 has one bug less.
    def test_the_newest_release_without_advisories_is_named_even_if_an_older_one_has_fewer_bugs
      files = MadeAudit.gems(dalli: "3.2.8").transform_values { |text| "#{text}\nRUBY VERSION\n   ruby 3.3.8\n" }

      assert_equal [["3.2.15", 3], ["5.3.2", 4]], row_of(files, "dalli").better.map { |one| [one.version, one.held.size] }
    end

    # [a part of the condition of stuck-set; nil if it does not hold] of the Ruby in Gemfile.lock and that in .ruby-version
    RUBIES = { ["3.2.2p53", nil] => "before 3.3, as yours (3.2.2)", ["3.2.2", "3.4.1"] => "as yours (3.2.2)",
               ["3.3.0", nil] => nil, [nil, "3.3.8\n"] => nil, [nil, "ruby-3.1.2\n"] => "as yours (3.1.2)",
               [nil, nil] => "before 3.3, and this project names none", [nil, "jruby-9.4"] => "names none",
               [nil, ""] => "names none",
               ["3.4.2 (jruby 10.0.0.0)", nil] => "names none" }.freeze

    def test_the_ruby_of_a_project_decides_whether_a_finding_holds
      RUBIES.each do |(locked, named), part|
        gems = MadeAudit.gems(dalli: "3.2.8")
        gems["Gemfile.lock"] += "\nRUBY VERSION\n   ruby #{locked}\n" if locked
        gems[".ruby-version"] = named if named
        stuck = row_of(gems, "dalli").held.find { |one| one.id == "stuck-set" }

        part ? assert_includes(stuck.only, part) : assert_nil(stuck, [locked, named].inspect)
      end
    end

    # Findings without a fix stay.
    def test_findings_of_dalli
      row = row_of(MadeAudit.gems(dalli: "3.2.8"), "dalli")

      assert_equal({ "dalli-long-key" => "affected", "dalli-repeated-incr" => "affected", "stuck-set" => "affected",
                     "unlimited-line" => "affected", "dalli-quiet-thread" => "untried" }, findings(row))
      assert_equal %w[dalli-empty-lease dalli-quiet-thread dalli-raw-compressed dalli-refused-in-set-multi],
                   findings(row_of(MadeAudit.gems(dalli: "5.3.2"), "dalli")).keys
    end

    def test_the_command_that_shows_it_and_none_for_what_is_not_public
      held = row_of(MadeAudit.gems(dalli: "3.2.15"), "dalli").held.to_h { |one| [one.id, one.command&.join(" ")] }

      assert_equal({ "dalli-repeated-incr" => "check dalli@3.2.15 --case retry/*", "dalli-quiet-thread" => nil,
                     "dalli-raw-compressed" => "check dalli@3.2.15 dalli@3.2.8 --case cross/raw-long",
                     "stuck-set" => "check dalli@3.2.15 --case send/zero-window-*" }, held)
      assert_equal %w[check dalli@3.2.8,protocol=meta --case reply/line-without-end-*], shown("3.2.8", "unlimited-line")
      assert_equal ["check", "--advisory", P6PM], shown("3.2.8", P6PM)
    end

    def test_stores_of_rails_need_their_client
      with = MadeAudit.result(MadeAudit.gems(activesupport: "5.2.4.2", dalli: "2.7.11"))
      stores = with.rows.to_h { |row| [row.client.name, [row.package.name, row.on, row.advisories.map(&:id)]] }

      assert_equal ["activesupport", ["dalli 2.7.11"], ["CVE-2020-8165"]], stores["mem_cache_store"]
      assert_equal ["dalli", ["activesupport 5.2.4.2"], []], stores["dalli_store"]
      assert_empty MadeAudit.result(MadeAudit.gems(activesupport: "5.2.4.2")).rows
      assert_equal %w[dalli mem_cache_store], clients(MadeAudit.gems(activesupport: "7.2.4", dalli: "3.2.8"))
      affected, fixed = %w[6.0.3 6.0.3.1].map { |one| MadeAudit.gems(activesupport: one, dalli: "2.7.11") }
      assert_equal([1, 0], [affected, fixed].map { |files| row_of(files, "mem_cache_store").advisories.size })
      assert_equal %w[memcached memcached_rails memcached_store],
                   clients(MadeAudit.gems(memcached: "1.8.0", memcached_store: "2.3.4", activesupport: "7.2.4"))
    end

    def test_a_finding_says_whether_it_was_seen_through_a_store_in_the_same_files
      alone, with = [{}, { activesupport: "7.2.4" }].map do |store|
        row_of(MadeAudit.gems(dalli: "3.2.8", **store), "dalli").held.to_h { |one| [one.id, one.stores["mem_cache_store"]] }
      end

      assert_equal [nil], alone.values.uniq
      assert_equal [true, false, nil], with.values_at("dalli-repeated-incr", "dalli-long-key", "dalli-quiet-thread")
    end

    def test_backends_of_django
      assert_equal %w[django_pymemcache pymemcache], clients(MadeAudit.requirements("Django==4.2.28", "pymemcache==4.0.0"))
      assert_empty clients(MadeAudit.requirements("Django==4.2.28", "redis==5"))
    end

    def test_python_clients
      lines = MadeAudit.requirements("pymemcache==4.0.0", "python-memcached==1.62", "python-binary-memcached==0.31.2")
      rows = MadeAudit.result(lines).rows.to_h { |row| [row.client.name, findings(row).values.tally] }

      counts = rows.transform_values { |states| states["affected"] }

      assert_equal({ "pymemcache" => 2, "python-memcached" => 5, "bmemcached" => 6 }, counts)
    end

    def test_a_client_to_which_another_thing_happens
      rows = MadeAudit.result(MadeAudit.requirements("pymemcache==4.0.0", "python-memcached==1.62")).rows
      titles = rows.to_h { |row| [row.client.name, row.held.find { |bug| bug.id == "shared-by-fork" }.title] }

      assert_match(/disturb each other: a KeyError/, titles["pymemcache"])
      assert_match(/read each other's replies/, titles["python-memcached"])
    end

    def test_a_release_in_which_nobody_looked_is_unknown
      row = row_of(MadeAudit.requirements("pylibmc==1.6.1"), "pylibmc")

      assert_equal ["unknown", ["untried"], "its release was not tried"], [row.state, findings(row).values.uniq, row.why]
    end

    # [exit code, the reason]
    UNKNOWN = {
      ["requirements.txt", "pymemcache\n"] => "the file pins no version",
      ["requirements.txt", "pymemcache==#{"9" * 5000}\n"] => nil,
      ["requirements.txt", "pymemcache==1!4.0\n"] => "its version cannot be compared with releases",
      ["requirements.txt", "pymemcache==$(id)\n"] => "its version cannot be compared with releases",
      ["requirements.txt", "pymemcache==#{"9" * 500}\n"] => "its version cannot be compared with releases",
      ["composer.lock", '{"packages":[],"platform":{"ext-memcached":"*"}}'] => "the file pins no version",
      ["go.mod", "module a\nrequire github.com/memcachier/mc v2.0.1\n"] => "Cachemark does not know this client yet",
      ["package-lock.json", '{"packages":{"node_modules/memjs":{"version":"1.2.2"}}}'] =>
        "Cachemark cannot run it: #{MadeCells::CATALOG.client("memjs").refusal_at("version" => "1.2.2")}",
      ["requirements.txt", "umemcache==1.6.3\n"] => "Cachemark does not know this client yet"
    }.freeze

    def test_what_cannot_be_judged_is_never_called_safe
      UNKNOWN.each do |(name, text), why|
        result = MadeAudit.result(name => text)

        assert_equal [3, why], [result.code, result.rows.first&.why], text[0, 60]
      end
    end

    # [client, state] of a file.
    KNOWN = { ["package-lock.json", '{"packages":{"node_modules/memcached":{"version":"2.2.2"}}}'] => %w[node/memcached found],
              ["package-lock.json", '{"packages":{"node_modules/memcache-client":{"version":"1.0.5"}}}'] =>
                %w[node/memcache-client found],
              ["go.mod", "module a\nrequire github.com/bradfitz/gomemcache v0.0.0-20230611145640-acc696258285\n"] =>
                %w[go/gomemcache clear],
              ["composer.lock", '{"packages":[],"platform":{"ext-memcached":"*"}}'] => %w[php/memcached unknown] }.freeze

    def test_clients_of_each_language_are_known_by_their_package
      KNOWN.each do |(name, text), known|
        assert_equal [known], MadeAudit.result(name => text).rows.map { |row| [row.client.id, row.state] }, name
      end
    end

    def test_a_client_is_no_stranger
      names = Audit::Names.new(MadeCells::CATALOG)
      packages = MadeCells::CATALOG.strangers.flat_map do |registry, all|
        all.map { |name| Audit::Package.new(registry: registry, name: name, file: "a", line: 1) }
      end

      assert_empty(packages.select { |package| names.clients(package, {}).any? || names.refused(package) })
    end

    CODES = { { dalli: "3.2.15" } => 1, { rails: "7.1.3" } => 0, { libmc: "1" } => 0 }.freeze

    def test_codes
      CODES.each { |gems, code| assert_equal code, MadeAudit.result(MadeAudit.gems(**gems)).code, gems }
      assert_equal 0, MadeAudit.result(MadeAudit.requirements("emcache==1.3.3")).code
      assert_equal 1, MadeAudit.result({ **MadeAudit.gems(dalli: "3.2.8"), "yarn.lock" => "a" }).code
      assert_equal 3, MadeAudit.result({ **MadeAudit.gems(rails: "7.1.3"), "yarn.lock" => "a" }).code
    end

    def test_releases
      { "v3.2" => "3.2", "1.59.post1" => "1.59", "1.59-post1" => "1.59", "4.0.0+local.1" => "4.0.0", "4.0.0rc1" => "4.0.0rc1" }
        .each { |text, version| assert_equal version, Audit::Judgement.release(text).to_s }
      ["", "latest", "1!2", "1.0; rm", "1\n2"].each { |text| assert_nil Audit::Judgement.release(text), text }
    end

    private

    def row_of(files, client) = MadeAudit.result(files).rows.find { |row| row.client.name == client }
    def clients(files) = MadeAudit.result(files).rows.map { |row| row.client.name }.sort
    def findings(row) = row.held.select { |one| one.kind == "finding" }.to_h { |one| [one.id, one.state] }
    def shown(version, id) = row_of(MadeAudit.gems(dalli: version), "dalli").held.find { |one| one.id == id }.command
  end
end
