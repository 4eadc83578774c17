# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::TerminalTest < Minitest::Test
    BAD = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "PASS" } }.freeze

    def test_the_answer_comes_first_and_what_is_not_passed_can_be_repeated
      text = text(MadeCheck.of(BAD))

      assert_equal "dalli: 1 CORRUPT of 2 cases.", text.lines.first.chomp
      assert_match(/^interrupt +1 CORRUPT\n +1 PASS$/, text)
      assert_match(/^CORRUPT dalli interrupt\/kill-in-get \(3 of 10\): get of k2 returned another\n    key's value$/, text)
      assert_match(/^    cachemark check dalli --case interrupt\/kill-in-get --seed 7$/, text)
    end

    def test_what_came_out_alike_is_said_once_and_repeated_by_one_command
      text = text(MadeCheck.of({ "dalli" => %w[get set].to_h { |call| ["interrupt/kill-in-#{call}", "CORRUPT"] } }))

      assert_equal 1, text.scan(/^CORRUPT/).size
      assert_match(/^CORRUPT dalli interrupt\/kill-in-\{get,set\} \(3 of 10 each\): get of k2/, text)
      assert_match(/^    cachemark check dalli --case 'interrupt\/kill-in-\{get,set\}' --seed 7$/, text)
    end

    def test_what_was_set_aside_is_said_of_what_is_bad_and_once_of_all_that_was_worse_at_first
      anew = { "FAIL" => 5, "HANG" => 1 }
      bad = %w[get set].map { |call| MadeCheck.line("dalli", "interrupt/kill-in-#{call}", "FAIL", anew: anew) }
      passed = MadeCheck.line("dalli", "key/a", "PASS", anew: { "HANG" => 1, "FAIL" => 2 })
      text = text(MadeCheck.of({}, lines: [*bad, passed])).gsub(/\s+/, " ")

      assert_includes text, "another key's value; made anew: 2 trials that came out HANG and then did not cachemark check dalli"
      assert_includes text, "Note: made anew: 5 trials of 3 cases that came out HANG or FAIL and then did not (json and"
    end

    def test_the_worst_of_all_comes_first
      text = text(MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => "FAIL" },
                                 "socket" => { "interrupt/kill-in-get" => "HANG" } }))

      assert_equal ["HANG socket", "FAIL dalli"], text.scan(/^(?:HANG|FAIL) \S+/)
    end

    def test_what_harms_nobody_has_a_line_for_each_fault_within_the_width
      outcomes = { "interrupt/kill-in-get" => "INFO", "interrupt/kill-in-set" => "INFO", "reply/a-in-get" => "NON-STRICT",
                   "reply/b-in-get" => "INFO" }
      long = MadeCheck.line("dalli", "reply/c-in-get", "INFO", reason: "it #{"talks " * 40}\nand draws")
      text = text(MadeCheck.of({ "dalli" => outcomes }, lines: [long]))

      assert_match(<<~'TEXT'.then { |wanted| /^#{Regexp.escape(wanted)}/ }, text)
        NON-STRICT dalli
            reply/a  get of k2 returned another key's value
            cachemark check dalli --case reply/a-in-get --seed 7
        INFO dalli
            interrupt/kill  2 cases: get of k2 returned another key's value
            reply/b         get of k2 returned another key's value
      TEXT
      assert_equal [80, "…"], text[/^    reply\/c .*/].then { |line| [line.size, line[-1]] }
      refute_includes text, "draws"
    end

    def test_who_passed_is_said_too
      assert_match(/\Adalli: nothing bad in 1 case\.$/, text(MadeCheck.of))
    end

    def test_what_was_put_to_no_case_has_passed_none
      outcomes = { "interrupt/kill-in-get" => "UNSUPPORTED", "interrupt/kill-in-set" => "PASS" }

      assert_match(/\Adalli: nothing bad in 1 case\.$/, text(MadeCheck.of({ "dalli" => outcomes })))
      assert_match(/\Adalli: put to no case\.$/, text(MadeCheck.of({ "dalli" => outcomes.first(1).to_h })))
    end

    def test_of_what_came_to_no_end_that_is_said_first_and_nothing_is_a_clean_bill
      found = BAD.merge("socket" => { "interrupt/kill-in-get" => "PASS" })
      stands = "What was found stands only so far: a wrong value proves itself, but nothing bad\nso far is no clean bill."
      { "interrupted" => "was interrupted", "stopped early" => "was stopped early", nil => "did not come to its end" }
        .each do |ended, words|
        text = text(MadeCheck.of(found, ended: ended, controls: [], run: { "options" => { "planned" => 12 } }))

        assert_equal "The check #{words}: 3 of 12 cases were examined.\n#{stands}\n" \
                     "dalli: 1 CORRUPT of 2 cases so far.\nsocket: 1 case so far, none of them bad yet.", text.split("\n\n").first
        refute_includes text, "WRONG"
      end
    end

    def test_where_the_reference_failed_that_comes_next
      text = text(MadeCheck.of(BAD, ended: "interrupted", controls: [["socket (control)", "socket", "FAIL"]]))

      assert_match(/\AThe check was interrupted: 2 cases were examined\.\nWhat.*\n.*\nNothing that was found can be relied/, text)
    end

    def test_one_that_had_just_begun_says_no_more
      text = text(MadeCheck.of({}, ended: "interrupted", controls: [], run: { "options" => { "planned" => 1 } }))

      assert_equal "The check was interrupted: 0 of 1 case was examined.", text.split("\n\n").first
    end

    def test_who_was_not_examined_to_the_end_is_said_with_the_answer
      failure = { "type" => "failure", "contender" => "dalli", "reason" => "the driver died" }

      assert_match(/\Adalli: nothing bad in 1 case\.\nNot examined to the end: dalli\.$/, text(MadeCheck.of(lines: [failure])))
    end

    def test_notes_are_told_each_for_itself
      text = text(MadeCheck.of({ "dalli" => BAD["dalli"].transform_values { "UNSUPPORTED" } }))

      assert_match(/^Note: dalli: 2 cases: get of k2/, text)
      refute_match(/^UNSUPPORTED dalli/, text)
    end

    def test_a_misjudged_control_outranks_everything
      text = text(MadeCheck.of(BAD, controls: [["socket (control)", "socket", "FAIL"]]))

      assert_match(/\ANothing that was found can be relied on/, text)
      assert_match(/^WRONG socket \(control\) must pass in interrupt\/kill, and was FAIL\.$/, text)
    end

    def test_many_contenders_stand_in_several_tables_within_the_width
      names = (1..9).map { |number| "a-rather-long-client@1.0.#{number}" }
      text = text(MadeCheck.of(names.to_h { |name| [name, { "interrupt/kill-in-get" => "PASS" }] }))

      assert_operator text.lines.grep_v(/Cachemark 0/).map { |line| line.chomp.size }.max, :<=, 80
      assert_operator text.scan(/^interrupt/).size, :>, 1
      names.each { |name| assert_includes text, name }
    end

    def test_releases_of_one_outcome_are_collapsed_and_the_change_is_said
      text = text(Said::Check.of(MadeCheck.ranged))

      assert_match(/\Adalli@1\.0\.\.1\.4, 4 releases, 1 case: outcomes changed in 1\.2\.$/, text)
      assert_match(/^interrupt\/kill-in-get  CORRUPT 1\.0\.\.1\.1, PASS 1\.2\.\.1\.4$/, text)
      assert_match(/^  dalli 1\.2 fixed interrupt\/kill-in-get: CORRUPT in 1\.1, PASS in 1\.2$/, text)
      assert_match(/^CORRUPT dalli@1\.0 interrupt.*\n.*\n    cachemark check dalli@1\.0 --case interrupt\/kill-in-get /, text)
      refute_includes text, "dalli@1.1 "
      assert_match(/^Note: dalli@1\.0\.\.1\.4: left out, for they cannot be built here: 1\.3$/, text)
    end

    def test_how_many_releases_were_examined_is_said_where_some_were_not
      cut = MadeCheck.ranged.lines.reject { |line| line["type"] == "case" && line["contender"] == "dalli@1.1" }

      assert_match(/\Adalli@1\.0\.\.1\.4, 3 of 4 releases examined, 1 case: outcomes/, text(Said::Check.of(Record.from_lines(cut))))
      ended = cut.reject { |line| line["type"] == "end" }
      assert_match(/^dalli@1\.0.*changed in 1\.0\.\.1\.2\s+so far\.$/, text(Said::Check.of(Record.from_lines(ended))))
    end

    def test_a_change_that_did_not_show_again_says_so
      assert_match(/not the\s+same each time/, text(Said::Check.of(MadeCheck.ranged(retested: %w[CORRUPT FAIL]))))
      assert_match(/not\s+tested\s+again/, text(Said::Check.of(MadeCheck.ranged(retested: []))))
    end

    def test_a_change_that_was_not_narrowed_down_says_so
      cut = Record.from_lines(MadeCheck.ranged.lines.reject { |line| line["type"] == "case" && line["contender"] == "dalli@1.1" })
      text = text(Said::Check.of(cut))

      assert_match(/outcomes changed in 1\.0\.\.1\.2\.$/, text)
      assert_match(/^  between 1\.0 and 1\.2 dalli fixed interrupt\/kill-in-get/, text)
    end

    def test_a_baseline_says_what_is_new_better_and_stale
      known = { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "HANG" }
      text = text(MadeCheck.of(BAD, run: MadeCheck.knowing(known, stale: [%w[dalli interrupt/gone]])))

      assert_match(/\ANothing is new against k\.json\.$/, text)
      assert_match(/^CORRUPT dalli .*\n?.*; known before$/, text)
      assert_match(/^Better: dalli interrupt\/kill-in-set is PASS, and was HANG$/, text)
      assert_match(/^Stale: k\.json knows dalli interrupt\/gone, which is no case any more/, text)
    end

    def test_what_is_new_or_worse_comes_first_and_is_counted_apart
      outcomes = { "interrupt/kill-in-get" => "HANG", "interrupt/kill-in-set" => "CORRUPT", "key/a" => "FAIL" }
      known = { "interrupt/kill-in-get" => "FAIL", "interrupt/kill-in-set" => "CORRUPT" }
      text = text(MadeCheck.of({ "dalli" => outcomes }, run: MadeCheck.knowing(known)))

      assert_match(/\A1 case is new against k\.json, and 1 case is worse\.$/, text)
      assert_equal %w[HANG FAIL CORRUPT], text.scan(/^(HANG|FAIL|CORRUPT) dalli/).flatten
      assert_equal ["; was FAIL", "; known before"], text.scan(/; (?:was|known) \w+/)
    end

    def test_worse_alone_is_nothing_new
      run = MadeCheck.knowing({ "interrupt/kill-in-get" => "FAIL" })

      assert_match(/\ANothing is new against k\.json, but 1 case is worse\.$/, text(MadeCheck.of(BAD, run: run)))
      assert_match(/^Nothing is new against k\.json so far, but 1 case is worse\.$/,
                   text(MadeCheck.of(BAD, run: run, ended: "interrupted")))
    end

    def test_unsafe_places_are_named_each_once
      unsafe = (1..7).flat_map do |line|
        point = { "at" => "/somewhere/gems/client-1.0/client.rb:#{line}", "outcome" => "CORRUPT", "reason" => "r" }
        %w[StandardError Exception].map { |error| { **point, "error" => error } }
      end
      swept = MadeCheck.line("dalli", "interrupt/sweep-get", "CORRUPT", points: 40, unsafe: unsafe)
      text = text(MadeCheck.of({}, lines: [swept]))

      assert_match(/^    client-1\.0\/client\.rb:1 \(CORRUPT by StandardError, CORRUPT by Exception\)$/, text)
      assert_match(/^    and 2 more places$/, text)
    end

    private

    def text(check) = Report::Check::Terminal.new(check).to_s
  end
end
