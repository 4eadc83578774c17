# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::MarkdownTest < Minitest::Test
    def test_has_the_answer_the_matrix_and_the_replay
      text = markdown(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "CORRUPT" },
                                     "b|c" => { "interrupt/kill-in-get" => "PASS" } }))

      assert_includes text, "**dalli: 1 CORRUPT of 1 case.**"
      assert_includes text, "| | dalli | b\\|c |\n| --- | --- | --- |\n| interrupt | 1 CORRUPT | 1 PASS |"
      assert_includes text, "  `cachemark check dalli --case interrupt/kill-in-get --seed 7`"
    end

    def test_says_what_came_out_alike_once_and_folds_what_harms_nobody
      text = markdown(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "HANG", "interrupt/kill-in-set" => "HANG",
                                                  "reply/a" => "INFO" } }))

      assert_match(/^- HANG dalli interrupt\/kill-in-{get,set} \(3 of 10 each\): .*\n  `cachemark check dalli --case '/, text)
      assert_match(/^<details><summary>INFO dalli<\/summary>\n\n- reply\/a: get of k2 .*\n\n`cachemark check dalli /, text)
    end

    def test_says_of_what_is_bad_what_was_set_aside
      fail = MadeCheck.line("dalli", "interrupt/kill-in-get", "FAIL", anew: { "HANG" => 2 })

      assert_match(/^- FAIL dalli .*; made anew: 2 trials that came out HANG and then did not\n/,
                   markdown(MadeCheck.of({}, lines: [fail])))
    end

    def test_has_the_releases
      text = markdown(Said::Check.of(MadeCheck.ranged))

      assert_includes text, "| interrupt/kill-in-get | CORRUPT 1.0..1.1<br>PASS 1.2..1.4 |"
      assert_includes text, "- dalli 1.2 fixed interrupt/kill-in-get"
    end

    def test_what_came_to_no_end_says_so_first
      assert_match(/\A## Cachemark check\n\n\*\*The check did not come to its end: 1 case was examined\.\*\*$/,
                   markdown(MadeCheck.of(ended: nil)))
    end

    private

    def markdown(check) = Report::Check::Markdown.new(check).to_s
  end
end
