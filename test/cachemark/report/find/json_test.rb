# frozen_string_literal: true

require "test_helper"

require "json_schemer"

class FindJSONTest < Minitest::Test
  PATH = Pathname("#{Cachemark::ROOT}/schema/find.json")
  SCHEMA = JSONSchemer.schema(PATH)

  def test_follows_its_schema
    nothing = MadeSteps.steps(effects: {}, found: [], skipped: [], undecided: "too few pairs", outcome: nil)
    sought = [Cachemark::Stats::Steps::Scenario.new(scenario: "client/get", label: "get", undecided: "too few")]
    [MadeSteps.steps, nothing, MadeSteps.steps(scenarios: sought, brackets: [MadeSteps.bracket])].each do |steps|
      assert_empty(SCHEMA.validate(document(steps)).map { |error| error["error"] })
    end
  end

  def test_the_schema_knows_every_member
    known = JSON.parse(PATH.read)["$defs"]
    %w[Change Step Skip Bracket].each do |name|
      assert_equal Cachemark::Stats::Steps.const_get(name).members.map(&:to_s).sort, known.dig(name.downcase, "properties").keys.sort
    end
  end

  def test_found_says_between_which_and_how_much
    change = document(MadeSteps.steps)["found"].first

    assert_equal ["3.0.2", "3.0.3", "client/get", 0.039, [0.034, 0.044]],
                 change.values_at("from", "to", "scenario", "effect", "interval")
  end

  def test_nothing_found_is_an_empty_list
    document = document(MadeSteps.steps(found: []))

    assert_equal [[], nil], document.values_at("found", "undecided")
  end

  def test_each_scenario_says_why_it_has_no_answer
    sought = Cachemark::Stats::Steps::Scenario.new(scenario: "client/get", label: "get")
    document = document(MadeSteps.steps(scenarios: [sought, sought.with(undecided: "the time is over")]))

    assert_equal [nil, "the time is over"], document["scenarios"].map { |one| one["undecided"] }
  end

  private

  def document(steps) = JSON.parse(Cachemark::Report::Find::JSON.new(steps).to_s)
end
