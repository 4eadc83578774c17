# frozen_string_literal: true

require "test_helper"

class DoctorReportTest < Minitest::Test
  Doctor = Cachemark::Report::Doctor

  TERMINAL = <<~TEXT
    Measurements on this machine cannot be trusted: NOT PINNED: taskset is missing; differences below 40 % mean nothing.

    Measured: 40 pairs of fresh processes with the same code (socket, whose get costs 1.0 µs here) in 80 s, which would have
    detected 0.2 %. A minute has 23 such pairs. Minutes were drawn from the measured pairs; in 95 % of them the smallest
    detectable slowdown lies between these bounds.

    Measurements cannot be trusted
    ! NOT PINNED: taskset is missing; differences below 40 % mean nothing
      do: install taskset (apt-get install util-linux); macOS has none: measure in a Linux there
      gain: the calibration of 2026-11-22 (AMD EPYC, 2 cores) detected 50.0 % over seven scenarios in a minute unpinned,
      1.0 % otherwise (medians of 3 and 3 runs)

    Only larger slowdowns are detected
    - cores 0, 1, 2, 3, which are measured on, are shared with <b>`cc1` (pid 812): 97 %
      do: end what need not run, or move it to another core: taskset -cp CORES PID
      gain: the calibration of 2026-11-22 (AMD EPYC, 2 cores) detected 3.0 % over seven scenarios in a minute with another
      process on the same core, 1.0 % otherwise (medians of 3 and 3 runs)

    Not everything can be measured
    - not installed: cc; clients that are built from source may be unavailable
      do: apt-get install --no-install-recommends gcc

    Newer releases
    - dalli 5.0.1 is out; 4.3.10 was measured last
      do: cachemark compare dalli@4.3.10 dalli@5.0.1

    Fine here: memcached, cores, measuring, A/A, steal, load, CPU quota, memory, turbo, SMT, clock source, runtimes, disk
    Unknown here: governor
    Found: 4 cores; memcached 1.6.18; Ruby 3.1.2

  TEXT

  MARKDOWN = <<~TEXT
    ### Newer releases

    - dalli 5.0.1 is out; 4.3.10 was measured last
      - do: cachemark compare dalli@4.3.10 dalli@5.0.1

    - Fine here: memcached, cores, measuring, A/A, steal, load, CPU quota, memory, turbo, SMT, clock source, runtimes, disk
    - Unknown here: governor
    - Found: 4 cores; memcached 1.6.18; Ruby 3.1.2
  TEXT

  def test_a_terminal
    text = text("terminal", **IllMachine::ILL, width: 120, record: Cachemark::Record.from_lines([], path: "d.jsonl"))

    assert_equal TERMINAL, text[/.*?^(?=Note:)/m]
    assert_match(/^memcached 1\.6\.18, placement one-core.*\nRecord: d\.jsonl\n\z/m, text)
  end

  # A process cannot write markup.
  def test_markdown
    text = text("markdown", **IllMachine::ILL)

    assert_match(/\A## Cachemark doctor\n\n\*\*Measurements on this machine cannot be .*\*\*\n\nMeasured: 40 pairs/, text)
    assert_match(/^### Measurements cannot be trusted\n\n- NOT PINNED.*\n  - do: install taskset.*\n  - gain: the calib/, text)
    assert_includes text, '\<b\>\`cc1\`'
    assert_includes text, MARKDOWN
    assert_match(%r{^<details><summary>How it was measured</summary>\n\n- Debian}, text)
  end

  def test_the_answer_has_a_figure_and_how_sure_it_is
    assert_match(/\AThis machine can detect a \d\.\d % slowdown of get in 60 s \(95 %: \d\.\d % to \d\.\d %\)\.\n\nMeasured: /,
                 text("terminal"))
    refute_match(/^###/, text("markdown"))
  end

  def test_the_answer_of_an_incomplete_measurement_says_so
    { "interrupted" => "interrupted", "stopped early" => "stopped early", nil => "it has not ended" }.each do |outcome, why|
      assert_match(/\AThe measurement is incomplete \(#{why}\)\. (This machine can detect|Measurements on this)/,
                   text("terminal", ending: { "outcome" => outcome }.compact))
    end
  end

  def test_without_a_measurement_there_is_no_figure
    text = Doctor.text(Said::DoctorResult.of(IllMachine.unmeasured), "terminal")

    assert_match(/\ANothing was measured \(--for 0s\)\.\n\nFine here: /, text)
  end

  def test_says_what_was_found_and_why_releases_are_unknown
    text = text("terminal", files: { "proc/cpuinfo" => "flags : hypervisor\n", ".dockerenv" => "" }, width: 400,
                            survey: { "memcached" => { "version" => nil }, "runtimes" => nil,
                                      "releases" => { "newer" => nil, "why" => "not looked up (install=cached)" } })

    assert_match(/^Newer releases: not looked up \(install=cached\)\nFound: 4 cores, virtual, docker; core 2 to measure on$/,
                 text)
  end

  private

  def text(format, width: 80, color: false, record: Cachemark::Record.from_lines([]), **made)
    Doctor.text(IllMachine.result(**made), format, width: width, color: color, record: record)
  end

  def json(record) = JSON.parse(Doctor.text(Said::DoctorResult.of(record), "json"))
end
