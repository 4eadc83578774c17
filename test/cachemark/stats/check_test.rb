# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::CheckTest < Minitest::Test
    BAD = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT", "interrupt/kill-in-set" => "PASS" } }.freeze

    def test_the_controls_are_no_cases
      check = MadeCheck.of(BAD)

      assert_equal %w[dalli], check.contenders
      assert_equal [%w[socket passes], %w[x caught]], check.controls.map { |one| [one.control, one.expected] }
    end

    def test_a_server_below_the_documented_floor_is_a_note
      floor = { "memcached" => "1.6.27", "source" => "CHANGELOG.md of dalli 5.1.0" }
      named = { "/old" => { "version" => "1.4.9" }, "1.6.45" => { "version" => "1.6.45" } }
      server = { "version" => "1.5.22, 1.4.9, 1.6.45", "contenders" => named }
      lines = { "dalli" => nil, "dalli,memcached=/old" => "/old", "dalli,memcached=1.6.45" => "1.6.45" }.map do |name, named|
        { "type" => "environment", "contender" => name, "floor" => floor, "server" => named }
      end

      old = "is older than the oldest that it supports, 1.6.27 (CHANGELOG.md of dalli 5.1.0)"
      assert_equal ["dalli: memcached 1.5.22 #{old}", "dalli,memcached=/old: memcached 1.4.9 #{old}"],
                   MadeCheck.of(run: { "server" => server }, lines: lines).notes
    end

    def test_contenders_and_cases_are_in_the_given_order
      reversed = { "b" => { "interrupt/kill-in-set" => "PASS", "interrupt/kill-in-get" => "PASS" },
                   "a" => { "interrupt/kill-in-get" => "PASS" } }
      check = MadeCheck.of(reversed, run: { "suite" => { "contenders" => %w[a b] } })

      assert_equal [%w[a interrupt/kill-in-get], %w[b interrupt/kill-in-get], %w[b interrupt/kill-in-set]],
                   check.cases.map { |one| [one.contender, one.case] }
    end

    def test_any_bad_outcome_ends_with_1_and_none_with_0
      %w[CORRUPT FAIL HANG CRASH].each { |outcome| assert_equal 1, code(outcome), outcome }
      %w[PASS NON-STRICT INFO UNSUPPORTED].each { |outcome| assert_equal 0, code(outcome), outcome }
    end

    def test_a_contender_that_was_put_to_no_case_is_no_success
      check = MadeCheck.of(lines: [MadeCheck.line("pylibmc", "key/a", "UNSUPPORTED", absent: true)])

      assert_equal [%w[pylibmc], 3], [check.untried, check.code]
    end

    def test_a_case_with_too_few_trials_ends_with_4_unless_another_is_bad
      short = MadeCheck.line("dalli", "key/a", "UNSUPPORTED", discarded: { "unprepared" => 1 })
      passed = short.merge("outcome" => "PASS")

      assert_equal [4, 0], [short, passed].map { |line| MadeCheck.of(lines: [line]).code }
      assert_equal 1, MadeCheck.of(BAD, lines: [short]).code
    end

    def test_nothing_is_trusted_where_a_control_was_misjudged
      unseen = [["socket (control)", "socket", "PASS"], ["control,mutant=x (control)", "x", "PASS"]]
      accused = [["socket (control)", "socket", "FAIL"], MadeCheck::RIGHT.last]

      [unseen, accused, []].each do |controls|
        assert_equal [false, 3], MadeCheck.of(BAD, controls: controls).then { |check| [check.trusted?, check.code] }
      end
    end

    def test_of_what_came_to_no_end_no_control_is_doubted_that_had_no_turn
      ["interrupted", "stopped early", nil].each do |ended|
        unseen = [[], [["control,mutant=x (control)", "x", "PASS"]]].map { |own| MadeCheck.of(BAD, ended: ended, controls: own) }
        accused = MadeCheck.of(BAD, ended: ended, controls: [["socket (control)", "socket", "FAIL"]])

        assert_equal [false, false, true], [*unseen, accused].map(&:unreliable?), ended
        assert_equal %w[socket], accused.misjudged.map(&:control)
        assert_equal [[false, 3]] * 3, [*unseen, accused].map { |check| [check.trusted?, check.code] }
      end
    end

    def test_a_mutant_is_caught_by_one_of_the_cases_of_its_fault
      controls = [MadeCheck::RIGHT.first, *%w[PASS HANG].map { |outcome| ["control,mutant=x (control)", "x", outcome] }]

      assert_predicate MadeCheck.of(BAD, controls: controls), :trusted?
    end

    def test_an_interrupted_or_failed_check_is_undecided
      assert_equal 3, MadeCheck.of(ended: "interrupted").code
      assert_equal 3, MadeCheck.of(lines: [{ "type" => "failure", "contender" => "dalli", "reason" => "gone" }]).code
      assert_equal 0, MadeCheck.of.code
    end

    def test_a_finding_of_the_baseline_does_not_fail
      runs = %w[CORRUPT FAIL].map { |outcome| MadeCheck.knowing({ "interrupt/kill-in-get" => outcome }) }
      codes = runs.map { |run| MadeCheck.of(BAD, run: run).code }

      assert_equal [0, 1], codes
    end

    def test_a_finding_worse_than_the_baseline_fails_and_is_not_new
      outcomes = { "interrupt/kill-in-get" => "HANG", "interrupt/kill-in-set" => "FAIL", "key/a" => "FAIL" }
      known = { "interrupt/kill-in-get" => "FAIL", "interrupt/kill-in-set" => "FAIL" }
      check = MadeCheck.of({ "dalli" => outcomes }, run: MadeCheck.knowing(known))

      assert_equal [%w[key/a], [%w[interrupt/kill-in-get FAIL]]],
                   [check.new_bad.map(&:case), check.worse.map { |one, before| [one.case, before] }]
      assert_equal %w[key/a interrupt/kill-in-get], check.failing.map(&:case)
    end

    def test_describes_a_fault_by_the_record
      check = MadeCheck.of(BAD)

      assert_equal "a worker is killed", check.fault(check.cases.first).title
      assert_nil check.with(faults: {}).fault(check.cases.first).title
    end

    def test_a_retested_case_is_counted_once_and_releases_are_separate
      check = Said::Check.of(MadeCheck.ranged)

      assert_equal check.cases.uniq { |one| [one.contender, one.case] }.size, check.cases.size
      worse = Said::Check.of(MadeCheck.ranged(retested: %w[CORRUPT HANG]))
      assert_equal %w[HANG], worse.cases.select { |one| one.contender == "dalli@1.2" }.map(&:outcome)
      assert_empty check.matrix
    end

    private

    def code(outcome) = MadeCheck.of({ "dalli" => { "interrupt/kill-in-get" => outcome } }).code
  end

  class Stats::Check::OutcomeTest < Minitest::Test
    def test_the_headline_is_a_line_that_a_terminal_can_show
      assert_equal 'NameError: no \x00 here\x1B[2J', headline("NameError: no \0 here\e[2J\n  at x\n")
      assert_equal "grüße", headline("grüße")
      assert_equal "", headline(nil)
    end

    def test_an_unsupported_case_was_not_tried
      assert_equal [true, false], %w[PASS UNSUPPORTED].map { |outcome| found(outcome: outcome).tried? }
    end

    def test_a_record_says_why_an_outcome_differs_and_an_old_one_does_not
      lines = [{ because: "out of reach" }, {}].map { |facts| MadeCheck.line("x", "a/b", "UNSUPPORTED", **facts) }

      assert_equal([["out of reach", true], [nil, false]],
                   lines.map { |line| Stats::Check::Outcome.of(line).then { |one| [one.because, one.out_of_reach?] } })
    end

    private

    def headline(reason) = found(reason: reason).headline

    def found(**facts)
      Stats::Check::Outcome.new(case: "a/b", fault: "a/b", contender: "x", mode: "sync", outcome: "FAIL", reason: nil,
                                n: 1, **facts)
    end
  end

  class Stats::Check::BaselineTest < Minitest::Test
    KNOWN = { "dalli" => { "a/1" => "FAIL", "a/2" => "CORRUPT", "a/3" => "HANG" } }.freeze
    NOW = { "dalli" => { "a/1" => "CORRUPT", "a/2" => "FAIL", "a/3" => "PASS", "a/4" => "FAIL" } }.freeze

    def test_new_is_what_is_not_known_and_worse_what_was_less_bad
      bad = cases.select(&:bad?)

      assert_equal %w[a/4], baseline.unknown(bad).map(&:case)
      assert_equal [%w[a/1 CORRUPT FAIL]], baseline.worse(bad).map { |one, was| [one.case, one.outcome, was] }
    end

    def test_better_is_what_was_worse
      assert_equal [%w[a/2 FAIL CORRUPT], %w[a/3 PASS HANG]],
                   baseline.better(cases).map { |one, was| [one.case, one.outcome, was] }
    end

    def test_a_case_that_was_not_tried_is_no_improvement_and_remains
      found = MadeCheck.of({ "dalli" => { "a/3" => "UNSUPPORTED" } }).cases

      assert_empty baseline.better(found)
      assert_equal KNOWN, baseline.renewed(found, %w[a/1 a/2 a/3]).known
    end

    def test_renewed_it_is_sorted_and_keeps_what_was_not_examined
      found = MadeCheck.of({ "pylibmc" => { "a/4" => "FAIL", "a/3" => "PASS" }, "dalli" => { "a/2" => "PASS" } }).cases
      renewed = baseline.renewed(found, %w[a/2 a/3 a/4])

      assert_equal [["dalli", { "a/3" => "HANG" }], ["pylibmc", { "a/4" => "FAIL" }]], renewed.known.to_a
    end

    private

    def baseline = Stats::Check::Baseline.new(known: KNOWN)
    def cases = MadeCheck.of(NOW).cases
  end

  class Stats::Check::AxisTest < Minitest::Test
    def test_releases_of_one_outcome_are_one_run
      axis = axis()

      assert_equal ["dalli@1.0..1.4", %w[1.0 1.1 1.2 1.4], { "1.3" => "its Ruby is missing" }],
                   [axis.name, axis.releases, axis.absent]
      assert_equal [[%w[1.0 1.1 CORRUPT], %w[1.2 1.4 PASS]]], axis.rows.map(&:runs)
    end

    def test_releases_that_nobody_put_to_a_case_were_not_examined
      lines = MadeCheck.ranged.lines
      other = lines.find { |line| line["type"] == "position" }.merge("position" => 9, "contender" => "dalli@1.5", "name" => "1.5")
      axis = Said::Check.of(Record.from_lines([*lines, other])).axes.first

      assert_equal [%w[1.0 1.1 1.2 1.4 1.5], %w[1.0 1.1 1.2 1.4]], [axis.releases, axis.examined]
    end

    def test_a_range_of_which_no_release_can_be_built_is_no_success
      gone = { "outcome" => "UNSUPPORTED", "reason" => "its Ruby is missing", "absent" => true }
      lines = MadeCheck.ranged.lines.map { |line| line["type"] == "case" && !line["control"] ? line.merge(gone) : line }
      check = Said::Check.of(Record.from_lines(lines))

      assert_equal [%w[dalli@1.0..1.4], 3], [check.untried, check.code]
    end

    def test_a_change_that_was_seen_twice_is_settled
      change = axis.changes.first

      assert_equal ["interrupt/kill-in-get", "1.1", "1.2", "fixed", true, true],
                   [change.case, change.from, change.to, change.word, change.retested, change.settled]
    end

    def test_one_that_came_out_otherwise_is_not
      assert_equal [true, false], axis(retested: %w[CORRUPT HANG]).changes.first.then { |one| [one.retested, one.settled] }
      refute axis(retested: []).changes.first.retested
    end

    def test_a_change_with_releases_between_is_not_narrowed_down
      row = Stats::Check::Axis::Row.new(case: "c", outcomes: { "1" => ["PASS"], "3" => ["FAIL"] })

      assert_equal [false, true], [%w[1 2 3], %w[1 3]].map { |releases| row.changes(releases).first.narrowed }
    end

    def test_a_change_has_a_direction_where_one_side_is_bad
      words = { %w[PASS FAIL] => "broke", %w[FAIL CORRUPT] => "broke", %w[HANG PASS] => "fixed",
                %w[PASS UNSUPPORTED] => "changed", %w[CORRUPT UNSUPPORTED] => "changed", %w[UNSUPPORTED FAIL] => "changed" }
      words.each do |(was, now), word|
        row = Stats::Check::Axis::Row.new(case: "c", outcomes: { "1" => [was], "2" => [now] })

        assert_equal word, row.changes(%w[1 2]).first.word
      end
    end

    private

    def axis(**made) = Said::Check.of(MadeCheck.ranged(**made)).axes.first
  end
end
