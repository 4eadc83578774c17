# frozen_string_literal: true

require "test_helper"

module Cachemark
  # A selftest that was measured (test/fixtures/selftest.jsonl), judged by the judge and by broken ones: a
  # selftest is worth what it refuses.
  class Stats::SelftestTest < Minitest::Test
    RECORD = Record::Reader.read(File.expand_path("../../fixtures/selftest.jsonl", __dir__))
    JUDGE = Stats::Comparison.method(:of)
    GATE = Stats::Gate.method(:of)

    def test_the_judge_passes
      selftest = Said::Selftest.of(RECORD)

      assert_predicate selftest, :passed?
      assert_equal %w[same same slower same faster invalid invalid unresolved], selftest.controls.map(&:expected)
      assert_equal [[%w[slow client/get]]] * 2, [selftest.gate.expected, selftest.gate.found]
      assert_equal ["selftest", "complete", "one-core"], [selftest.command, selftest.outcome, selftest.placement["name"]]
    end

    def test_one_that_is_never_sure_fails
      assert_misjudged %w[twin twin slow slow fast busy deceived], state: "undecided", &as("unresolved")
    end

    def test_one_to_which_all_is_the_same_fails
      assert_misjudged %w[slow fast busy deceived twin], &as("same")
    end

    def test_one_that_shows_figures_of_wrong_rows_fails
      assert_misjudged(%w[busy deceived]) { |verdict| verdict.verdict == "invalid" ? verdict.with(verdict: "faster") : verdict }
      assert_misjudged(%w[busy deceived]) { |verdict| verdict.verdict == "invalid" ? verdict.with(effect: -0.5) : verdict }
    end

    def test_one_that_takes_slower_for_faster_fails
      swap = { "slower" => "faster", "faster" => "slower" }

      assert_misjudged(%w[slow fast]) { |verdict| verdict.with(verdict: swap.fetch(verdict.verdict, verdict.verdict)) }
    end

    def test_one_that_takes_no_difference_seen_for_none_fails
      assert_misjudged(["twin"]) do |verdict|
        verdict.interval && Range.new(*verdict.interval).cover?(0) ? verdict.with(verdict: "same") : verdict
      end
    end

    def test_one_to_which_one_version_is_the_same_code_fails
      version = ->(contender) { loaded(contender)["version"] }

      assert_misjudged %w[slow fast busy deceived twin], &trusting(version)
    end

    def test_one_to_which_other_files_are_other_code_fails
      digest = ->(contender) { loaded(contender)["digest"] }

      assert_equal digest.call("steady"), digest.call("twin")
      assert_misjudged %w[slow fast busy deceived twin], &trusting(digest)
    end

    def test_one_that_sees_a_slowdown_in_the_wrong_cell_fails
      verdicts = JUDGE.call(RECORD).verdicts

      assert_misjudged(%w[slow slow fast busy deceived twin]) do |verdict|
        other = verdicts.find { |one| one.contender == verdict.contender && one.scenario != verdict.scenario }
        verdict.with(verdict: other.verdict, effect: other.effect)
      end
    end

    def test_a_gate_that_stops_nothing_fails
      refute_passed { "passed" }
    end

    def test_a_gate_that_stops_everything_fails
      refute_passed { "regression" }
    end

    def test_a_gate_that_stops_the_wrong_cell_fails
      refute_passed { |verdict| verdict.contender == "twin" ? "regression" : "passed" }
    end

    def test_a_selftest_that_measured_nothing_is_not_passed_nor_failed
      selftest = Said::Selftest.of(Record.from_lines(MadeComparison.lines(command: "selftest")))

      refute_predicate selftest, :passed?
      assert_equal "undecided", selftest.state
    end

    def test_one_that_was_cut_short_is_undecided_however_right_it_is
      [["outcome", "interrupted"], ["outcome", "stopped early"], ["broken_off", "the disk is full"]].each do |name, value|
        cut = Record.from_lines(RECORD.lines.map { |line| line["type"] == "end" ? line.merge(name => value) : line })
        selftest = Said::Selftest.of(cut)

        assert_equal "undecided", selftest.state, name
        refute_includes selftest.all.map(&:state), "wrong"
        refute_predicate selftest, :passed?
      end
    end

    def test_a_record_without_measurements_is_undecided
      quiet = Record.from_lines(RECORD.lines.reject { |line| %w[sample look failure].include?(line["type"]) })
      selftest = Said::Selftest.of(quiet)

      assert_equal "undecided", selftest.state
      refute_includes selftest.all.map(&:state), "wrong"
    end

    def test_a_verdict_that_contradicts_the_truth_is_wrong
      { "same" => { "slower" => "wrong", "faster" => "wrong", "same" => "right", "unresolved" => "undecided" },
        "slower" => { "same" => "wrong", "faster" => "wrong", "unresolved" => "undecided" },
        "faster" => { "same" => "wrong", "slower" => "wrong" },
        "unresolved" => { "same" => "wrong", "unresolved" => "right" },
        "invalid" => { "same" => "wrong", "slower" => "wrong", "invalid" => "right", "unresolved" => "undecided" } }
        .each do |expected, states|
        states.each do |found, state|
          control = MadeSelftest.control("twin", expected)
          assert_equal state, control.with(found: control.found.with(verdict: found)).state, [expected, found]
        end
      end
      assert_equal "undecided", MadeSelftest.control("twin", "same").with(found: nil).state
      assert_equal "wrong", MadeSelftest.control("busy", "invalid", effect: 0.1).state
    end

    def test_a_gate_is_wrong_where_it_stops_or_lets_pass_what_it_must_not
      slow, twin = %w[slow client/get], %w[twin client/get]
      gate = ->(found, passed = []) { Stats::Selftest::GateControl.new(expected: [slow], found: found, passed: passed).state }

      assert_equal %w[right wrong wrong undecided], [gate.call([slow]), gate.call([slow, twin]), gate.call([], [slow]),
                                                     gate.call([], [twin])]
    end

    # Each row of a cell that was slowed down may be slower.
    def test_a_control_is_judged_by_its_time_per_call_and_a_gate_by_cells
      comparison = MadeComparison.comparison(contenders: %w[old slow], scenarios: ["client/get"], method: 2, quads: 4) do |arm|
        next 1_000 unless arm.arm == "contender" && !arm.noise

        arm.quad == 1 && arm.slot < 2 ? 40_000 : 1_050
      end
      line = { "contender" => "slow", "scenario" => "client/get", "expected" => "slower", "shows" => "it" }
      control = Stats::Selftest::Control.all([line], comparison).first
      wall, mean = comparison.verdicts
      decision = Struct.new(:regressions, :passed)

      assert_equal "wall", control.found.metric
      [[[wall, mean], []], [[wall], [mean]]].each do |regressions, passed|
        gate = Stats::Selftest::GateControl.of(decision.new(regressions, passed), [control])
        assert_equal ["right", []], [gate.state, gate.passed]
      end
    end

    private

    # Passes only where nobody was misjudged.
    def assert_misjudged(contenders, state: "failed", &broken)
      selftest = Said::Selftest.of(RECORD, judge: ->(record) { comparison(record, &broken) })

      refute_predicate selftest, :passed?
      assert_equal state, selftest.state
      assert_equal contenders, wrong(selftest)
    end

    # A gate with the given results.
    def refute_passed(&result)
      gate = lambda do |record|
        GATE.call(record).then { |one| one.with(results: one.results.keys.to_h { |verdict| [verdict, result.call(verdict)] }) }
      end
      selftest = Said::Selftest.of(RECORD, gate: gate)

      assert_empty wrong(selftest)
      assert_equal %w[wrong failed], [selftest.gate.state, selftest.state]
      refute_predicate selftest, :passed?
    end

    def wrong(selftest) = selftest.controls.reject(&:right?).map(&:contender)

    def comparison(record, &broken) = JUDGE.call(record).then { |one| one.with(verdicts: one.verdicts.map(&broken)) }

    def as(word) = ->(verdict) { verdict.with(verdict: word) }

    # A judge that looks at what was loaded, not at what it costs.
    def trusting(mark)
      ->(verdict) { verdict.with(verdict: mark.call(verdict.contender) == mark.call(verdict.baseline) ? "same" : "slower") }
    end

    def loaded(contender) = RECORD.processes.find { |process| process["contender"] == contender }
  end
end
