# frozen_string_literal: true

require "test_helper"

class DoctorMarkdownTest < Minitest::Test
  def test_the_answer_the_symptoms_and_the_rest
    text = text(IllMachine.examination(files: { "bin/taskset" => nil }, survey: { "missing" => ["cc"] }))

    assert_match(/\A\*\*Measurements on this machine cannot be trusted: NOT PINNED: taskset is missing/, text)
    assert_match(/^### Measuring cannot be trusted\n\n- NOT PINNED.*\n  - do: install taskset.*\n  - gain: the calibration/, text)
    assert_match(/^### Not everything can be measured\n\n- not installed: cc;/, text)
    assert_match(/^- Well here: /, text)
    assert_match(%r{<details><summary>How it was measured</summary>\n\n- Measured: 40 pairs}, text)
  end

  def test_a_process_cannot_write_markup
    named = [{ "pid" => 1, "name" => "<b>`x`", "share" => 0.5, "cpus" => [2] }]
    text = text(IllMachine.examination(survey: { "neighbours" => { "seconds" => 1.0, "named" => named, "unnamed" => 0.0 } }))

    assert_includes text, '\<b\>\`x\`'
  end

  def test_without_symptoms_there_is_no_heading
    refute_match(/^###/, text(IllMachine.examination))
  end

  private

  def text(examination) = Cachemark::Report::Doctor::Markdown.new(examination).to_s
end
