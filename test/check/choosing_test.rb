# frozen_string_literal: true

require "test_helper"

module Check
  # The tables of guides/choosing.md. Those of the published results are in that page, and tables_test.rb compares them.
  class ChoosingTest < Minitest::Test
    include FixtureTree
    require "included"

    Choosing = Included::Choosing
    TUNED = "pylibmc@1.6.3,verify_keys=on"
    VERIFIED = { TUNED => { "verify_keys" => %w[on off] } }.freeze

    def test_speed_compares_each_client_with_the_fastest_of_the_column
      times = { "client/get" => { "dalli@5.3.2" => { us: 20.0, ratio: 1.25 }, "memcached@1.8.0" => 10.0, "pylibmc@1.6.3" => 5.0 },
                "client/set" => { "dalli@5.3.2" => 10.0, "memcached@1.8.0" => 16.0 } }

      assert_equal [["memcached 1.8.0 (Ruby 3.3)", "10.0 µs", "16.0 µs (1.60 ×)", "", "0.67"],
                    ["dalli 5.3.2 (Ruby 3.3)", "20.0 µs (2.00 ×)", "10.0 µs", "", "1.25"]],
                   rows(Choosing::Speed.new(MadeResults.survey(MadeResults.runs(times)), "ruby"))
    end

    def test_outcomes_have_the_client_with_the_fewest_wrong_values_first_and_no_options
      found = { "dalli@5.3.2" => { "FAIL" => 2, "PASS" => 300 }, "pylibmc@1.6.3" => { "CORRUPT" => 3, "CRASH" => 1, "HANG" => 2 },
                TUNED => { "PASS" => 300 } }

      assert_equal [["dalli 5.3.2 (Ruby 3.3)", "0", "0", "0", "2", "302"],
                    ["pylibmc 1.6.3 (Python 3.11)", "3", "2", "1", "0", "6"]],
                   rows(Choosing::Outcomes.new(MadeResults.survey(MadeResults.check(found, departures: VERIFIED))))
    end

    def test_losses_are_the_medians_of_the_newest_outage
      old = MadeResults.outage({ "dalli@5.3.2" => [[9, 1.0]] }, at: "2026-11-25T10:00:00Z")
      new = MadeResults.outage({ "pylibmc@1.6.3" => [[90, nil], [80, nil], [95, 2.0]], "dalli@5.3.2" => [[50, 2.0], [40, 1.0]] })

      assert_equal [["dalli 5.3.2 (Ruby 3.3)", "45 [40, 50]", "0 [0, 0]", "1.5 s"],
                    ["pylibmc 1.6.3 (Python 3.11)", "90 [80, 95]", "0 [0, 0]", "not back when the run ended"]],
                   rows(Choosing::Losses.new(MadeResults.survey(old, new)))
    end

    def test_an_option_is_safer_if_nothing_gets_worse
      { { "CORRUPT" => 1, "FAIL" => 2 } => "safer", { "CORRUPT" => 3, "FAIL" => 1 } => "no difference",
        { "CORRUPT" => 4, "FAIL" => 1 } => "riskier", { "CORRUPT" => 1, "FAIL" => 4 } => "mixed" }.each do |with, word|
        assert_equal [["pylibmc 1.6.3", "`verify_keys=on`", "3 → #{with["CORRUPT"]}", "0 → 0", "1 → #{with["FAIL"]}",
                       "10.0 µs → 11.0 µs", word]], rows(settings(with))
      end
    end

    def test_an_option_is_compared_on_the_same_runtime_only
      assert_empty rows(settings({ "CORRUPT" => 1 }, runtimes: { TUNED => "3.13.5" }))
    end

    private

    def settings(with, **more)
      check = MadeResults.check({ "pylibmc@1.6.3" => { "CORRUPT" => 3, "FAIL" => 1 }, TUNED => with },
                                departures: VERIFIED, **more)
      Choosing::Settings.new(MadeResults.survey(check, MadeResults.run({ "pylibmc@1.6.3" => 10.0, TUNED => 11.0 },
                                                                       departures: VERIFIED)))
    end

    # The cells of a table below its heading.
    def rows(table)
      table.to_s[/\A(?:\|.*\n?)+/].lines.drop(2).map { |line| line[/\|(.*)\|/, 1].split("|").map(&:strip) }
    end
  end
end
