# frozen_string_literal: true

require "test_helper"

module Cachemark
  # How results become pages. SitePagesTest has the words.
  class Site::ResultsTest < Minitest::Test
    LATER = { at: "2026-11-28T10:00:00Z", method: 2 }.freeze
    CLIENT = "clients/ruby-dalli.html"
    QUESTION = "questions/q.html"

    def test_a_page_links_to_questions_only_if_one_has_an_answer
      texts = [pages(dalli), asked(dalli(campaign: MadeSites.step("q")))].map { |all| all["rules.html"] }

      assert_equal [false, true], texts.map { |text| text.include?("index.html#questions") }
    end

    def test_a_comparison_warns_against_its_times_next_to_those_of_a_run_by_method_1
      compare = lambda do |**more|
        MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", 0.2, [0.19, 0.21], campaign: MadeSites.step("q"), **more)
      end
      said = [compare.call, dalli(campaign: MadeSites.step("q")), compare.call(method: 2)].map do |result|
        asked(result)[QUESTION].include?("Do not compare them with times of")
      end

      assert_equal [true, false, false], said
    end

    def test_two_scenarios_that_are_compared_share_a_panel_and_others_are_no_part_of_it
      costs = { "client/get" => { "dalli@5.3.2" => 20.0, "socket" => 9.0 }, "client/set" => { "dalli@5.3.2" => 77.0 },
                "store/get" => { "mem_cache_store@8.1.1" => 32.5 } }
      run = MadeResults.runs(costs, campaign: MadeSites.step("q"))
      pair = { "of" => { "client" => "mem_cache_store", "scenario" => "store/get" },
               "against" => { "client" => "dalli", "scenario" => "client/get" } }
      page = asked(run, "pairs" => [pair])[QUESTION]

      assert_match(/"group":"client\/get and store\/get","text":"dalli 5.3.2, client\/get: 20.0/, page)
      refute_includes page, "dalli 5.3.2, client/set: 77.0"
    end

    def test_a_question_is_answered_by_each_machine_first_by_those_that_could_tell
      results = [{}, MadeSites::OTHER].zip([14.01, 28.0]).map do |machine, us|
        MadeResults.run({ "dalli@5.3.2" => us, "pymemcache@4.0.0" => 14.0 }, campaign: MadeSites.step("q"), machine: machine)
      end
      texts = asked(*results, "pairs" => [MadeSites::PAIR])

      assert_match(/\A.*?100 % slower.*?Answered on\n1 machine.*?On other machines.*?: This run could not tell/m,
                   text(texts[QUESTION]))
      assert_match(/\/ dalli 5.3.2 is 100 % slower than pymemcache 4.0.0 in get. \(method 1\)$/, text(texts["index.html"]))
    end

    def test_commands_and_versions_are_exact
      id = "dalli@newest"
      run = MadeResults.run({ id => 21.0, "pymemcache@4.0.0" => 14.0 }, campaign: MadeSites.step("q"), argv: ["run", id])
      exact = { "notation" => "dalli@5.3.2", "version" => "5.3.2" }
      contenders = run.facts["contenders"].map { |one| one["id"] == id ? one.merge(exact) : one }
      rows = run.facts["rows"].map { |row| row["contender"] == id ? row : row.merge("status" => "unavailable") }
      page = text(asked(Results::Result.new(run.facts.merge("contenders" => contenders, "rows" => rows)))[QUESTION])

      assert_includes page, "cachemark run dalli@5.3.2"
      assert_match(/^Versions\ndalli 5\.3\.2 \([^)]*\)$/, page)
    end

    def test_a_case_is_repeated_with_its_release_and_its_server
      check = MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1 } })
      cases = check.facts["cases"].map { |one| one.merge("contender" => "dalli", "replay" => "cachemark check dalli --case x") }
      contenders = check.facts["contenders"].map { |one| one.merge("id" => "dalli") }
      facts = { "cases" => cases, "contenders" => contenders, "outcomes" => { "dalli" => { "FAIL" => 1 } } }

      assert_includes text(pages(Results::Result.new(check.facts.merge(facts)))[CLIENT]),
                      "cachemark check dalli@5.3.2,ruby=3.3 --with memcached=1.6.45 --case x"
    end

    def test_a_command_can_be_typed_on_any_machine
      { "dalli@5.3.2,ruby=~/.cache/x/ruby,jit=yjit" => "dalli@5.3.2,ruby=3.3,jit=yjit",
        "pylibmc@1.6.3" => "python/pylibmc@1.6.3,python=3.11" }.each do |name, word|
        assert_includes pages(MadeResults.run({ name => 21.0 })).values_at(CLIENT, "clients/python-pylibmc.html").join,
                        "cachemark run #{word} --with memcached=1.6.45 --scenario client/get --for 60s"
      end
    end

    def test_rows_on_several_servers_say_so_and_are_repeated_on_as_many
      page = text(pages(dalli, MadeResults.run({ "dalli@5.3.2" => 30.0 }, servers: 2))[CLIENT])

      assert_includes page, "Ruby 3.3.8, 2 servers with memcached 1.6.45"
      assert_equal [1, 1], ["1.6.45 --with ring=2 --scenario client/get", "1.6.45 --scenario client/get"]
        .map { |part| page.scan(part).size }
    end

    def test_a_client_without_costs_has_a_page_with_its_outcomes_and_one_that_could_not_be_built_has_none
      made = pages(MadeResults.check({ "dalli@5.3.2" => { "HANG" => 2, "PASS" => 9 } }),
                   MadeResults.run({ "pylibmc@1.6.3" => MadeSites.absent }))

      assert_includes made[CLIENT], "dalli 5.3.2 was tried in 11 cases of cachemark check: 9 passed. 2 ended with a hang"
      refute_includes made, "clients/python-pylibmc.html"
    end

    def test_a_client_alone_is_not_the_best
      page = text(pages(dalli, MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 2 } }))["index.html"])

      assert_includes page, "dalli 5.3.2 is the only Ruby client that has been checked."
      refute_includes page, "choice-ruby"
    end

    def test_releases_in_a_chart_are_on_one_runtime
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0, "dalli@3.2.8" => 24.0 },
                                   runtimes: { "dalli@5.3.2" => "3.4.1" }))[CLIENT]

      assert_includes text(page), "All releases on Ruby 3.3.8, memcached 1.6.45."
    end

    def test_an_entry_of_another_machine_says_so
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0, "pylibmc@1.6.3" => 17.0 }),
                   MadeResults.run({ "memcached@1.8.0" => 30.0 }, machine: { id: "aaaa0000bbbb1111" }))["index.html"]

      assert_match(/^ruby\/memcached 1.8.0 .*Ruby 3.3.8, memcached 1.6.45, on amd-epyc-2-aaaa0000/, text(page))
    end

    def test_a_client_has_a_table_of_each_method_and_nothing_twice
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0 })
      page = pages(first, MadeResults.run({ "dalli@5.3.2" => 23.0 }, **LATER, machine: MadeSites::OTHER))[CLIENT]
      tables = page.scan(%r{<table[^>]*id="costs-grid.*?</table>}m).map { |table| text("<main>#{table}</main>") }

      assert_match(/\ATime per call on intel-xeon-2-aaaa0000: the newest figure of each configuration$.* 23\.0 µs/m, tables.first)
      assert_match(/\ATime per call: the newest figure of each configuration, method 1$.* 25\.0 µs/m, tables.last)
      refute_match(/2[15]\.0 µs/, tables.first)
      refute_match(/2[13]\.0 µs/, tables.last)
    end

    def test_a_chart_of_a_client_and_a_table_of_sizes_have_one_method
      first = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0 })
      found = [{ "dalli@5.3.2" => 23.0 }, { "dalli@5.3.2" => 23.0, "dalli@4.3.10" => 27.0 }].map do |costs|
        pages(first, MadeResults.run(costs, **LATER))[CLIENT].scan(/"text":"dalli [^"]*, client\/get: ([\d.]+)/).flatten.sort
      end
      sizes = lambda do |costs, **more|
        costs.map { |size, us| MadeResults.run({ "dalli@5.3.2" => us }, scenario: "client/get,size=#{size}", **more) }
      end
      tables = [{ "100" => 31.0 }, { "100" => 31.0, "1k" => 32.0 }].map do |costs|
        pages(*sizes.call({ "100" => 21.0, "1k" => 22.0 }), *sizes.call(costs, **LATER))[CLIENT][%r{id="over-.*?</table>}m]
      end

      assert_equal [%w[1.40 1.67], %w[1.53 1.80]], found
      assert_match(/by size, method 1<.*21\.0.µs.*22\.0.µs/m, tables.first)
      assert_match(/by size<.*31\.0.µs.*32\.0.µs/m, tables.last)
    end

    def test_rules_are_those_of_the_methods_that_are_shown
      rules = [[{}], [LATER], [{}, LATER]].map do |all|
        page = pages(*all.map { |more| dalli(**more) })["rules.html"]
        ["Do not compare a time of <code>run</code>", "A time includes garbage collection."].map { |text| page.include?(text) }
      end

      assert_equal [[true, false], [false, true], [true, true]], rules
    end

    private

    def dalli(**more) = MadeResults.run({ "dalli@5.3.2" => 21.0 }, **more)
    def pages(...) = MadeSites.texts(MadeSites.contents_of(...))
    def text(page) = MadeSites.text(page)

    # The pages with a question about the results; `answer` is that of its step.
    def asked(*results, **answer)
      form = Catalog::Campaign::Answer.of(answer.transform_keys(&:to_s)) if answer.any?
      pages(*results, steps: [Catalog::Campaign::Step.new(id: "q", argv: results.first.argv, question: "Why?", answer: form)])
    end
  end
end
