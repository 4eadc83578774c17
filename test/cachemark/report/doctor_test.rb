# frozen_string_literal: true

require "test_helper"

class DoctorReportTest < Minitest::Test
  extend Golden

  TEXTS = {
    "a machine that is ill" => lambda do
      text("terminal", **IllMachine::ILL, width: 120, record: Cachemark::Record.from_lines([], path: "d.jsonl"))
    end,
    # A process cannot write markup.
    "a machine that is ill, as markdown" => -> { text("markdown", **IllMachine::ILL) },
    "a machine that is well has a figure, and how sure it is" => -> { text("terminal") },
    "a machine that is well, as markdown" => -> { text("markdown") },
    "nothing was measured" => -> { Cachemark::Report::Doctor.text(Said::DoctorResult.of(IllMachine.unmeasured), "terminal") },
    "what was found, and why releases are unknown" => lambda do
      text("terminal", files: { "proc/cpuinfo" => "flags : hypervisor\n", ".dockerenv" => "" }, width: 400,
                       survey: { "memcached" => { "version" => nil }, "runtimes" => nil,
                                 "releases" => { "newer" => nil, "why" => "not looked up (install=cached)" } })
    end
  }.freeze
  golden "doctor", TEXTS

  def test_the_answer_of_an_incomplete_measurement_says_so
    { "interrupted" => "interrupted", "stopped early" => "stopped early", nil => "it has not ended" }.each do |outcome, why|
      assert_match(/\AThe measurement is incomplete \(#{why}\)\. (This machine can detect|Measurements on this)/,
                   text("terminal", ending: { "outcome" => outcome }.compact))
    end
  end

  private

  def text(format, width: 80, record: Cachemark::Record.from_lines([]), **made)
    Cachemark::Report::Doctor.text(IllMachine.result(**made), format, width: width, record: record)
  end
end
