# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::Results::AnswerTest < Minitest::Test
    TLS = "dalli@5.3.2,tls=on"
    LOCAL = "store/get-localcache"

    # `form` is the member `answer` of a step in a campaign's file.
    def answer(result, form = nil)
      step = Catalog::Campaign::Step.new(id: "q", argv: result.argv, question: "Why?",
                                         answer: form && Catalog::Campaign::Answer.of(form))
      Site::Results::Answer.new(result, step.answer)
    end

    def said(...) = answer(...).to_s

    def pair(of, against, scenario: "client/get", from: scenario, **more)
      { "of" => { "client" => of, "scenario" => scenario, **more.transform_keys(&:to_s) },
        "against" => { "client" => against, "scenario" => from } }
    end

    def verdict(effect, word, scenario, **more)
      MadeResults.verdict("dalli@5.3.2", "dalli@2.7.11", effect, verdict: word, scenario: scenario, **more)
    end

    def test_a_comparison_is_one_sentence_about_all_scenarios
      result = MadeResults.compared([verdict(0.041, "slower", "client/get"), verdict(0.02, "slower", "client/set"),
                                     verdict(-0.12, "faster", "client/multiget"), verdict(0.001, "same", "client/delete"),
                                     verdict(0.01, "unresolved", "client/touch", resolution: 0.02),
                                     verdict(0.5, "slower", "client/get", metric: "cpu")])

      assert_equal "dalli 5.3.2 is slower than dalli 2.7.11 in get (4.1 %) and set (2.0 %), faster in multiget (12 %), and " \
                   "as fast in delete; in touch this run could not tell (it would have detected 2.0 %).", said(result)
    end

    def test_each_part_of_a_comparison_has_its_direction
      result = MadeResults.compared([verdict(0.11, "slower", "client/set"), verdict(-0.019, "faster", "client/get"),
                                     verdict(-0.45, "faster", "client/multiget")])

      assert_equal "dalli 5.3.2 is slower than dalli 2.7.11 in set (11 %), and faster in get (1.9 %) and multiget (45 %).",
                   said(result)
    end

    def test_a_comparison_without_a_difference
      same = [verdict(0.001, "same", "client/get"), verdict(0.001, "same", "client/set")]
      unknown = [verdict(0.01, "unresolved", "client/get"), verdict(0.01, "unresolved", "client/set")]

      assert_equal "dalli 5.3.2 is as fast as dalli 2.7.11 in get and set.", said(MadeResults.compared(same))
      assert_equal "This run could not tell dalli 5.3.2 from dalli 2.7.11 in get and set (it would have detected 0.4 %).",
                   said(MadeResults.compared(unknown))
    end

    def test_an_invalid_verdict_is_no_difference
      result = MadeResults.compared([verdict(0.1, "invalid", "client/get", reason: "wrong replies")])

      assert_equal "There is no valid figure for get (wrong replies).", said(result)
    end

    def test_the_words_of_a_campaign_replace_the_names
      form = { "subject" => "The meta protocol", "object" => "the binary protocol" }
      words = said(MadeResults.compared([verdict(0.031, "slower", "client/get")]), form)

      assert_equal "The meta protocol is 3.1 % slower than the binary protocol in get.", words
    end

    def test_an_addition_has_its_time_and_its_share
      verdicts = [["client/get", 0.12, "slower"], ["client/incr", -0.05, "faster"], ["client/set", 0.001, "same"],
                  ["client/touch", 0.01, "unresolved"]].map do |scenario, effect, word|
        MadeResults.verdict(TLS, "dalli@5.3.2", effect, verdict: word, scenario: scenario)
      end
      words = said(MadeResults.compared(verdicts, departures: { TLS => { "tls" => ["on"] } }), { "say" => "adds" })

      assert_equal "dalli 5.3.2 (tls=on) adds 12 % (2.4 µs) to a get, saves 5.0 % (1.0 µs) of an incr and changes no set " \
                   "of dalli 5.3.2; in touch this run could not tell (it would have detected 0.4 %).", words
    end

    def test_the_first_pair_is_said_first
      verdicts = [["client/multiget", -0.1, "faster"], ["client/get", 0.1, "slower"]].map do |scenario, effect, word|
        MadeResults.verdict("dalli@5.3.2", "dalli@2.7.11", effect, verdict: word, scenario: scenario)
      end

      assert_equal "It saves 10 % (2.0 µs) of a multiget and adds 10 % (2.0 µs) to a get of dalli 2.7.11.",
                   said(MadeResults.compared(verdicts), { "say" => "adds", "subject" => "It" })
    end

    def test_several_contenders_against_one_share_a_sentence
      changes = { "2" => [0.01, "slower"], "3" => [-0.02, "faster"], "4" => [-0.03, "faster"], "5" => [0.0, "same"],
                  "6" => [0.0, "unresolved"] }
      verdicts = changes.map { |one, (effect, word)| MadeResults.verdict("dalli@#{one}", "dalli@1", effect, verdict: word) }

      assert_equal "In get, dalli 2 is 1.0 % slower than dalli 1, dalli 3 (2.0 %) and dalli 4 (3.0 %) are faster, and " \
                   "dalli 5 is as fast; this run could not tell dalli 6 from dalli 1 (it would have detected 0.4 %).",
                   said(MadeResults.compared(verdicts))
      assert_equal "In get, dalli 5 is as fast as dalli 1; this run could not tell dalli 6 from dalli 1 (it would have " \
                   "detected 0.4 %).", said(MadeResults.compared(verdicts.last(2)))
    end

    def test_a_comparison_of_servers_names_servers
      names = { "dalli@5.3.2,memcached=1.6.18" => "1.6.18", "dalli@5.3.2,memcached=1.6.45" => "1.6.45" }
      result = MadeResults.compared([MadeResults.verdict(*names.keys.reverse, -0.02, verdict: "faster")])
      contenders = result.facts["contenders"].map { |one| one.merge("memcached" => names.fetch(one["id"])) }

      assert_equal "memcached 1.6.45 is 2.0 % faster than memcached 1.6.18 in get with dalli 5.3.2.",
                   said(Results::Result.new(result.facts.merge("contenders" => contenders)))
    end

    def test_contenders_with_one_name_have_their_places
      verdicts = [MadeResults.verdict("dalli@5.3.2,jit=yjit", "dalli@5.3.2", -0.2, verdict: "faster"),
                  MadeResults.verdict("pymemcache@4.0.0", "dalli@5.3.2", -0.3, verdict: "faster", scenario: "client/set")]
      result = MadeResults.compared(verdicts, runtimes: { "dalli@5.3.2" => "3.1.2" })

      assert_equal "dalli 5.3.2 (Ruby 3.3.8) is 20 % faster than dalli 5.3.2 (Ruby 3.1.2) in get; " \
                   "pymemcache 4.0.0 is 30 % faster than dalli 5.3.2 (Ruby 3.1.2) in set.", said(result)
    end

    def test_a_run_answers_with_two_rows_of_two_scenarios
      result = MadeResults.runs({ "client/get" => { "dalli@5.3.2" => 20.0 }, "store/get" => { "mem_cache_store@8.1.1" => 32.5 } })
      form = { "say" => "adds", "pairs" => [pair("mem_cache_store", "dalli", scenario: "store/get", from: "client/get")] }

      assert_equal "mem_cache_store 8.1.1 adds 62 % (12 µs) to a get of dalli 5.3.2.", said(result, form)
      assert_equal [[["store/get", "sync"], ["client/get", "sync"]]], answer(result, form).panels
    end

    def test_what_is_saved_of_each_client
      result = MadeResults.runs({ "store/get" => { "mem_cache_store@8.1.1" => 40.0, "memcached_store@2.0.0" => 20.0 },
                                  LOCAL => { "mem_cache_store@8.1.1" => 4.0, "memcached_store@2.0.0" => 5.0 } })
      pairs = %w[mem_cache_store memcached_store].map { |name| pair(name, name, scenario: LOCAL, from: "store/get") }

      assert_equal "A local cache saves 90 % (36 µs) of a get of mem_cache_store 8.1.1 and 75 % (15 µs) of a get of " \
                   "memcached_store 2.0.0.",
                   said(result, { "say" => "adds", "subject" => "a local cache", "pairs" => pairs })
    end

    def test_intervals_of_a_run_that_overlap_are_no_difference
      result = MadeResults.run({ "pymemcache@4.0.0" => 20.1, "pylibmc@1.6.3" => 20.0 })
      pairs = [pair("pymemcache", "pylibmc")]

      assert_equal "This run could not tell pymemcache 4.0.0 from pylibmc 1.6.3 in get.", said(result, { "pairs" => pairs })
      assert_equal "This run could not tell whether pymemcache 4.0.0 changes a call of pylibmc 1.6.3 in get.",
                   said(result, { "say" => "adds", "pairs" => pairs })
    end

    def test_a_row_without_an_interval_is_no_difference
      result = MadeResults.run({ "pymemcache@4.0.0" => { us: 40.0, row: { "interval" => nil } }, "pylibmc@1.6.3" => 20.0 })

      assert_equal "This run could not tell pymemcache 4.0.0 from pylibmc 1.6.3 in get.",
                   said(result, { "pairs" => [pair("pymemcache", "pylibmc")] })
    end

    def test_a_missing_row_and_a_failed_one_are_named
      failed = { us: 1.0, row: { "status" => "failed", "reason" => "it crashed", "wall_ns" => nil, "interval" => nil } }
      result = MadeResults.run({ "pymemcache@4.0.0" => failed, "dalli@5.3.2" => 20.0 })

      assert_equal "There is no valid figure for get (pylibmc: no row in client/get).",
                   said(result, { "pairs" => [pair("dalli", "pylibmc")] })
      assert_equal "There is no valid figure for get (pymemcache: failed).",
                   said(result, { "pairs" => [pair("pymemcache", "dalli")] })
    end

    def test_a_client_that_is_unavailable_is_named
      result = MadeResults.run({ "dalli@5.3.2" => 20.0 })
      missing = { "contender" => "ultramemcache", "scenario" => "client/get", "mode" => "sync", "status" => "unavailable" }
      result = Results::Result.new(result.facts.merge("rows" => [*result.rows, missing]))

      assert_equal "There is no valid figure for get (ultramemcache: unavailable).",
                   said(result, { "pairs" => [pair("ultramemcache", "dalli")] })
    end

    def test_contenders_that_are_the_same_have_one_name
      names = %w[dalli@5.3.2 dalli@5.3.2,jit=off pymemcache@4.0.0]

      assert_equal "dalli 5.3.2 is 50 % slower than pymemcache 4.0.0 in get.",
                   said(MadeResults.run(names.zip([30.0, 30.0, 20.0]).to_h), { "pairs" => [pair("dalli", "pymemcache")] })
    end

    def test_a_mode_is_named
      rows = %w[sync gevent-16].flat_map do |mode|
        { "ultramemcache@1.6.3" => 30.0, "pylibmc@1.6.3" => 20.0 }.map do |name, us|
          MadeResults.run({ name => { us: us, row: { "mode" => mode } } }).rows.first
        end
      end
      result = MadeResults.of("run", %w[ultramemcache@1.6.3 pylibmc@1.6.3], rows: rows)
      with_greenlets = { "of" => { "client" => "ultramemcache", "scenario" => "client/get", "mode" => "gevent-16" },
                         "against" => { "client" => "pylibmc" } }

      assert_equal "ultramemcache 1.6.3 is 50 % slower than pylibmc 1.6.3 in get (gevent-16).",
                   said(result, { "pairs" => [with_greenlets] })
    end

    def test_a_place_finds_the_plainest_contender_that_it_names
      names = ["memcached@1.8.0,binary=off", "memcached@1.8.0", "dalli@2.7.11"]
      result = MadeResults.run(names.zip([30.0, 20.0, 40.0]).to_h, departures: { names.first => { "binary" => %w[off on] } })
      form = ->(name) { { "pairs" => [pair("dalli@2.7.11", name)] } }

      assert_equal "dalli 2.7.11 is 100 % slower than ruby/memcached 1.8.0 in get.", said(result, form.call("memcached"))
      assert_equal "dalli 2.7.11 is 33 % slower than ruby/memcached 1.8.0 (binary=off) in get.",
                   said(result, form.call("memcached,binary=off"))
    end

    def test_an_option_of_every_contender_of_a_client_is_not_named
      names = %w[1.5.0 1.8.5].map { |version| "memcache-client@#{version},namespace=n" }
      options = names.to_h { |name| [name, { "namespace" => ["n", nil] }] }
      result = MadeResults.run(names.zip([30.0, 20.0]).to_h, departures: options)

      assert_equal "memcache-client 1.8.5 is 33 % faster than memcache-client 1.5.0 in get.",
                   said(result, { "pairs" => [pair("memcache-client@1.8.5", "memcache-client@1.5.0")] })
    end

    def test_an_outage_has_a_sentence_for_each_consequence
      runs = { "dalli@5.3.2" => [[0, 0.0], [0, 0.0]], "pymemcache@4.0.0" => [[50, 1.05], [60, 0.42]],
               "memcached@1.8.0" => [[9, 0.31], [9, 0.3]], "pylibmc@1.6.3" => [[900, nil], [901, nil]],
               "ultramemcache@1" => [[900, nil], [10, 0.1]] }
      result = MadeResults.outage(runs, argv: ["outage", *runs.keys, "--stop", "2"])

      assert_equal "One of three servers was stopped for a while. dalli 5.3.2 lost no call. No call was lost any more " \
                   "after 0.3 s (ruby/memcached 1.8.0) and 0.7 s (pymemcache 4.0.0). With ultramemcache 1, calls were still " \
                   "lost at the end of 1 of 2 runs. With pylibmc 1.6.3, calls were still lost when the run ended.", said(result)
    end

    def test_an_outage_counts_its_servers
      lines = [%w[5 --fault kill=1], %w[1 --fault=kill], %w[5 --fault slow=2,500ms], %w[5 --slow 2 --delay 1s]]
      said = lines.map do |servers, *fault|
        said(MadeResults.outage({ "dalli@5.3.2" => [[0, 0.0]] }, argv: ["outage", "--with", "ring=#{servers}", *fault]))
      end

      assert_equal ["One of five servers was killed. dalli 5.3.2 lost no call.",
                    "The only server was killed. dalli 5.3.2 lost no call.",
                    *["One of five servers was slow for a while. dalli 5.3.2 lost no call."] * 2], said
    end

    def test_any_other_answer_is_what_the_command_reported_with_exact_names
      check = MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1 } }, answer: ["dalli@5.3.2: 1 FAIL of 9.", "Second."])

      assert_equal "dalli 5.3.2: 1 FAIL of 9; Second.", said(check)
    end
  end
end
