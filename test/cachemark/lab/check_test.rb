# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CheckTest < Minitest::Test
    include ALab

    ERROR = { class: "Late", message: "no", injected: false, at: [] }.freeze

    def test_each_contender_is_put_to_each_of_its_cases
      cases = [MadeTrial.one("get"), MadeTrial.one("set")]
      assert_equal "complete", check([exam("socket", cases), exam("null", cases.first(1), made: {})])

      assert_equal [%w[interrupt/made-in-get null], %w[interrupt/made-in-get socket], %w[interrupt/made-in-set socket]],
                   writer.record.cases.map { |line| line.values_at("case", "contender") }.sort
    end

    def test_a_case_has_its_history_and_its_octets
      check([exam("socket", [MadeTrial.one("get")])])
      line = writer.record.cases.first

      assert_equal ["PASS", "interrupt/made", 1, "done"], line.values_at("outcome", "fault", "n", "ending")
      assert_equal ["get", "k1", "ok"], [*line["history"].first["step"].values_at("op", "key"), line["history"].first["type"]]
      assert(line["octets"].any? { |_, _, side, bytes| side == "client" && bytes.unpack1("m").start_with?("get ") })
    end

    def test_a_long_trial_has_a_gap_and_a_case_counts_discarded_trials
      late = { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 }, { step: 0, type: "raised", at_ns: 2, error: ERROR }] }
      many = [{ "again" => { "times" => 300, "steps" => [{ "call" => { "op" => "get", "key" => "k2" } }] } }]
      check([exam("socket", [MadeTrial.one("get", steps: [*many, { "subject" => {} }])]),
             exam("null", [MadeTrial.one("get")], made: { act: [late, late, late, late, { end: "done" }] })])
      long, short = writer.record.cases.sort_by { |line| line["contender"] }.reverse

      gap = long["octets"].find { |_, _, from| from == "left out" }
      assert_equal [501, nil, "", %w[pieces bytes]], [long["octets"].size, gap[1], gap[3], gap[4].keys]
      assert_equal({ "unprepared" => 1 }, short["discarded"])
      refute_includes long, "discarded"
    end

    def test_the_record_describes_the_faults_and_each_finished_case_is_announced
      check([exam("socket", [MadeTrial.one("get"), MadeTrial.one("set")])])

      assert_equal [["interrupt/made", "made", %w[interrupt/made-in-get interrupt/made-in-set]]],
                   writer.record.faults.map { |line| line.values_at("fault", "title", "cases") }
      assert_equal [{ cases: 2, controls: 0 }], live.of(:start)
      assert_equal [[[1, 2], "PASS", false], [[2, 2], "PASS", false]],
                   live.of(:case).map { |facts| facts.values_at(:cases, :outcome, :bad) }
    end

    def test_a_range_of_releases_is_searched_and_the_ends_of_a_change_are_repeated
      axis = axis(%w[1.0.0 1.0.1 1.0.2 1.0.3])
      check(axis.first, axes: [axis], made: { "1.0.3" => { enter: { type: "not_offered", reason: "gone" } } })
      record = writer.record

      assert_equal [["socket@1.0.0..1.0.3", 0, "1.0.0"], ["socket@1.0.0..1.0.3", 1, "1.0.1"]],
                   record.positions.first(2).map { |line| line.values_at("axis", "position", "contender") }
      first, again = record.cases.partition { |line| line["retest"].nil? }
      assert_equal [%w[1.0.0 PASS], %w[1.0.2 PASS], %w[1.0.3 UNSUPPORTED]],
                   first.map { |line| line.values_at("contender", "outcome") }.sort
      assert_equal %w[1.0.2 1.0.3], again.map { |line| line["contender"] }.sort
      assert_equal [5], live.of(:case).map { |facts| facts[:cases].last }.last(1)
    end

    def test_a_contender_that_cannot_be_built_is_unsupported_everywhere
      exam = exam("socket", [MadeTrial.one("get"), MadeTrial.one("set")])
      check([exam], others: { "socket" => Env::Unavailable.new(reason: "no such gem", how: "look again") })

      assert_equal [["UNSUPPORTED", "no such gem: look again"]] * 2, writer.record.cases.map { |line|
 line.values_at("outcome", "reason") }
    end

    # The outcomes of two cases if the driver does that when a client enters, or acts, in the first.
    { enter: { "exit" => /ended with exit code 7 during enter/, "garbage" => /sent a line that the protocol does not allow/,
               "failed" => /RuntimeError: no way/ },
      act: { "exit" => /ended with exit code 7 during act/ } }.each do |request, ways|
      ways.each do |way, words|
        define_method(:"test_a_lost_driver_costs_its_case_and_another_driver_continues_#{request}_#{way}") do
          cases = %w[get set].map { |call| MadeTrial.one(call) }
          check([exam("null", cases, made: { request => way })])
          lines = writer.record.cases

          assert_equal cases.map { |one| [one.id, "UNSUPPORTED", nil] },
                       lines.map { |line| line.values_at("case", "outcome", "absent") }
          lines.each { |line| assert_match(words, line["reason"]) }
          assert_equal lines.map { |line| "#{line["case"]}: #{line["reason"]}" },
                       writer.record.failures.map { |line| line["reason"] }
        end
      end
    end

    def test_an_error_of_cachemark_itself_costs_only_its_case
      check([exam("socket", [MadeTrial.one("get", steps: [{ "proxy" => { "end" => 9 } }]), MadeTrial.one("set")])])

      assert_equal %w[UNSUPPORTED PASS], writer.record.cases.map { |line| line["outcome"] }
      assert_match(%r{\ACachemark failed: NoMethodError: .*end_connections.* \(lib/cachemark/lab/check/\S+\.rb:\d+\)\z},
                   writer.record.cases.first["reason"])
      assert_equal 1, writer.record.failures.size
    end

    def test_a_case_over_which_a_driver_hangs_has_an_entry_and_a_view_hears_of_it_meanwhile
      check([exam("null", [MadeTrial.one("get")], made: { act: [{ end: "hung" }], leave: "hang" })])

      assert_includes live.of(:progress), { cases: [0, 1], controls: [0, 0], share: 0.0 }
      assert_equal "UNSUPPORTED", writer.record.cases.first["outcome"]
      assert_match(/did not answer leave within 5/, writer.record.cases.first["reason"])
    end

    def test_a_driver_that_hangs_after_its_last_case_costs_no_case
      check([exam("null", [MadeTrial.one("get")], made: { leave: "hang" }), exam("socket", [MadeTrial.one("set")])])

      assert_equal [["PASS"] * 2, []], [writer.record.cases.map { |line| line["outcome"] }, writer.record.failures]
    end

    def test_a_driver_that_does_not_start_has_an_entry_per_case_and_one_failure
      cases = %w[get set].map { |call| MadeTrial.one(call) }
      check([exam("null", cases, made: { load: "exit" }), exam("socket", cases)])

      lines = writer.record.cases.select { |line| line["contender"] == "null" }
      assert_equal cases.map { |one| [one.id, "UNSUPPORTED", true] },
                   lines.map { |line| line.values_at("case", "outcome", "absent") }
      assert_equal 1, writer.record.failures.size
    end

    def test_a_mutant_that_no_case_caught_is_tried_once_more
      right = MadeCells.contender("socket").with(id: "socket (control)")
      check([Plan::Exam.new(contender: right, cases: [MadeTrial.one("get")], control: "keeps-connection")])

      assert_equal [%w[keeps-connection PASS]] * 2, writer.record.cases.map { |line| line.values_at("control", "outcome") }
      assert_equal [[1, 1], [2, 2]], live.of(:case).map { |facts| facts[:controls] }
    end

    # "null" fails in its first case, while the reference is still busy with a slow one.
    def test_ends_at_the_first_failure_after_the_controls_of_that_case
      get, set = %w[get set].map { |call| MadeTrial.one(call) }
      slow = MadeTrial.one("get", id: "interrupt/slow", form: "interrupt/slow-in-{call}",
                                  proxy: { "do" => [{ "wait_ms" => 900 }, { "pass" => "rest" }] })
      right = MadeCells.contender("socket").with(id: "socket (control)")
      controls = Plan::Exam.new(contender: right, cases: [slow, get], control: "socket")

      assert_equal "failed fast", check([exam("null", [get, set], made: { act: [{ end: "hung" }] }), controls],
                                        judging: { fail_fast: true })
      assert_equal [["null", get.id], ["socket (control)", get.id], ["socket (control)", slow.id]],
                   writer.record.cases.map { |line| line.values_at("contender", "case") }.sort
      assert_equal [["unexamined", "null", [set.id]]],
                   writer.record.events.map { |line| line.values_at("kind", "contender", "cases") }
    end

    # Nothing is left if the only case fails, or if no case has one of the outcomes that fail.
    { %w[get] => nil, %w[get set] => %w[CORRUPT] }.each do |calls, failing|
      define_method(:"test_a_check_that_examined_#{calls.join("_and_")}_is_complete") do
        writer.add("run", command: "check", options: { fail_on: failing })
        exam = exam("null", calls.map { |call| MadeTrial.one(call) }, made: { act: [{ end: "hung" }] })

        assert_equal ["complete", calls.size], [check([exam], judging: { fail_fast: true }), writer.record.cases.size]
      end
    end

    def test_controls_are_tried_less_often
      late = { proxy: { "do" => [{ "wait_ms" => 300 }, { "pass" => "rest" }] },
               steps: [{ "subject" => { "interrupt" => { "by" => "timeout", "after_ms" => 20 } } }, { "read" => "others" }] }
      cases = %w[get set].map { |call| MadeTrial.one(call, repeats: 4, **late) }
      check([*controls(cases), exam("null", cases, made: { act: [{ end: "hung" }] })])

      assert_equal [["keeps-connection", 1], ["socket", 3], ["socket", 3]],
                   writer.record.cases.filter_map { |line| line.values_at("control", "n") if line["control"] }.sort
      assert_includes live.of(:progress) + live.of(:case).map { |facts| facts.slice(:cases, :controls, :share) },
                      { cases: [2, 2], controls: [4, 4], share: 1.0 }
    end

    def test_the_reference_has_the_cases_that_a_contender_does_not_pass
      get, set = cases = %w[get set].map { |call| MadeTrial.one(call) }
      passing = Plan::Exam.new(contender: MadeCells.contender("socket").with(id: "passing"), cases: [set])
      check([*controls(cases), exam("null", [get], made: { act: [{ end: "hung" }] }), passing])
      lines = writer.record.cases.reject { |line| line["control"] == "keeps-connection" }

      assert_equal [["null", get.id, "FAIL"], ["passing", set.id, "PASS"], ["socket", get.id, "PASS"]],
                   lines.map { |line| line.values_at("contender", "case", "outcome") }.sort
    end

    # The first of two trials is good, and the six attempts of the second are late, for each of two drivers. A driver also writes
    # before each trial.
    def test_a_case_whose_trials_disagree_is_tried_again_when_nothing_else_runs
      late, good = [{ type: "raised", error: ERROR }, { type: "ok", value: nil }].map do |ending|
        { end: "done", events: [{ step: 0, type: "invoke", at_ns: 1 }, { step: 0, at_ns: 2, **ending }] }
      end
      one = MadeTrial.one("get", repeats: 2, steps: [{ "subject" => {} }], judges: ["succeeds"])
      slow = MadeTrial.one("get", proxy: { "do" => [{ "wait_ms" => 2_500 }, { "pass" => "rest" }] })
      check([exam("null", [one], made: { act: [good, good, *[good, late] * 6, good] }), exam("socket", [slow])])

      assert_equal [["socket", "PASS", nil], ["null", "FAIL", { "FAIL" => 11 }]],
                   writer.record.cases.map { |line| line.values_at("contender", "outcome", "discarded") }
    end

    # Five attempts with four acts each are in vain. Another driver is in time.
    def test_a_client_that_could_write_before_another_fault_is_tried_again
      cases = %w[get set].map { |call| MadeTrial.one(call, steps: [{ "subject" => {} }], judges: []) }
      hung = [{ end: "hung" }] * 24
      check([exam("null", cases, made: { act: [{ end: "done" }, { end: "done" }, *hung] })])

      assert_equal [["PASS", { "unprepared" => 5, "FAIL" => 1 }]],
                   writer.record.cases.drop(1).map { |line| line.values_at("outcome", "discarded") }
    end

    private

    # A mutant, and the reference.
    def controls(cases)
      mutated = MadeCells.contender("control").with(options: { "mutant" => "keeps-connection" })
      [Plan::Exam.new(contender: mutated, cases: cases, control: "keeps-connection"),
       Plan::Exam.new(contender: MadeCells.contender("socket"), cases: cases, control: "socket")]
    end

    def exam(name, cases, made: nil)
      (@made ||= {})[name] = made if made
      Plan::Exam.new(contender: MadeCells.contender(name), cases: cases)
    end

    # Releases that are all the reference.
    def axis(names)
      positions = names.each_with_index.map do |name, number|
        Plan::Position.new(number: number, contender: MadeCells.contender("socket").with(id: name), name: name)
      end
      Plan::Exam::Axis.new(name: "socket@#{names.first}..#{names.last}", positions: positions, cases: [MadeTrial.one("get")])
    end

    def check(exams, others: {}, axes: [], made: @made || {}, judging: {})
      contenders = (exams + axes.flat_map(&:positions)).map(&:contender).uniq(&:id)
      task = Lab::Check::Task.new(seed: 1, exams: exams, axes: axes, judging: judging)
      Lab::Check.new(task: task, engine: engine(contenders, made: made, others: others)).call
    end
  end
end
