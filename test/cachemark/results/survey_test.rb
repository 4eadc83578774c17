# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::SurveyTest < Minitest::Test
    HOME = "amd-epyc-2-9908babf"
    OTHER = { id: "aaaa0000bbbb1111", cpu: "Intel Xeon" }.freeze

    def test_the_newest_figure_of_a_configuration_counts_and_a_failure_replaces_none
      failed = { us: 0, row: { "status" => "failed", "wall_ns" => nil, "interval" => nil, "socket_ratio" => nil } }
      results = [20.0, 21.0, failed].each_with_index.map do |cost, hour|
        MadeResults.run({ "dalli@5.3.2" => cost }, at: "2026-11-26T1#{hour}:00:00Z")
      end

      assert_equal [21_000.0], MadeResults.survey(*results).costs.map(&:wall_ns)
    end

    def test_a_wrong_reply_replaces_a_figure
      wrong = { us: 0, row: { "status" => "invalid", "wall_ns" => nil, "interval" => nil, "socket_ratio" => nil } }
      survey = MadeResults.survey(MadeResults.run({ "dalli@5.3.2" => 20.0 }),
                                  MadeResults.run({ "dalli@5.3.2" => wrong }, at: "2026-11-26T11:00:00Z"))

      assert_equal [nil], survey.costs.map(&:wall_ns)
    end

    def test_in_a_campaign_the_result_with_the_most_clients_counts
      first, later = %w[2026-11-26T10:00:00Z 2026-11-27T10:00:00Z].map do |begun|
        { campaign: { "id" => "standard", "begun" => begun, "step" => "a" } }
      end
      many = MadeResults.run({ "dalli@5.3.2" => 20.0, "memcached@1.8.0" => 15.0 }, **first)
      one = MadeResults.run({ "dalli@5.3.2" => 21.0 }, at: "2026-11-26T11:00:00Z", **first)
      next_day = MadeResults.run({ "dalli@5.3.2" => 22.0 }, at: "2026-11-27T11:00:00Z", **later)
      figures = [[many, one], [many, one, next_day]].map { |results| MadeResults.survey(*results).costs.first.wall_ns }

      assert_equal [20_000.0, 22_000.0], figures
    end

    def test_another_number_of_servers_is_another_cost
      two = MadeResults.run({ "dalli@5.3.2" => 30.0 }, at: "2026-11-26T11:00:00Z", servers: 2)

      assert_equal [20_000.0, 30_000.0], MadeResults.survey(MadeResults.run({ "dalli@5.3.2" => 20.0 }), two).costs.map(&:wall_ns)
    end

    def test_a_client_of_another_machine_has_the_figures_of_that_machine
      elsewhere = { "pylibmc@1.6.3" => 17.0, "dalli@5.3.2" => 40.0 }
      home = { "dalli@5.3.2" => 20.0, "memcached@1.8.0" => 15.0, "socket" => 14.0 }
      survey = MadeResults.survey(MadeResults.run(home), MadeResults.run(elsewhere, machine: OTHER),
                                  MadeResults.check({ "pylibmc@1.6.3" => { "PASS" => 9 } }, machine: OTHER))

      assert_equal({ "dalli" => 20_000.0, "memcached" => 15_000.0, "socket" => 14_000.0, "pylibmc" => 17_000.0 },
                   survey.costs.to_h { |cost| [cost.configuration.word, cost.wall_ns] })
      assert_equal ["intel-xeon-2-aaaa0000"], survey.examinations.map { |exam| exam.result.folder }
      assert_equal 1, survey.about("python/pylibmc", "check").size
    end

    def test_a_check_counts_from_any_machine_but_a_time_only_from_one
      home = MadeResults.run({ "dalli@5.3.2" => 20.0, "dalli@4.3.10" => 25.0, "socket" => 14.0 })
      checks = [{ "dalli@5.3.2" => { "PASS" => 9 } }, { "dalli@5.3.2" => { "PASS" => 7 }, "dalli@4.3.10" => { "PASS" => 8 } }]
      there = MadeResults.run({ "dalli@5.3.2" => 30.0 }, machine: OTHER)
      survey = MadeResults.survey(home, there, MadeResults.check(checks[0]), MadeResults.check(checks[1], machine: OTHER))

      assert_equal({ "5.3.2" => 9, "4.3.10" => 8 }, survey.examinations.to_h { |one| [one.configuration.version, one.passed] })
      assert_equal [2, 1], %w[check run].map { |command| survey.about("ruby/dalli", command).size }
    end

    def test_another_patch_of_a_runtime_reproduces_a_figure
      there = MadeResults.run({ "dalli@5.3.2" => { us: 30.0, ratio: 1.36 } }, runtimes: { "dalli@5.3.2" => "3.3.9" },
                                                                              machine: OTHER)
      survey = MadeResults.survey(MadeResults.run({ "dalli@5.3.2" => 20.0, "memcached@1.8.0" => 15.0 }), there)
      dalli = survey.costs.find { |cost| cost.configuration.word == "dalli" }

      assert_equal [2, 0], survey.reproduced(dalli).map(&:size)
    end

    def test_a_short_form_counts_nowhere
      short = { "id" => "client-dalli-short", "begun" => "2026-11-26T10:00:00Z", "step" => "costs" }
      survey = MadeResults.survey(MadeResults.run({ "dalli@5.3.2" => 20.0 }),
                                  MadeResults.run({ "dalli@5.3.2" => 30.0 }, campaign: short, at: "2026-11-26T11:00:00Z"))

      assert_equal [20_000.0], survey.costs.map(&:wall_ns)
    end

    def test_nobody_is_home_by_many_files
      own = MadeResults.run({ "dalli@5.3.2" => 20.0, "memcached@1.8.0" => 15.0 })
      many = Array.new(3) { |hour| MadeResults.run({ "dalli@5.3.2" => 9.0 }, machine: OTHER, at: "2026-11-26T1#{hour}:00:00Z") }

      assert_equal HOME, MadeResults.survey(own, *many).home.folder
    end

    def test_the_machine_with_the_most_costs_is_home_and_others_show_what_repeats
      there = { "dalli@5.3.2" => { us: 30.0, ratio: 1.36 }, "memcached@1.8.0" => { us: 20.0, ratio: 1.2 } }
      survey = MadeResults.survey(MadeResults.run({ "dalli@5.3.2" => 20.0, "memcached@1.8.0" => 15.0 }),
                                  MadeResults.check({ "dalli@5.3.2" => { "PASS" => 9 } }), MadeResults.run(there, machine: OTHER))
      reproduced = survey.costs.to_h do |cost|
        [cost.configuration.word, survey.reproduced(cost).map { |machines| machines.map(&:folder) }]
      end

      assert_equal HOME, survey.home.folder
      assert_equal({ "dalli" => [[HOME, "intel-xeon-2-aaaa0000"], []], "memcached" => [[HOME], ["intel-xeon-2-aaaa0000"]] },
                   reproduced)
    end

    def test_clients_are_those_with_any_result_without_references
      survey = MadeResults.survey(MadeResults.run({ "socket" => 15.0, "dalli@5.3.2" => 20.0 }),
                                  MadeResults.check({ "pylibmc@1.6.3" => {} }, machine: OTHER))

      assert_equal %w[python/pylibmc ruby/dalli], survey.clients
    end

    def test_answers_are_the_newest_results_of_a_step_whose_words_may_change
      step = Catalog::Campaign::Step.new(id: "q", argv: %w[run dalli --for 1m])
      old, new, other = [["10", {}], ["11", {}], ["09", OTHER]].map do |hour, machine|
        of_step("q", "run", machine: machine, at: "2026-11-26T#{hour}:00:00Z")
      end
      survey = MadeResults.survey(old, new, other, of_step("another", "run"), of_step("q", "check", at: "2026-11-26T12:00:00Z"))

      assert_equal [new.id, other.id], survey.answers("standard", step).map(&:id)
      assert_empty survey.answers("mine", step)
    end

    def of_step(step, command, **more)
      campaign = { "id" => "standard", "begun" => "2026-11-26T10:00:00Z", "step" => step }
      return MadeResults.check({ "dalli@5.3.2" => {} }, campaign: campaign, **more) if command == "check"

      MadeResults.run({ "dalli@5.3.2" => 20.0 }, campaign: campaign, argv: %w[run dalli], **more)
    end

    def test_a_fault_that_cannot_strike_does_no_harm
      exam = examination({ ["UNSUPPORTED", "out of reach"] => 3, "PASS" => 9 })
      lacks = examination({ "UNSUPPORTED" => 3, "PASS" => 9 })

      assert_equal [[0, 12], [3, 9]], [exam, lacks].map { |one| [one.lacking.size, one.tried] }
    end

    def test_uses_that_documentation_warns_against_are_apart
      exam = examination({ "CORRUPT" => 1, %w[CORRUPT warned] => 2, %w[INFO warned] => 1, %w[PASS warned] => 4,
                           "HANG" => 1, %w[CRASH warned] => 1, %w[INFO documented] => 5, "INFO" => 3, "PASS" => 9 })

      assert_equal [1, 1, 0, 2], [exam.wrong, exam.stuck, exam.failed, exam.bad]
      assert_equal %w[CORRUPT CORRUPT CRASH INFO], exam.warned.map { |one| one["outcome"] }
      assert_equal 5, exam.excused
    end

    # Chance decides whether the client with the warning passes such a case.
    def test_a_use_that_one_client_warns_against_is_no_risk_of_another
      bad = examination({ "CORRUPT" => 2, "HANG" => 1 })
      warned = examination({ %w[CORRUPT warned] => 1, "PASS" => 9 })
      passed = warned.with(cases: warned.cases.map { |one| one.merge("outcome" => "PASS") })

      assert_equal [[0, 0, 0], [2, 3, 3]], [warned.risks_beside(bad), bad.risks_beside(examination({ "PASS" => 9 }))]
      assert_equal [[1, 2, 2]] * 2, [warned, passed].map { |one| bad.risks_beside(one) }
    end

    def test_a_client_that_a_fault_cannot_strike_is_safer
      bad = examination({ "FAIL" => 1, "PASS" => 9 })
      harmless, lacking = ["out of reach", nil].map do |because|
        same = bad.cases.map { |one| { **one, "outcome" => "UNSUPPORTED", "because" => because }.compact }
        bad.with(cases: same)
      end

      assert_equal [[0, 0, 1], [0, 0, 0]], [harmless, lacking].map { |one| bad.risks_beside(one) }
    end

    def test_a_configuration_is_named_by_what_differs_from_the_defaults
      name = "dalli@5.3.2,pool=on,tls=on"
      departures = { name => { "pool" => %w[on off], "tls" => ["on"] } }
      configuration = MadeResults.survey(MadeResults.run({ name => 20.0 }, departures: departures)).costs.first.configuration

      assert_equal ["dalli 5.3.2, pool=on, tls=on", "Ruby 3.3.8, memcached 1.6.45", true],
                   [configuration.name, configuration.place, configuration.tuned?]
    end

    def test_a_client_with_the_name_of_the_server_has_its_language_in_its_name
      costs = MadeResults.survey(MadeResults.run({ "memcached@1.8.0" => 20.0, "memcached_store@2.0.0" => 30.0 })).costs

      assert_equal ["memcached_store 2.0.0", "ruby/memcached 1.8.0"], costs.map { |cost| cost.configuration.name }.sort
    end

    private

    def examination(outcomes) = MadeResults.survey(MadeResults.check({ "dalli@5.3.2" => outcomes })).examinations.first
  end
end
