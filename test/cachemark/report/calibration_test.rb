# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class ReportCalibrationTest < Minitest::Test
  Row = Cachemark::Stats::Calibration::Power::Row

  def test_false_alarms_come_before_slowdowns
    headings = ->(rows) { text(rows).scan(/^(False alarms|Slowdowns found):/).flatten }

    assert_equal ["False alarms", "Slowdowns found"], headings.call(MadeCalibration.whole.rows)
    assert_equal ["Slowdowns found"], headings.call([row])
  end

  # "at least 95.0 %" of 0.9499 would claim what was not shown.
  def test_bounds_are_rounded_so_that_they_hold
    rows = [row(bound: 0.94999), row(bound: 0.9505)]
    alarms = [row(bound: 0.00501, alarms: true), row(bound: 1.0, alarms: true)]

    assert_equal ["at least 94.9 %", "at least 95.0 %"], text(rows).scan(/at least [\d.]+ %/)
    assert_equal ["at most 0.6 %", "at most 100.0 %"], text(alarms).scan(/at most [\d.]+ %/)
  end

  def test_omits_columns_without_figures
    assert_match(/^condition +judge +runs +result +bound \(95 %\)$/, text([row]))
    assert_match(/^slower +wall +0\.25 %/, text([row(injected: 0.0025)]))
  end

  private

  def text(rows) = Cachemark::Report::Calibration.text(MadeCalibration.whole.with(rows: rows), "terminal", width: 120)

  def row(**members)
    Row.new(condition: "slower", metric: "wall", runs: 20, hits: 20, count: 20, bound: 0.86, **members)
  end
end

class CalibrationTerminalTest < Minitest::Test
  def test_prints_the_meaning_first_and_the_record_last
    lines = text(MadeCalibration.whole, width: 120, record: Cachemark::Record.from_lines([], path: "a.jsonl")).lines(chomp: true)

    assert_match(/\A0 false alarms of a gate in 21 cells/, lines.first)
    assert_equal "Record: a.jsonl", lines.last
  end

  def test_a_line_for_each_condition_and_judge
    text = text(MadeCalibration.whole, width: 120)

    assert_match(/^the same code +gate +3 +0 of 21 +at most 13\.3 % +63\.2 % +0\.60 %$/, text)
    assert_match(/^slower by 0\.5 % +fastest +0\.50 % +59 +59 of 59 +at least 95\.0 % +0\.50 % +0\.40 %$/, text)
    assert_match(/^one commit of 64 slower by 2 % +find +2\.00 % +1 +1 of 1 /, text)
  end

  def test_fits_every_width_and_keeps_the_bounds
    { 40 => %w[condition result], 80 => %w[condition result bound],
      120 => %w[condition injected runs result bound median detectable] }.each do |width, headings|
      lines = text(MadeCalibration.whole, width: width).lines(chomp: true)

      assert_operator lines.map(&:size).max, :<=, width
      headings.each { |heading| assert_match(/\b#{heading}\b/, lines.grep(/^condition/).first) }
      refute_includes lines.join, "…"
    end
    assert_includes text(MadeCalibration.whole, width: 130), "\nthe same code, another process on the same core  "
  end

  def test_says_where_it_was_measured
    assert_match(/^75 experiments, .*\n\nDebian .*\n.*^Cachemark 0\.1\.0 \(method 1\), .*Z: cachemark selftest --calibrate$/m,
                 text(MadeCalibration.whole))
  end

  def test_one_that_has_just_begun_is_still_a_text
    assert_match(/\ANothing has been calibrated yet\.$/, text(MadeCalibration.calibration))
    assert_match(/\A1 experiments, /, text(MadeCalibration.calibration(MadeCalibration.pilot)))
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text(MadeCalibration.whole))
    assert_match(/\e\[1m0 false alarms/, text(MadeCalibration.whole, color: true))
  end

  private

  def text(calibration, **page) = Cachemark::Report::Calibration.text(calibration, "terminal", **page)
end

class CalibrationMarkdownTest < Minitest::Test
  def test_is_two_tables_under_what_they_mean
    text = text(MadeCalibration.whole)

    assert_match(/\A## Cachemark calibration\n\n\*\*0 false alarms of a gate in 21 cells .*\), a slowdown of 0\.50 .*\*\*$/, text)
    assert_equal 2, text.scan(/^\| condition \| judge \|/).size
    assert_includes text, "| the same code | gate | 3 | 0 of 21 | at most 13.3 % | 63.2 % | 0.60 % |\n"
    assert_includes text, "| slower by 0.5 % | wall | 0.50 % | 59 | 59 of 59 | at least 95.0 % | 0.50 % | 0.40 % |\n"
  end

  def test_every_line_of_a_table_has_the_cells_of_its_head
    tables = text(MadeCalibration.whole).split("\n\n").grep(/\A\|/)

    tables.each { |table| assert_equal 1, table.lines.map { |line| line.count("|") }.uniq.size }
  end

  # Nothing was injected where the code is the same.
  def test_omits_an_empty_column
    alarms = text(MadeCalibration.whole).split("\n\n").grep(/\A\|/).first

    refute_match(/injected|median/, alarms)
  end

  def test_says_how_it_was_measured
    assert_includes text(MadeCalibration.whole), "\n\n75 experiments, 1.2 h of measuring, the last on 2026-11-22.\n\n<details>"
    assert_includes text(MadeCalibration.whole),
                    "- Cachemark 0.1.0 (method 1), 2026-11-21T10:00:00Z: cachemark selftest --calibrate\n"
  end

  def test_one_that_has_just_begun_is_still_a_text
    assert_match(/\A## Cachemark calibration\n\nNothing has been calibrated yet\.\n\n<details>/,
                 text(MadeCalibration.calibration))
  end

  private

  def text(calibration) = Cachemark::Report::Calibration.text(calibration, "markdown")
end

class CalibrationPageTest < Minitest::Test
  HTML = Cachemark::Report::Calibration.text(MadeCalibration.whole, "html").tr("\u00a0", " ")

  def test_it_has_false_alarms_and_slowdowns_with_their_bounds
    assert_includes HTML, %(<caption>False alarms: cells of the same code that were reported to differ</caption>)
    assert_match(/at least 9\d\.\d %/, HTML)
  end

  def test_it_leads_with_what_it_means
    assert_match(%r{<p class="lead">0 false alarms of a gate in 21 cells}, HTML)
  end
end

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

    assert_equal document(MadeCalibration.whole)["rows"].first.keys.sort, known.dig("$defs", "row", "properties").keys.sort
    assert_equal document(MadeCalibration.whole).keys.sort, known["properties"].keys.sort
    assert_equal [known["properties"].keys.sort] * 2, [known["required"].sort, document(MadeCalibration.calibration).keys.sort]
  end

  def test_names_the_machine_and_the_results
    document = document(MadeCalibration.whole)

    assert_equal ["cachemark/calibration/1", "calibrate", 75, 4500.0],
                 document.values_at("schema", "command", "experiments", "seconds")
    assert_equal "AMD EPYC", document.dig("machine", "cpu")
    assert_match(/\A0 false alarms of a gate in 21 cells .*\), a slowdown of 0\.50 %/, document["summary"])
    assert_equal [["the same code", "gate", 0, 21, true], ["slower by 0.5 %", "wall", 59, 59, false]],
                 document["rows"].values_at(0, 2).map { |row| row.values_at("condition", "metric", "hits", "count", "alarms") }
  end

  private

  def document(calibration) = JSON.parse(Cachemark::Report::Calibration.text(calibration, "json"))
end
