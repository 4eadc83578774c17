# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class DoctorJSONTest < Minitest::Test
  PATH = Pathname("#{Cachemark::ROOT}/schema/doctor.json")
  SCHEMA = JSONSchemer.schema(PATH)

  def test_follows_its_schema
    [IllMachine.record, IllMachine.record(files: { "bin/taskset" => nil }), IllMachine.unmeasured,
     IllMachine.unmeasured(survey: IllMachine::SURVEY.transform_values { nil })].each do |record|
      assert_empty(SCHEMA.validate(document(record)).map { |error| error["error"] })
    end
  end

  def test_the_schema_knows_every_member
    known = JSON.parse(PATH.read)

    assert_equal [known["properties"].keys.sort] * 2, [known["required"].sort, document(IllMachine.record).keys.sort]
    assert_equal Cachemark::Stats::Detectability::Found.members.map(&:to_s).sort, known.dig("$defs", "sight", "properties").keys.sort
    assert_equal Cachemark::Stats::Symptom::KINDS, known.dig("$defs", "symptom", "properties", "kind", "enum")
  end

  def test_tells_what_was_found
    document = document(IllMachine.record(files: { "bin/taskset" => nil }))

    assert_equal ["cachemark/doctor/1", "doctor", false, "1.6.18", 40],
                 [*document.values_at("schema", "command", "trusted", "memcached"), document.dig("sight", "pairs")]
    assert_equal [["pinning", "untrusted", 50.0]], document["symptoms"].map { |one| one.values_at("name", "kind", "factor") }
    assert_includes document["fine"], "disk"
  end

  private

  def document(record)
    JSON.parse(Cachemark::Report::Doctor::JSON.new(Said::Examination.of(record)).to_s)
  end
end
