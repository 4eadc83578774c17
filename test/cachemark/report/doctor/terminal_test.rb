# frozen_string_literal: true

require "test_helper"

class DoctorTerminalTest < Minitest::Test
  BUSY = { "neighbours" => { "seconds" => 20.0, "unnamed" => 0.0,
                             "named" => [{ "pid" => 812, "name" => "cc1", "share" => 0.97, "cpus" => [2] }] } }.freeze

  def test_the_answer_comes_first_the_record_last
    lines = text(IllMachine.examination, record: "d.jsonl").lines(chomp: true)

    assert_match(/\AThis machine can detect a \d/, lines.first)
    assert_match(/\AMeasured: 40 pairs/, lines[1])
    assert_equal "Record: d.jsonl", lines.last
  end

  def test_each_symptom_with_what_to_do_and_what_it_gains
    text = text(IllMachine.examination(survey: BUSY))

    assert_match(/^Only larger slowdowns are seen\n~ core 2, .* is shared with cc1 \(pid 812\): 97 %\n  do: end what/, text)
    assert_match(/^  gain: the calibration of 2026-11-22/, text)
  end

  def test_what_cannot_be_trusted
    text = text(IllMachine.examination(files: { "bin/taskset" => nil }))

    assert_match(/\AMeasurements on this machine cannot be trusted: NOT PINNED: taskset is missing/, text)
    assert_match(/^Measuring cannot be trusted\n! NOT PINNED/, text)
  end

  def test_fits_every_width
    found = IllMachine.examination(files: { "proc/loadavg" => "9 9 9\n" }, survey: { **BUSY, "missing" => %w[cc c++ make git] })
    [40, 80, 200].each { |width| assert_operator text(found, width: width).lines(chomp: true).map(&:size).max, :<=, width }
  end

  def test_says_what_is_well_and_where_it_was_measured
    text = text(IllMachine.examination)

    assert_match(/^Well here: memcached, cores/, text)
    assert_match(/^Debian GNU.*^memcached 1\.6\.18, placement one-core$/m, text)
  end

  def test_colour_is_a_wish
    refute_match(/\e/, text(IllMachine.examination(survey: BUSY)))
    assert_match(/\A\e\[32mThis machine can detect/, text(IllMachine.examination, color: true))
    assert_match(/\e\[33m~ \e\[0mcore 2/, text(IllMachine.examination(survey: BUSY), color: true))
  end

  private

  def text(examination, **page) = Cachemark::Report::Doctor::Terminal.new(examination, width: 120, **page).to_s
end
