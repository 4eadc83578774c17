# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::ChoiceTest < Minitest::Test
    CLEAN = { "PASS" => 300 }.freeze
    FASTPATH = { "string_fastpath" => %w[on off] }.freeze

    LATER = { at: "2026-11-26T11:00:00Z" }.freeze

    def choice(*results, language: "ruby") = Results::Choice.new(MadeResults.survey(*results), language)
    def names(entries) = entries.map { |entry| entry.configuration.name }

    def test_an_entry_is_the_newest_release_on_the_newest_runtime
      found = choice(MadeResults.run({ "dalli@4.3.10" => 25.0, "dalli@5.3.2" => 21.0 }),
                     MadeResults.run({ "dalli@5.3.2" => 24.0 }, runtimes: { "dalli@5.3.2" => "3.1.2" }, **LATER))

      assert_equal [["dalli 5.3.2", 21_000.0]], found.entries.map { |entry| [entry.configuration.name, entry.cost.wall_ns] }
    end

    def test_options_make_another_entry_and_connections_and_references_none
      costs = { "dalli@5.3.2" => 21.0, "dalli@5.3.2,string_fastpath=on" => 19.0, "dalli@5.3.2,tls=on" => 40.0, "socket" => 15.0 }
      departures = { "dalli@5.3.2,string_fastpath=on" => FASTPATH, "dalli@5.3.2,tls=on" => { "tls" => ["on"] } }

      assert_equal ["dalli 5.3.2, string_fastpath=on", "dalli 5.3.2"],
                   names(choice(MadeResults.run(costs, departures: departures)).entries)
    end

    def test_entries_share_their_conditions
      several = { argv: %w[run dalli --with ring=3], **LATER }
      found = choice(MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 15.0 }),
                     MadeResults.run({ "dalli@5.3.2" => 30.0 }, **several))

      assert_equal [15_000.0, 21_000.0], found.entries.map { |entry| entry.cost.wall_ns }
    end

    def test_the_frontier_is_what_no_other_entry_beats
      costs = { "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 15.0, "dalli@4.3.10" => 25.0 }
      failures = { "FAIL" => 2, **CLEAN }
      outcomes = { "dalli@5.3.2" => failures, "memcached@1.8.0" => { "CORRUPT" => 1, **CLEAN }, "dalli@4.3.10" => failures }
      departures = { "dalli@4.3.10" => FASTPATH }
      found = choice(MadeResults.run(costs, departures: departures), MadeResults.check(outcomes, departures: departures))

      assert_equal ["ruby/memcached 1.8.0", "dalli 5.3.2"], names(found.frontier)
    end

    def test_times_whose_intervals_overlap_are_equal
      found = choice(MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 21.1 }),
                     MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 2, **CLEAN }, "memcached@1.8.0" => CLEAN }))

      assert_equal ["ruby/memcached 1.8.0"], names(found.frontier)
    end

    def test_only_the_newest_release_of_a_client_is_an_entry
      costs = { "dalli@5.3.2" => 21.0, "dalli@4.3.10" => 25.0 }
      found = choice(MadeResults.run(costs, departures: { "dalli@4.3.10" => FASTPATH }))

      assert_equal ["dalli 5.3.2"], names(found.entries)
    end

    def test_options_that_a_later_campaign_no_longer_measures_are_no_entry
      costs = { "dalli@5.3.2" => 21.0, "dalli@5.3.2,string_fastpath=on" => 19.0 }
      before, after = %w[2026-11-25 2026-11-26].map do |day|
        { campaign: { "id" => "standard", "begun" => "#{day}T10:00:00Z", "step" => "choice-ruby" }, at: "#{day}T11:00:00Z" }
      end
      old = MadeResults.run(costs, departures: { "dalli@5.3.2,string_fastpath=on" => FASTPATH }, **before)
      other = MadeResults.run({ "dalli@5.3.2" => 21.0 }, **after, campaign: { **after[:campaign], "step" => "dalli-releases" })

      assert_equal ["dalli 5.3.2"], names(choice(old, MadeResults.run({ "dalli@5.3.2" => 21.0 }, **after)).entries)
      assert_equal 2, choice(old, other).entries.size
    end

    def test_options_compete_with_everything_and_clients_as_they_ship_with_each_other
      costs = { "dalli@5.3.2" => 21.0, "dalli@5.3.2,string_fastpath=on" => 19.0, "memcached@1.8.0" => 25.0 }
      departures = { "dalli@5.3.2,string_fastpath=on" => FASTPATH }
      found = choice(MadeResults.run(costs, departures: departures),
                     MadeResults.check(costs.transform_values { CLEAN }, departures: departures))

      assert_equal ["dalli 5.3.2, string_fastpath=on", "dalli 5.3.2"], names(found.frontier)
      assert_equal [["dalli 5.3.2", "ruby/memcached 1.8.0"], ["dalli 5.3.2, string_fastpath=on"]],
                   [names(found.shipped), names(found.tuned)]
    end

    def test_an_entry_must_be_faster_with_garbage_collection_too
      much = { us: 20.0, row: { "gc_share" => 0.10 } }
      outcomes = { "dalli@5.3.2" => CLEAN, "memcached@1.8.0" => { "FAIL" => 1, **CLEAN } }
      found = [20.0, much].map do |cost|
        choice(MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => cost }), MadeResults.check(outcomes))
      end

      assert_equal [["ruby/memcached 1.8.0", "dalli 5.3.2"], ["dalli 5.3.2"]], found.map { |one| names(one.frontier) }
    end

    def test_times_of_two_machines_are_not_compared
      other = { machine: { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" } }
      found = choice(MadeResults.run({ "dalli@5.3.2" => 21.0, "pylibmc@1.6.3" => 20.0 }),
                     MadeResults.check({ "dalli@5.3.2" => CLEAN }),
                     MadeResults.run({ "memcached@1.8.0" => 40.0 }, **other),
                     MadeResults.check({ "memcached@1.8.0" => { "FAIL" => 3 } }, **other))

      assert_equal ["dalli 5.3.2", "ruby/memcached 1.8.0"], names(found.frontier)
    end

    def test_figures_of_two_runs_are_known_less_precisely
      found = choice(MadeResults.run({ "dalli@5.3.2" => 21.0 }), MadeResults.run({ "memcached@1.8.0" => 20.5 }, **LATER),
                     MadeResults.check({ "dalli@5.3.2" => CLEAN, "memcached@1.8.0" => CLEAN }))

      assert_equal ["ruby/memcached 1.8.0", "dalli 5.3.2"], names(found.frontier)
    end

    def test_a_failure_in_place_of_a_wrong_value_is_safer
      costs = MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 25.0 })
      outcomes = { "dalli@5.3.2" => { "FAIL" => 3, **CLEAN }, "memcached@1.8.0" => { "CORRUPT" => 2, "FAIL" => 1, **CLEAN } }

      assert_equal ["dalli 5.3.2"], names(choice(costs, MadeResults.check(outcomes)).frontier)
    end

    def test_entries_are_compared_by_the_cases_that_both_support
      costs = MadeResults.run({ "dalli@5.3.2" => 21.0, "memcached@1.8.0" => 25.0 })
      outcomes = { "dalli@5.3.2" => { "FAIL" => 1, **CLEAN }, "memcached@1.8.0" => { "UNSUPPORTED" => 1, **CLEAN } }
      check = MadeResults.check(outcomes)
      same = check.facts["cases"].map { |one| one.merge("case" => "interrupt/stats") }
      unsupported = Results::Result.new(check.facts.merge("cases" => same))

      assert_equal ["dalli 5.3.2", "ruby/memcached 1.8.0"], names(choice(costs, check).frontier)
      assert_equal ["dalli 5.3.2"], names(choice(costs, unsupported).frontier)
    end

    def test_what_was_not_checked_is_not_on_the_frontier
      found = choice(MadeResults.run({ "dalli@5.3.2" => 21.0 }), MadeResults.check({ "dalli@5.3.2" => CLEAN }, trusted: false))

      assert_equal [nil], found.entries.map(&:examination)
      assert_empty found.frontier
    end

    def test_a_check_of_the_same_release_on_another_runtime_counts_if_there_is_no_better
      other = MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 1 } }, runtimes: { "dalli@5.3.2" => "3.4.1" }, **LATER)
      same = MadeResults.check({ "dalli@5.3.2" => { "FAIL" => 2 } })
      run = MadeResults.run({ "dalli@5.3.2" => 21.0 })
      found = [choice(run, other), choice(run, same, other)]

      assert_equal([1, 2], found.map { |one| one.entries.first.examination.failed })
    end

    def test_a_check_of_some_cases_says_nothing_about_a_client
      some = MadeResults.check({ "dalli@5.3.2" => CLEAN }, argv: %w[check dalli@5.3.2 --case interrupt/*])

      assert_equal [nil], choice(MadeResults.run({ "dalli@5.3.2" => 21.0 }), some).entries.map(&:examination)
    end

    def test_old_figures_leave_the_charts
      old = MadeResults.run({ "memcached@1.8.0" => 15.0 }, at: "2025-10-01T10:00:00Z")

      assert_equal ["dalli 5.3.2"], names(choice(old, MadeResults.run({ "dalli@5.3.2" => 21.0 })).entries)
    end
  end
end
