# frozen_string_literal: true

require "test_helper"

require "json_schemer"

class ComparisonJSONTest < Minitest::Test
  PATH = Pathname("#{Cachemark::ROOT}/schema/compare.json")
  SCHEMA = JSONSchemer.schema(PATH)

  def test_follows_its_schema
    assert_empty errors(MadeVerdicts.comparison)
    assert_empty errors(MadeVerdicts.comparison(verdicts: [], noise: [], outcome: nil, notations: {}))
    assert_empty errors(MadeVerdicts.comparison(verdicts: [MadeVerdicts.same(resolution: Float::INFINITY)]))
  end

  def test_the_schema_knows_every_member_but_the_records_own_id
    { "verdict" => Cachemark::Stats::Verdict, "noise" => Cachemark::Stats::Noise }.each do |name, value|
      known = JSON.parse(PATH.read).dig("$defs", name, "properties").keys

      assert_empty (value.members - [:comparison]).map(&:to_s) - known
    end
  end

  def test_begins_with_what_it_is
    document = document(MadeVerdicts.comparison)

    assert_equal %w[schema command cachemark], document.keys.first(3)
    assert_equal ["cachemark/compare/1", "compare"], document.values_at("schema", "command")
    assert_equal %w[slower faster same unresolved invalid], document["verdicts"].map { |verdict| verdict["verdict"] }
  end

  def test_both_are_told_as_they_were_asked_for
    assert_equal ["dalli@3.2.8", "dalli@2.7.11,protocol=binary"],
                 document(MadeVerdicts.comparison)["verdicts"].first.values_at("notation", "baseline_notation")
  end

  def test_what_has_no_limit_is_null
    comparison = MadeVerdicts.comparison(verdicts: [MadeVerdicts.same(interval: [-0.1, Float::INFINITY], resolution: Float::INFINITY)])

    assert_equal [nil, nil], document(comparison)["verdicts"].first.values_at("interval", "resolution")
  end

  private

  def document(comparison) = JSON.parse(Cachemark::Report::Comparison::JSON.new(comparison).to_s)
  def errors(comparison) = SCHEMA.validate(document(comparison)).map { |error| error["error"] }
end
