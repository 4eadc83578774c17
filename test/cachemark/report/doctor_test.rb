# frozen_string_literal: true

require "test_helper"
require "json_schemer"

class DoctorReportTest < Minitest::Test
  Report = Cachemark::Report

  def test_every_kind_of_symptom_has_a_heading
    Cachemark::Stats::Symptom::KINDS.each do |kind|
      symptom = Cachemark::Stats::Symptom.new(name: "it", kind: kind, text: "It is so.", remedy: "nothing")

      assert_match(/^[A-Z].*\n\S It is so\.$/, Report::Doctor.text(IllMachine.result.with(symptoms: [symptom]), "terminal"))
    end
  end

  def test_sections_are_in_the_order_of_the_symptoms
    found = IllMachine.result(files: { "proc/self/status" => "Cpus_allowed_list:\t0\n", "proc/loadavg" => "9 9 9\n" },
                                 survey: { "missing" => ["cc"] })

    headings = ["Measurements cannot be trusted", "Only larger slowdowns are detected", "Not everything can be measured"]
    assert_equal headings, Report::Doctor.text(found, "terminal").lines(chomp: true) & headings
  end

  def test_lists_the_good_and_the_unknown_and_the_present
    text = surroundings(files: { "#{IllMachine::CPU}/cpu0/cpufreq/scaling_governor" => nil },
                        survey: { "releases" => { "newer" => nil, "why" => "not looked up (--offline)" } })

    assert_match(/^Fine here: memcached, cores, pinning, /, text)
    assert_match(/^Unknown here: governor, releases$/, text)
    assert_match(/^Newer releases: not looked up \(--offline\)$/, text)
    assert_match(/^Found: 4 cores; core 2 to measure on; memcached 1\.6\.18; Ruby 3\.1\.2$/, text)
  end

  def test_names_a_virtual_machine_and_a_container
    text = surroundings(files: { "proc/cpuinfo" => "flags : hypervisor\n", ".dockerenv" => "" },
                        survey: { "memcached" => { "version" => nil }, "runtimes" => nil })

    assert_match(/^Found: 4 cores, virtual, docker; core 2 to measure on$/, text)
  end

  private

  def surroundings(**made) = Report::Doctor.text(IllMachine.result(**made), "terminal", width: 400)
end

class DoctorTerminalTest < Minitest::Test
  BUSY = { "other_processes" => { "seconds" => 20.0, "unnamed" => 0.0,
                             "named" => [{ "pid" => 812, "name" => "cc1", "share" => 0.97, "cpus" => [2] }] } }.freeze

  def test_the_answer_comes_first_the_record_last
    lines = text(IllMachine.result, record: Cachemark::Record.from_lines([], path: "d.jsonl")).lines(chomp: true)

    assert_match(/\AThis machine can detect a \d/, lines.first)
    assert_match(/\AMeasured: 40 pairs/, lines[2])
    assert_equal "Record: d.jsonl", lines.last
  end

  def test_each_symptom_with_what_to_do_and_what_it_gains
    text = text(IllMachine.result(survey: BUSY))

    assert_match(/^Only larger slowdowns are detected\n- core 2, .* is shared with cc1 \(pid 812\): 97 %\n  do: end what/, text)
    assert_match(/^  gain: the calibration of 2026-11-22/, text)
  end

  def test_says_that_measurements_cannot_be_trusted
    text = text(IllMachine.result(files: { "bin/taskset" => nil }))

    assert_match(/\AMeasurements on this machine cannot be trusted: NOT PINNED: taskset is missing/, text)
    assert_match(/^Measurements cannot be trusted\n! NOT PINNED/, text)
  end

  def test_fits_every_width
    found = IllMachine.result(files: { "proc/loadavg" => "9 9 9\n" }, survey: { **BUSY, "missing" => %w[cc c++ make git] })
    [40, 80, 200].each { |width| assert_operator text(found, width: width).lines(chomp: true).map(&:size).max, :<=, width }
  end

  def test_says_what_is_well_and_where_it_was_measured
    text = text(IllMachine.result)

    assert_match(/^Fine here: memcached, cores/, text)
    assert_match(/^Debian GNU.*^memcached 1\.6\.18, placement one-core$/m, text)
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text(IllMachine.result(survey: BUSY)))
    assert_match(/\A\e\[32mThis machine can detect/, text(IllMachine.result, color: true))
    assert_match(/\e\[33m-\e\[0m core 2/, text(IllMachine.result(survey: BUSY), color: true))
  end

  private

  def text(result, **page) = Cachemark::Report::Doctor.text(result, "terminal", width: 120, **page)
end

class DoctorMarkdownTest < Minitest::Test
  def test_the_answer_the_symptoms_and_the_rest
    text = text(IllMachine.result(files: { "bin/taskset" => nil }, survey: { "missing" => ["cc"] }))

    assert_match(/\A## Cachemark doctor\n\n\*\*Measurements on this machine cannot be trusted: NOT PINNED: taskset is missing/,
                 text)
    assert_match(/^### Measurements cannot be trusted\n\n- NOT PINNED.*\n  - do: install taskset.*\n  - gain: the calibration/,
                 text)
    assert_match(/^### Not everything can be measured\n\n- not installed: cc;/, text)
    assert_match(/^- Fine here: /, text)
    assert_match(%r{^Measured: 40 pairs.*<details><summary>How it was measured</summary>\n\n- Debian}m, text)
  end

  def test_a_process_cannot_write_markup
    named = [{ "pid" => 1, "name" => "<b>`x`", "share" => 0.5, "cpus" => [2] }]
    text = text(IllMachine.result(survey: { "other_processes" => { "seconds" => 1.0, "named" => named, "unnamed" => 0.0 } }))

    assert_includes text, '\<b\>\`x\`'
  end

  def test_without_symptoms_there_is_no_heading
    refute_match(/^###/, text(IllMachine.result))
  end

  private

  def text(result) = Cachemark::Report::Doctor.text(result, "markdown")
end

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
    assert_equal Cachemark::Stats::DoctorResult::Detectability::Found.members.map(&:to_s).sort,
                 known.dig("$defs", "sight", "properties").keys.sort
    assert_equal Cachemark::Stats::Symptom::KINDS, known.dig("$defs", "symptom", "properties", "kind", "enum")
  end

  def test_lists_the_symptoms
    document = document(IllMachine.record(files: { "bin/taskset" => nil }))

    assert_equal ["cachemark/doctor/1", "doctor", false, "1.6.18", 40],
                 [*document.values_at("schema", "command", "trusted", "memcached"), document.dig("sight", "pairs")]
    assert_equal [["pinning", "untrusted", 50.0]], document["symptoms"].map { |one| one.values_at("name", "kind", "factor") }
    assert_includes document["fine"], "disk"
  end

  private

  def document(record)
    JSON.parse(Cachemark::Report::Doctor.text(Said::DoctorResult.of(record), "json"))
  end
end
