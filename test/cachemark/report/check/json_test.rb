# frozen_string_literal: true

require "test_helper"
require "json_schemer"

module Cachemark
  class Report::Check::JSONTest < Minitest::Test
    PATH = Pathname("#{Cachemark::ROOT}/schema/check.json")
    SCHEMA = JSONSchemer.schema(PATH)
    BASELINE = MadeCheck.knowing({ "interrupt/kill-in-get" => "CORRUPT" }, stale: [%w[dalli gone]]).freeze

    def test_has_cases_and_controls_apart
      document = document(MadeCheck.of)

      assert_equal ["cachemark/check/1", "check", true], document.values_at("schema", "command", "trusted")
      assert_equal [["interrupt/kill-in-get", "dalli", "sync", "PASS", 10]],
                   document["cases"].map { |one| one.values_at("case", "contender", "mode", "outcome", "n") }
      assert_equal [["socket", "passes", true], ["x", "caught", true]],
                   document["controls"].map { |one| one.values_at("control", "expected", "right") }
    end

    def test_follows_its_schema
      point = { "at" => "a.rb:1", "error" => "Exception", "outcome" => "FAIL", "reason" => "r" }
      swept = MadeCheck.line("dalli", "interrupt/sweep-get", "FAIL", points: 2, unsafe: [point],
                                                                     anew: { "HANG" => 1, "unmet" => 2, "unprepared" => 1 })
      [MadeCheck.of, MadeCheck.of(run: BASELINE, lines: [swept, { "type" => "failure", "contender" => "x", "reason" => "gone" }]),
       MadeCheck.of(ended: "interrupted", controls: []), Said::Check.of(MadeCheck.ranged)].each do |check|
        assert_empty(SCHEMA.validate(document(check)).map { |error| error["error"] })
      end
    end

    def test_the_schema_knows_every_member
      known = ::JSON.parse(PATH.read)

      assert_equal [known["properties"].keys.sort] * 2, [known["required"].sort, document(MadeCheck.of).keys.sort]
      assert_equal Vocabulary::Outcomes::ALL, known.dig("$defs", "outcome", "enum")
    end

    def test_tells_of_a_case_what_was_set_aside_where_something_was
      anew = MadeCheck.line("dalli", "interrupt/kill-in-set", "PASS", anew: { "FAIL" => 2 })

      assert_equal [nil, { "FAIL" => 2 }], document(MadeCheck.of(lines: [anew]))["cases"].map { |one| one["anew"] }
      refute_includes document(MadeCheck.of)["cases"].first, "anew"
    end

    def test_tells_where_releases_changed
      axis = document(Said::Check.of(MadeCheck.ranged))["axis"].first

      assert_equal ["dalli@1.0..1.4", %w[1.3]], axis.values_at("name", "absent")
      assert_equal [%w[1.1 1.2 fixed]], axis["cases"].first["changes"].map { |one| one.values_at("from", "to", "word") }
    end

    def test_tells_what_a_baseline_makes_of_it
      baseline = document(MadeCheck.of(run: BASELINE))["baseline"]

      assert_equal [[], [%w[PASS CORRUPT]], [{ "contender" => "dalli", "case" => "gone" }]],
                   [baseline["new"], baseline["better"].map { |one| one.values_at("outcome", "was") }, baseline["stale"]]
    end

    def test_what_is_worse_than_a_baseline_knows_is_apart
      run = MadeCheck.knowing({ "interrupt/kill-in-get" => "FAIL" })
      document = document(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "HANG" } }, run: run))

      assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
      new, worse = document["baseline"].values_at("new", "worse")
      assert_equal [[], [%w[HANG FAIL]]], [new, worse.map { |one| one.values_at("outcome", "was") }]
    end

    def test_what_came_to_no_end_is_not_trusted_and_says_so_first
      document = document(MadeCheck.of(ended: "interrupted"))

      assert_equal [false, "The check was interrupted: 1 case was examined."], [document["trusted"], document["summary"].first]
    end

    private

    def document(check) = ::JSON.parse(Report::Check::JSON.new(check).to_s)
  end
end
