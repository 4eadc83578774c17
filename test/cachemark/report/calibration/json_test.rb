# frozen_string_literal: true

require "test_helper"

require "json_schemer"

class CalibrationJSONTest < Minitest::Test
  PATH = Pathname("#{Cachemark::ROOT}/schema/calibration.json")
  SCHEMA = JSONSchemer.schema(PATH)

  def test_follows_its_schema
    one = MadeCalibration.calibration(MadeCalibration.slower)
    [MadeCalibration.whole, MadeCalibration.calibration, one].each do |calibration|
      assert_empty(SCHEMA.validate(document(calibration)).map { |error| error["error"] })
    end
  end

  def test_the_schema_knows_every_member
    known = JSON.parse(PATH.read)

    assert_equal Cachemark::Stats::Power::Row.members.map(&:to_s).sort, known.dig("$defs", "row", "properties").keys.sort
    assert_equal document(MadeCalibration.whole).keys.sort, known["properties"].keys.sort
    assert_equal [known["properties"].keys.sort] * 2, [known["required"].sort, document(MadeCalibration.calibration).keys.sort]
  end

  def test_tells_where_it_was_measured_and_what_it_came_to
    document = document(MadeCalibration.whole)

    assert_equal ["cachemark/calibration/1", "calibrate", 75, 4500.0],
                 document.values_at("schema", "command", "experiments", "seconds")
    assert_equal "AMD EPYC", document.dig("machine", "cpu")
    assert_match(/\A0 false alarms of a gate in 21 cells, a slowdown of 0\.50 %/, document["summary"])
    assert_equal [["the same code", "gate", 0, 21, true], ["slower by 0.5 %", "wall", 59, 59, false]],
                 document["rows"].values_at(0, 2).map { |row| row.values_at("condition", "metric", "hits", "count", "alarms") }
  end

  private

  def document(calibration) = JSON.parse(Cachemark::Report::Calibration::JSON.new(calibration).to_s)
end
