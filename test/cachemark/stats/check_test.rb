# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::CheckTest < Minitest::Test
    GET, SET = %w[interrupt/kill-in-get interrupt/kill-in-set].freeze
    BAD = { "dalli" => { GET => "CORRUPT", SET => "PASS" } }.freeze
    MUTANT = "control,mutant=x (control)"

    def test_the_controls_are_no_cases
      check = of(BAD)

      assert_equal [%w[dalli], [%w[socket passes], %w[x caught]]],
                   [check.contenders, check.controls.map { |one| [one.control, one.expected] }]
    end

    def test_a_server_below_the_documented_floor_is_a_note
      named = { "/old" => { "version" => "1.4.9" }, "1.6.45" => { "version" => "1.6.45" } }
      lines = { "dalli" => nil, "dalli,memcached=/old" => "/old", "dalli,memcached=1.6.45" => "1.6.45" }.map do |name, server|
        { "type" => "environment", "contender" => name, "floor" => { "memcached" => "1.6.27", "source" => "a CHANGELOG" },
          "server" => server }
      end
      notes = of(run: { "server" => { "version" => "1.5.22, 1.4.9, 1.6.45", "contenders" => named } }, lines: lines).notes

      assert_equal [["dalli", "1.5.22"], ["dalli,memcached=/old", "1.4.9"]],
                   notes.map { |one| [one.about, one.facts[:version]] }
      assert_equal [:below_floor], notes.map(&:id).uniq
    end

    def test_contenders_and_cases_are_in_the_given_order
      reversed = { "b" => { SET => "PASS", GET => "PASS" }, "a" => { GET => "PASS" } }
      check = of(reversed, run: { "suite" => { "contenders" => %w[a b] } })

      assert_equal [["a", GET], ["b", GET], ["b", SET]], check.cases.map { |one| [one.contender, one.case] }
    end

    # Too few trials end with 4 unless another outcome is bad; what was put to no case or came to no end is no success.
    def test_the_exit_code
      short = MadeCheck.line("dalli", "key/a", "UNSUPPORTED", discarded: { "unprepared" => 1 })
      gone = { "type" => "failure", "contender" => "dalli", "reason" => "gone" }
      absent = MadeCheck.line("pylibmc", "key/a", "UNSUPPORTED", absent: true)

      Vocabulary::Outcomes::TONES.each do |outcome, tone|
        assert_equal tone == "wrong" ? 1 : 0, of({ "dalli" => { GET => outcome } }).code, outcome
      end
      { { lines: [absent] } => 3, { ended: "interrupted" } => 3, { lines: [gone] } => 3, { lines: [short] } => 4,
        { lines: [short.merge("outcome" => "PASS")] } => 0 }.each { |made, code| assert_equal code, of(**made).code, made }
      assert_equal [1, %w[pylibmc]], [of(BAD, lines: [short]).code, of(lines: [absent]).untried]
    end

    def test_nothing_is_trusted_where_a_control_was_misjudged
      unseen = [["socket (control)", "socket", "PASS"], [MUTANT, "x", "PASS"]]
      accused = [["socket (control)", "socket", "FAIL"], MadeCheck::RIGHT.last]

      [unseen, accused, []].each { |controls| assert_equal [false, 3], trust(controls) }
      # One of the cases of its fault has to catch a mutant.
      assert_equal [true, 1], trust([MadeCheck::RIGHT.first, *%w[PASS HANG].map { |outcome| [MUTANT, "x", outcome] }])
    end

    def test_of_what_came_to_no_end_no_control_is_doubted_that_had_no_turn
      ["interrupted", "stopped early", nil].each do |ended|
        found = [[], [[MUTANT, "x", "PASS"]], [["socket (control)", "socket", "FAIL"]]].map do |own|
          of(BAD, ended: ended, controls: own)
        end

        assert_equal [[false, false, 3]] * 2 + [[true, false, 3]],
                     found.map { |check| [check.unreliable?, check.trusted?, check.code] }, ended
        assert_equal %w[socket], found.last.misjudged.map(&:control)
      end
    end

    # A finding of the baseline does not fail, and one that is worse is not new.
    def test_what_fails_in_spite_of_a_baseline
      assert_equal [0, 1], %w[CORRUPT FAIL].map { |outcome| of(BAD, run: MadeCheck.knowing({ GET => outcome })).code }
      check = of({ "dalli" => { GET => "HANG", SET => "FAIL", "key/a" => "FAIL" } },
                 run: MadeCheck.knowing({ GET => "FAIL", SET => "FAIL" }))

      assert_equal [%w[key/a], [[GET, "FAIL"]]],
                   [check.new_bad.map(&:case), check.worse.map { |one, before| [one.case, before] }]
      assert_equal ["key/a", GET], check.failing.map(&:case)
    end

    def test_only_the_named_outcomes_fail
      found = { "dalli" => { GET => "CORRUPT", SET => "FAIL" } }

      { %w[CORRUPT] => [[GET], 1], %w[HANG CRASH] => [[], 0], nil => [[GET, SET], 1] }.each do |named, expected|
        check = of(found, run: { "options" => { "fail_on" => named } })

        assert_equal expected, [check.failing.map(&:case), check.code], named
      end
      known = MadeCheck.knowing({ GET => "FAIL" })["options"]
      assert_equal 0, of(BAD.merge("dalli" => { GET => "FAIL" }), run: { "options" => { **known, "fail_on" => %w[FAIL] } }).code
    end

    # The controls of the failed case were examined, and those of others perhaps not.
    def test_a_failure_that_ended_the_check_is_proven_by_its_controls
      other = [MUTANT, "x", "PASS"]
      proven, unseen, accused = [MadeCheck::RIGHT, [MadeCheck::RIGHT.first, other], [["socket (control)", "socket", "FAIL"]]]
                                .map { |controls| MadeCheck.failed_fast(BAD, controls: controls) }

      assert_equal [1, 3, 3], [proven, unseen, accused].map(&:code)
      assert_equal [false, { "dalli" => [SET, "key/a"] }], [proven.trusted?, proven.unexamined]
    end

    def test_describes_a_fault_by_the_record
      check = of(BAD)

      assert_equal ["a worker is killed", nil], [check, check.with(faults: {})].map { |one| one.fault(one.cases.first).title }
    end

    def test_a_retested_case_is_counted_once_and_releases_are_separate
      check = Stats::Check.of(MadeCheck.ranged)
      worse = Stats::Check.of(MadeCheck.ranged(retested: %w[CORRUPT HANG]))

      assert_equal check.cases.uniq { |one| [one.contender, one.case] }.size, check.cases.size
      assert_equal %w[HANG], worse.cases.select { |one| one.contender == "dalli@1.2" }.map(&:outcome)
      assert_empty check.matrix
    end

    def test_a_search_over_a_repository_is_about_commits
      releases, commits = [->(name) { "dalli@#{name}" }, ->(name) { "dalli@git:#{name}" }].map do |contender|
        names = { "79470c9" => contender.call("79470c9") }
        Stats::Check::Axis.new(name: "dalli", releases: names.keys, contenders: names, rows: [])
      end

      assert_equal %w[release commit], [releases.unit, commits.unit]
    end

    def test_the_facts_of_an_outcome
      found = { reason: "NameError: no \0 here\e[2J\n  at x\n", outcome: "UNSUPPORTED", because: "out of reach" }
      outcome = ->(**facts) { Stats::Check::Outcome.of(MadeCheck.line("x", "a/b", "FAIL", **facts)) }

      assert_equal ['NameError: no \x00 here\x1B[2J', false, true],
                   outcome[**found].then { |one| [one.headline, one.tried?, one.out_of_reach?] }
      assert_equal ["grüße", true, false, nil],
                   outcome[reason: "grüße"].then { |one| [one.headline, one.tried?, one.out_of_reach?, one.because] }
      assert_equal "", outcome[reason: nil].headline
    end

    private

    def of(*outcomes, **made) = Stats::Check.of(MadeCheck.record(*outcomes, **made))
    def trust(controls) = of(BAD, controls: controls).then { |check| [check.trusted?, check.code] }
  end

  class Stats::Check::BaselineTest < Minitest::Test
    KNOWN = { "dalli" => { "a/1" => "FAIL", "a/2" => "CORRUPT", "a/3" => "HANG" } }.freeze
    NOW = { "dalli" => { "a/1" => "CORRUPT", "a/2" => "FAIL", "a/3" => "PASS", "a/4" => "FAIL" } }.freeze

    def test_what_is_new_worse_and_better
      cases = cases(NOW)
      bad = cases.select(&:bad?)

      assert_equal %w[a/4], baseline.unknown(bad).map(&:case)
      assert_equal [%w[a/1 CORRUPT FAIL]], baseline.worse(bad).map { |one, was| [one.case, one.outcome, was] }
      assert_equal [%w[a/2 FAIL CORRUPT], %w[a/3 PASS HANG]],
                   baseline.better(cases).map { |one, was| [one.case, one.outcome, was] }
    end

    # A case that was not tried is no improvement.
    def test_renewed_it_is_sorted_and_keeps_what_was_not_examined
      untried = cases("dalli" => { "a/3" => "UNSUPPORTED" })
      found = cases("pylibmc" => { "a/4" => "FAIL", "a/3" => "PASS" }, "dalli" => { "a/2" => "PASS" })

      assert_equal [[], KNOWN], [baseline.better(untried), baseline.renewed(untried, %w[a/1 a/2 a/3]).known]
      assert_equal [["dalli", { "a/3" => "HANG" }], ["pylibmc", { "a/4" => "FAIL" }]],
                   baseline.renewed(found, %w[a/2 a/3 a/4]).known.to_a
    end

    private

    def baseline = Stats::Check::Baseline.new(known: KNOWN)
    def cases(outcomes) = Stats::Check.of(MadeCheck.record(outcomes)).cases
  end

  class Stats::Check::AxisTest < Minitest::Test
    def test_releases_of_one_outcome_are_one_run
      axis = of(MadeCheck.ranged.lines).axes.first

      assert_equal ["dalli@1.0..1.4", %w[1.0 1.1 1.2 1.4], { "1.3" => "its Ruby is missing" }],
                   [axis.name, axis.releases, axis.absent]
      assert_equal [[%w[1.0 1.1 CORRUPT], %w[1.2 1.4 PASS]]], axis.rows.map(&:runs)
    end

    def test_releases_that_nobody_put_to_a_case_were_not_examined
      lines = MadeCheck.ranged.lines
      other = lines.find { |line| line["of"] == "position" }.merge("position" => 9, "contender" => "dalli@1.5", "name" => "1.5")
      axis = of([*lines, other]).axes.first

      assert_equal [%w[1.0 1.1 1.2 1.4 1.5], %w[1.0 1.1 1.2 1.4]], [axis.releases, axis.examined]
    end

    def test_a_range_of_which_no_release_can_be_built_is_no_success
      gone = { "outcome" => "UNSUPPORTED", "reason" => "its Ruby is missing", "absent" => true }
      check = of(MadeCheck.ranged.lines.map { |line| line["type"] == "case" && !line["control"] ? line.merge(gone) : line })

      assert_equal [%w[dalli@1.0..1.4], 3], [check.untried, check.code]
    end

    def test_a_change_that_was_seen_twice_is_settled
      changes = [%w[CORRUPT PASS], %w[CORRUPT HANG], []].map do |retested|
        of(MadeCheck.ranged(retested: retested).lines).axes.first.changes.first
      end

      assert_equal ["interrupt/kill-in-get", "1.1", "1.2", "fixed"],
                   [*changes.first.to_h.values_at(:case, :from, :to), changes.first.word]
      assert_equal [[true, true], [true, false], false],
                   [*changes.first(2).map { |one| [one.retested, one.settled] }, changes.last.retested]
    end

    # It has a direction where one side is bad, and is not narrowed down with a release between.
    def test_the_direction_of_a_change
      { %w[PASS FAIL] => "broke", %w[FAIL CORRUPT] => "broke", %w[HANG PASS] => "fixed", %w[PASS UNSUPPORTED] => "changed",
        %w[CORRUPT UNSUPPORTED] => "changed", %w[UNSUPPORTED FAIL] => "changed" }.each do |(was, now), word|
        row = Stats::Check::Axis::Row.new(case: "c", outcomes: { "1" => [was], "3" => [now] })

        assert_equal [[word, true], [word, false]],
                     [%w[1 3], %w[1 2 3]].map { |all| row.changes(all).first.then { |one| [one.word, one.narrowed] } }
      end
    end

    private

    def of(lines) = Stats::Check.of(Record.from_lines(lines))
  end

  class Stats::Check::AdvisoryTest < Minitest::Test
    GET, SET = %w[interrupt/kill-in-get interrupt/kill-in-set].freeze

    # [outcomes in get and set] of the affected release and of the fixed one. Another case that is bad in both shows another bug.
    def test_it_is_shown_if_an_affected_release_is_bad_in_one_case_and_the_fixed_one_is_not
      { [%w[CORRUPT FAIL], %w[PASS PASS]] => [0, true, true, true, nil],
        [%w[CORRUPT], %w[NON-STRICT]] => [0, true, true, true, nil],
        [%w[CORRUPT], %w[FAIL]] => [1, false, true, false, nil],
        [%w[CORRUPT PASS], %w[PASS FAIL]] => [0, true, true, true, nil],
        [%w[PASS], %w[PASS]] => [3, false, false, true, nil],
        # A release that cannot run here is unknown, with the reason.
        [%w[UNSUPPORTED], %w[PASS]] => [0, false, nil, true, "get of k2 returned another key's value"],
        [%w[UNSUPPORTED], %w[UNSUPPORTED]] => [0, nil, nil, nil, "get of k2 returned another key's value"] }
        .each do |sides, wanted|
        check = check(sides)
        line = check.advisories.first.lines.first

        assert_equal wanted, [check.code, check.advisories.first.proven?, line.shown, line.gone, line.lacks], sides
      end
    end

    def test_names_an_example_and_what_is_left
      line = check([%w[CORRUPT], %w[FAIL]]).advisories.first.lines.first

      assert_equal [GET, GET, "it was not examined"],
                   [line.example.case, line.left.case, check([[], []]).advisories.first.lines.first.lacks]
    end

    def test_a_misjudged_control_outranks_everything
      assert_equal 3, check([%w[CORRUPT], %w[PASS]], controls: [["socket (control)", "socket", "CORRUPT"]]).code
    end

    private

    def check(sides, **more)
      names = %w[dalli@1.0 dalli@1.1]
      outcomes = names.zip(sides).to_h { |name, own| [name, [GET, SET].zip(own).to_h.compact] }
      run = { "options" => { "advisories" => [MadeCheck.advisory([GET, SET], names)] } }
      Stats::Check.of(MadeCheck.record(outcomes, run: run, **more))
    end
  end
end
