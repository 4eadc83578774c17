# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::Results::PagesTest < Minitest::Test
    STEP = { "id" => "c", "begun" => "2026-11-26T10:00:00Z", "step" => "q" }.freeze
    OTHER = { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" }.freeze
    PAIR = { "of" => { "client" => "dalli", "scenario" => "client/get" }, "against" => { "client" => "pymemcache" } }.freeze

    def pages(*results, steps: [], **more)
      campaign = Catalog::Campaign.new(id: "c", title: "c", summary: "c", steps: steps)
      contents = Site::Results::Contents.new(survey: MadeResults.survey(*results), campaigns: [campaign], repository: nil, **more)
      Site::Results::Pages.new(contents, Results::Folder.new("/nowhere")).texts
    end

    # The text of a page.
    def words(page) = page.force_encoding("UTF-8").gsub(/<wbr>/, "").gsub(/<[^>]+>/, " ").gsub(/[[:space:]]+/, " ")

    def question(argv, answer = nil) = Catalog::Campaign::Step.new(id: "q", argv: argv, question: "Why?", answer: answer)

    def test_a_question_about_an_outage_shows_each_run
      outage = MadeResults.outage({ "dalli@5.3.2" => [[12, 1.1], [80, nil]] }, campaign: STEP)
      texts = pages(outage, steps: [question(outage.argv)])

      [texts["questions/q.html"], texts["clients/ruby-dalli.html"]].each do |page|
        assert_match(/5,000 12 1.10 s .*5,000 80 none before the end/, words(page))
      end
      assert_includes texts["questions/q.html"], "dalli 5.3.2, run 2: 80 lost, recovery: none before the end"
    end

    def test_an_outage_of_a_client_says_which_server_and_how_to_repeat_it
      argv = %w[outage dalli@5.3.2 --restart 2]
      page = words(pages(MadeResults.outage({ "dalli@5.3.2" => [[12, 1.1]] }, argv: argv))["clients/ruby-dalli.html"])

      ["When server 2 was restarted", "Calls lost, and time from the incident until calls succeed again",
       "cachemark outage dalli@5.3.2 --restart 2"].each { |text| assert_includes page, text }
    end

    def test_a_page_links_to_questions_only_if_one_has_an_answer
      run = MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: STEP)
      texts = [pages(run), pages(run, steps: [question(run.argv)])].map { |all| all["rules.html"] }

      assert_equal [false, true], texts.map { |text| text.include?("index.html#questions") }
    end

    def test_the_rules_say_which_bugs_are_explained_in_public
      rules = pages(MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: STEP))["rules.html"]

      assert_includes words(rules), "SECURITY.md says which bugs"
    end

    def test_a_comparison_warns_against_its_times_next_to_those_of_a_run
      results = [MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", 0.2, [0.19, 0.21], campaign: STEP),
                 MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: STEP),
                 MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", 0.2, [0.19, 0.21], campaign: STEP, method: 2)]
      said = results.map do |result|
        text = words(pages(result, steps: [question(result.argv)])["questions/q.html"])
        text.include?("Do not compare them with times of run")
      end

      assert_equal [true, false, false], said
    end

    def test_a_question_of_a_campaign_has_the_use_of_the_processor_before_it
      said = [STEP, { **STEP, "busy_percent" => 4 }].map do |step|
        run = MadeResults.run({ "dalli@5.3.2" => 21.0 }, campaign: step)
        words(pages(run, steps: [question(run.argv)])["questions/q.html"])[/CPU used by others before \S+ %/]
      end

      assert_equal [nil, "CPU used by others before 4 %"], said
    end

    def test_a_question_about_a_check_counts_bad_outcomes
      outcomes = { "dalli@5.3.2" => { "FAIL" => 2, "HANG" => 1 }, "pylibmc@1.6.3" => { "FAIL" => 1 } }
      check = MadeResults.check(outcomes, campaign: STEP)
      page = pages(check, steps: [question(check.argv)])["questions/q.html"]

      ["dalli 5.3.2: 2 FAIL", "pylibmc 1.6.3: 0 HANG"].each { |text| assert_includes page, text }
    end

    def test_a_question_has_one_sentence_and_a_chart_of_its_rows
      run = MadeResults.runs({ "client/get" => { "dalli@5.3.2" => 21.0, "pymemcache@4.0.0" => 14.0 },
                               "client/set" => { "dalli@5.3.2" => 77.0 } }, campaign: STEP, answer: %w[First. Second.])
      texts = pages(run, steps: [question(run.argv, Catalog::Campaign::Answer.of({ "pairs" => [PAIR] }))])
      page = texts["questions/q.html"]

      [page, texts["index.html"]].each do |text|
        assert_includes words(text), "dalli 5.3.2 is 50 % slower than pymemcache 4.0.0 in get."
        refute_includes words(text), "First. "
      end
      assert_includes page, "dalli 5.3.2, client/get: 21.0"
      refute_includes page, "dalli 5.3.2, client/set: 77.00"
      assert_match(/77\.0/, words(page))
    end

    def test_two_scenarios_that_are_compared_share_a_panel
      run = MadeResults.runs({ "client/get" => { "dalli@5.3.2" => 20.0, "socket" => 9.0 },
                               "store/get" => { "mem_cache_store@8.1.1" => 32.5 } }, campaign: STEP)
      pair = { "of" => { "client" => "mem_cache_store", "scenario" => "store/get" },
               "against" => { "client" => "dalli", "scenario" => "client/get" } }
      page = pages(run, steps: [question(run.argv, Catalog::Campaign::Answer.of({ "pairs" => [pair] }))])["questions/q.html"]

      assert_includes page, %("group":"client/get and store/get","name":"dalli 5.3.2, client/get")
      refute_includes words(page), "socket 1 ("
    end

    def test_several_changes_of_a_search_are_a_list
      changes = ["dalli 3.0.5 made get slower.", "dalli 4.0.0 made get faster."]
      search = MadeResults.of("find", %w[dalli@5.3.2], answer: changes)
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0 }), search)["clients/ruby-dalli.html"]

      assert_match(%r{<li>dalli 3.0.5 made get slower\.</li>\s*<li>dalli 4.0.0 made get faster\.</li>}, page)
    end

    def test_a_question_says_where_it_was_answered
      results = [{}, OTHER].zip([21.0, 28.0]).map do |machine, us|
        MadeResults.run({ "dalli@newest" => us, "pymemcache@4.0.0" => 14.0 }, campaign: STEP, machine: machine,
                                                                              argv: %w[run dalli@newest pymemcache@4.0.0])
      end
      results = results.map { |result| exactly(result, "dalli@newest", "dalli@5.3.2") }
      step = question(%w[run], Catalog::Campaign::Answer.of({ "pairs" => [PAIR] }))
      first, text = pages(*results, steps: [step]).values_at("index.html", "questions/q.html").map { |page| words(page) }

      assert_match(/Why\? dalli 5.3.2 is 50 % slower than [^:]+ On intel-xeon-2-aaaa0000: dalli 5.3.2 is 100 % slower/, first)
      ["cachemark run dalli@5.3.2 pymemcache@4.0.0", "dalli 5.3.2 (Ruby 3.3.8, memcached 1.6.45)", "2026-11-26",
       "Load average before 0.2", "Steal time 0.1 %", "Answered on 2 machines", "AMD EPYC, 2 cores",
       "(Intel Xeon, 2 cores, 24 GiB, Debian GNU/Linux 12 (bookworm)): dalli 5.3.2 is 100 % slower"].each do |words|
        assert_includes text, words
      end
    end

    def test_a_machine_that_could_tell_answers_before_one_that_could_not
      results = [{}, OTHER].zip([14.01, 28.0]).map do |machine, us|
        MadeResults.run({ "dalli@5.3.2" => us, "pymemcache@4.0.0" => 14.0 }, campaign: STEP, machine: machine)
      end
      step = question(%w[run], Catalog::Campaign::Answer.of({ "pairs" => [PAIR] }))
      text = words(pages(*results, steps: [step])["questions/q.html"])

      assert_match(/\A.*?100 % slower.*? Answered on 1 machine .*?bookworm\)\): This run could not tell/m, text)
    end

    def test_a_question_does_not_name_a_client_that_could_not_be_built
      run = MadeResults.run({ "dalli@5.3.2" => 21.0, "pymemcache@4.0.0" => 14.0 }, campaign: STEP)
      rows = run.facts["rows"].map { |row| row["contender"] == "dalli@5.3.2" ? row : row.merge("status" => "unavailable") }
      page = pages(Results::Result.new(run.facts.merge("rows" => rows)), steps: [question(run.argv)])["questions/q.html"]

      assert_match(/Versions dalli 5\.3\.2 \([^)]*\) Measured/, words(page))
    end

    def exactly(result, id, notation)
      contenders = result.facts["contenders"].map do |one|
        one["id"] == id ? one.merge("notation" => notation, "version" => notation.split("@").last) : one
      end
      Results::Result.new(result.facts.merge("contenders" => contenders))
    end

    def test_a_question_about_a_run_shows_each_row_without_the_harness
      run = MadeResults.run({ "dalli@5.3.2" => 21.0, "socket" => 14.0 }, campaign: STEP)
      page = pages(run, steps: [question(run.argv)])["questions/q.html"]

      assert_match(/21.0 µs ± 0.5 % 1.40 \[/, words(page))
      assert_includes page, %(href="../clients/ruby-dalli.html")
    end

    def test_a_client_without_costs_has_a_page_with_its_outcomes
      page = pages(MadeResults.check({ "dalli@5.3.2" => { "HANG" => 2, "PASS" => 9 } }))["clients/ruby-dalli.html"]

      assert_includes page, "dalli 5.3.2 was tried in 11 cases of cachemark check: 9 passed. 2 ended with a hang or crash."
    end

    def test_unsupported_cases_are_not_cases_of_a_client
      page = pages(MadeResults.check({ "dalli@5.3.2" => { "UNSUPPORTED" => 2, "PASS" => 9 } }))["clients/ruby-dalli.html"]

      assert_includes page, "dalli 5.3.2 was tried in 9 cases of cachemark check: 9 passed. 2 more could not be tried."
    end

    def test_every_case_of_a_client_is_accounted_for
      outcomes = { "CORRUPT" => 3, "HANG" => 1, "CRASH" => 1, "FAIL" => 4, "INFO" => 2, "NON-STRICT" => 1, "PASS" => 90,
                   %w[CORRUPT warned] => 2, ["UNSUPPORTED", Vocabulary::Outcomes::OUT_OF_REACH] => 5, "UNSUPPORTED" => 6 }
      page = pages(MadeResults.check({ "dalli@5.3.2" => outcomes }))["clients/ruby-dalli.html"]

      assert_includes words(page), "dalli 5.3.2 was tried in 109 cases of cachemark check: 90 passed. 3 ended with a wrong " \
                                   "value, 2 with a hang or crash, 4 with another failure, and 3 have remarks. 2 bad outcomes " \
                                   "in uses that its documentation warns against are not counted. In 5, the fault cannot " \
                                   "happen to it. 6 more could not be tried."
    end

    def test_a_client_page_lists_the_uses_that_its_documentation_warns_against
      heading = "Uses that its documentation warns against"
      page, other = [{ %w[CORRUPT warned] => 1, "FAIL" => 1 }, { "FAIL" => 1 }].map do |outcomes|
        words(pages(MadeResults.check({ "dalli@5.3.2" => outcomes }))["clients/ruby-dalli.html"])
      end

      assert_match(/Bad outcomes of dalli 5.3.2 .*fail-0 FAIL .*#{heading} .*corrupt-0 CORRUPT the reply to another key 10 of 10/,
                   page)
      refute_includes other, heading
    end

    def test_a_client_page_speaks_of_the_client_as_it_ships
      name = "dalli@5.3.2,string_fastpath=on"
      page = pages(MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1 }, name => { "CORRUPT" => 1 } },
                                     departures: { name => { "string_fastpath" => %w[on off] } }))["clients/ruby-dalli.html"]

      assert_match(%r{<p class="lead">dalli 5.3.2 was tried in 1 case of cachemark check: 0 passed. 1 ended with a failure}, page)
    end

    def test_releases_in_a_chart_are_on_one_runtime
      run = MadeResults.run({ "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0, "dalli@3.2.8" => 24.0 },
                            runtimes: { "dalli@5.3.2" => "3.4.1" })
      page = pages(run)["clients/ruby-dalli.html"]

      assert_includes words(page), "All releases on Ruby 3.3.8, memcached 1.6.45."
    end

    def test_an_entry_of_another_machine_says_so
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0, "pylibmc@1.6.3" => 17.0 }),
                   MadeResults.run({ "memcached@1.8.0" => 30.0 }, machine: { id: "aaaa0000bbbb1111" }))["index.html"]

      assert_match(%r{ruby/memcached 1.8.0 .*Ruby 3.3.8, memcached 1.6.45, on amd-epyc-2-aaaa0000}, words(page))
    end

    def test_a_row_that_could_not_be_measured_says_why
      absent = { us: 0, row: { "status" => "unavailable", "reason" => "it cannot be installed", "wall_ns" => nil,
                               "interval" => nil, "socket_ratio" => nil, "socket_ratio_interval" => nil } }
      made = pages(MadeResults.run({ "memcached@1.7.2" => absent, "memcached@1.8.0" => 15.0, "pylibmc@1.6.3" => absent }))

      assert_match(/memcached 1.7.2 .*unavailable .*it cannot be installed/, words(made["clients/ruby-memcached.html"]))
      refute_includes made, "clients/python-pylibmc.html"
    end

    def test_a_row_says_how_much_longer_its_calls_were_than_its_figure
      said = [0.2, 2.18].map do |share|
        texts = pages(MadeResults.run({ "dalli@5.3.2" => { us: 21.0, row: { "disturbance" => share } } }))
        texts.values_at("index.html", "clients/ruby-dalli.html").map { |page| words(page).scan("calls took 218 % longer").size }
      end

      assert_equal [[0, 0], [1, 1]], said
    end

    def test_a_client_alone_is_not_the_best
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0 }),
                   MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 2 } }))["index.html"]

      assert_includes words(page), "dalli 5.3.2 is the only Ruby client that has been checked."
      refute_includes page, %(id="questions")
      refute_includes page, "choice-ruby"
    end

    def test_a_case_is_repeated_with_its_release_and_its_server
      check = MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1 } })
      cases = check.facts["cases"].map { |one| one.merge("contender" => "dalli", "replay" => "cachemark check dalli --case x") }
      contenders = check.facts["contenders"].map { |one| one.merge("id" => "dalli") }
      facts = { "cases" => cases, "contenders" => contenders, "outcomes" => { "dalli" => { "FAIL" => 1 } } }
      page = pages(Results::Result.new(check.facts.merge(facts)))["clients/ruby-dalli.html"]

      assert_includes words(page), "cachemark check dalli@5.3.2,ruby=3.3 --memcached 1.6.45 --case x"
    end

    def test_a_client_page_has_what_the_client_sends_and_which_options_act
      cost = { "contender" => "dalli@5.3.2", "scenario" => "client/get", "mode" => "sync", "status" => "ok" }
      traffic = { **cost, "commands" => [{ "name" => "mg", "count" => 3 }], "round_trips" => 3, "bytes_out" => 120,
                  "bytes_in" => 99, "counts" => { "instructions" => { "value" => 7_908 } } }
      option = { "contender" => "dalli@5.3.2", "option" => "compress", "value" => "off", "default" => "on", "status" => "changes",
                 "servers" => 2, "effects" => [{ "kind" => "flags", "what" => "of set" }] }
      page = pages(MadeResults.of("work", ["dalli@5.3.2"], rows: [traffic]),
                   MadeResults.of("work --options", ["dalli@5.3.2"], rows: [option]))["clients/ruby-dalli.html"]

      ["3 mg", "7,908", "compress=off", "with 2 servers", "flags of set"].each { |text| assert_includes words(page), text }
    end

    def test_a_comparison_names_the_releases_that_were_measured
      compare = MadeResults.compare("dalli@5.3.2", "dalli@4.3.10", 0.2, [0.19, 0.21],
                                    argv: %w[compare dalli@newest-1 dalli@newest])
      facts = compare.facts["contenders"].zip(%w[dalli@newest-1 dalli@newest]).map { |one, id| one.merge("id" => id) }
      named = { "contender" => "dalli@newest", "baseline" => "dalli@newest-1" }
      verdicts = compare.facts["verdicts"].map { |one| one.merge(named) }
      result = Results::Result.new(compare.facts.merge("contenders" => facts, "verdicts" => verdicts))
      page = pages(result)["clients/ruby-dalli.html"]

      assert_includes words(page), "dalli 5.3.2 is 20 % slower than dalli 4.3.10 in get."
      assert_includes words(page), "cachemark compare dalli@4.3.10 dalli@5.3.2"
    end

    def test_sizes_of_values_have_a_separate_table
      results = { "1M" => 90.0, "1k" => 22.0, "100" => 21.0 }.map do |size, us|
        MadeResults.run({ "dalli@5.3.2" => us }, scenario: "client/get,size=#{size}")
      end
      page = pages(*results)["clients/ruby-dalli.html"]

      assert_match(/client\/get by size, method 1 .*100 .*1k .*1M .*21.0 µs ± 0.5 % .*22.0 µs .*90.0 µs/, words(page))
      refute_includes pages(results.first)["clients/ruby-dalli.html"], "client/get by size"
    end

    def test_large_means_have_separators_and_no_decimals
      assert_equal ["3", "1,200", "42.8", "43,389", ""], [3, 1_200, 42.78, 43_389.4, nil].map { |one| Site::Results.count(one) }
    end

    def test_the_same_results_make_the_same_bytes
      results = [MadeResults.run({ "dalli@5.3.2" => 21.0 }), MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1 } })]

      assert_equal pages(*results), pages(*results)
    end

    def test_rows_on_several_servers_say_so_and_are_repeated_on_as_many
      one = MadeResults.run({ "dalli@5.3.2" => 21.0 })
      page = pages(one, MadeResults.run({ "dalli@5.3.2" => 30.0 }, servers: 2))["clients/ruby-dalli.html"]

      assert_includes words(page), "Ruby 3.3.8, 2 servers with memcached 1.6.45"
      assert_equal [1, 1], ["--memcached 1.6.45 --servers 2 --scenario client/get", "--memcached 1.6.45 --scenario client/get"]
        .map { |part| words(page).scan(part).size }
    end

    def test_notes_of_a_comparison_and_of_an_outage_are_shown
      compared = MadeResults.compared([MadeResults.verdict("dalli@5.3.2", "dalli@4.3.10", -0.02, verdict: "faster",
                                                           footnotes: ["at their cheapest, calls cost +3.4 %"])],
                                      campaign: STEP)

      assert_match(/1 note\b.*at their cheapest/, words(pages(compared, steps: [question(compared.argv)])["questions/q.html"]))
    end

    def test_the_first_page_warns_of_a_client
      costs = MadeResults.run({ "memcached@1.8.0" => 15.0, "dalli@5.3.2" => 21.0 })
      page = words(pages(costs, warnings: { "ruby/memcached" => "memcached: no release since 2014" })["index.html"])

      assert_equal 1, page.scan("1 note memcached: no release since 2014").size
    end

    def test_a_check_on_another_runtime_says_so
      checked = MadeResults.check({ "dalli@5.3.2" => { "PASS" => 3 } }, runtimes: { "dalli@5.3.2" => "3.4.1" })
      page = pages(MadeResults.run({ "dalli@5.3.2" => 21.0 }), checked)["index.html"]

      assert_includes words(page), "its check was on Ruby 3.4.1, memcached 1.6.45"
    end

    def test_the_data_page_separates_different_outcomes_from_cases_that_only_one_campaign_tried
      later = { **STEP, "begun" => "2026-11-27T10:00:00Z" }
      before = MadeResults.check({ "dalli@5.3.2" => { "UNSUPPORTED" => 1, "FAIL" => 1 } }, campaign: STEP)
      after = MadeResults.check({ "dalli@5.3.2" => { "HANG" => 1 } }, campaign: later)
      text = words(pages(before, after)["data.html"])

      assert_includes text, "1 configuration checked in both: 2 different outcomes. 1 case could be tried in only one of them."
      assert_match(%r{Cases tried in one .*interrupt/unsupported-0: UNSUPPORTED and PASS}, text)
    end

    def test_nothing_of_a_result_is_markup
      run = MadeResults.run({ "dalli@5.3.2" => 21.0 }, answer: ["<script>alert(1)</script>"], campaign: STEP)
      texts = pages(run, steps: [question(run.argv)]).select { |path, _| path.end_with?(".html") }

      texts.each_value { |text| refute_match(/<script>alert/, text) }
    end

    def test_a_command_can_be_typed_on_any_machine
      name = "dalli@5.3.2,ruby=~/.cache/x/ruby,jit=yjit"
      page = pages(MadeResults.run({ name => 21.0 }))["clients/ruby-dalli.html"]

      assert_includes page, "cachemark run dalli@5.3.2,ruby=3.3,jit=yjit --memcached 1.6.45 --scenario client/get --for 60s"
    end

    def test_the_command_of_a_figure_names_the_runtime_even_if_that_was_the_default
      page = pages(MadeResults.run({ "pylibmc@1.6.3" => 17.0 }))["clients/python-pylibmc.html"]

      assert_includes page, "cachemark run python/pylibmc@1.6.3,python=3.11 --memcached 1.6.45"
    end
  end
end
