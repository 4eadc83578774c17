# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::CheckTest < Minitest::Test
    include ALab

    def test_each_contender_is_put_to_each_of_its_cases
      cases = [MadeTrial.one("get"), MadeTrial.one("set")]
      assert_equal "complete", check([exam("socket", cases), exam("null", cases.first(1), made: {})])

      assert_equal [%w[interrupt/made-in-get null], %w[interrupt/made-in-get socket], %w[interrupt/made-in-set socket]],
                   writer.record.cases.map { |line| line.values_at("case", "contender") }.sort
    end

    def test_a_finding_has_its_history_and_its_octets
      check([exam("socket", [MadeTrial.one("get")])])
      line = writer.record.cases.first

      assert_equal ["PASS", "interrupt/made", 1, "done"], line.values_at("outcome", "situation", "n", "ending")
      assert_equal ["get", "k1", "ok"], [*line["history"].first["step"].values_at("op", "key"), line["history"].first["type"]]
      assert(line["octets"].any? { |_, _, side, bytes| side == "client" && bytes.unpack1("m").start_with?("get ") })
    end

    def test_the_record_tells_of_the_situations_and_every_case_is_told_when_it_is_done
      check([exam("socket", [MadeTrial.one("get"), MadeTrial.one("set")])])

      assert_equal [["interrupt/made", "made", %w[interrupt/made-in-get interrupt/made-in-set]]],
                   writer.record.situations.map { |line| line.values_at("situation", "title", "cases") }
      assert_equal [2], live.of(:start).map { |facts| facts[:cases] }
      assert_equal [[1, 2, "PASS", false], [2, 2, "PASS", false]],
                   live.of(:case).map { |facts| facts.values_at(:done, :of, :outcome, :bad) }
    end

    def test_of_a_range_of_releases_those_are_examined_that_decide_and_those_beside_a_change_again
      axis = axis(%w[1.0.0 1.0.1 1.0.2 1.0.3])
      check(axis.first, axes: [axis], made: { "1.0.3" => { enter: { type: "not_offered", reason: "gone" } } })
      record = writer.record

      assert_equal [["socket@1.0.0..1.0.3", 0, "1.0.0"], ["socket@1.0.0..1.0.3", 1, "1.0.1"]],
                   record.positions.first(2).map { |line| line.values_at("axis", "position", "contender") }
      first, again = record.cases.partition { |line| line["retest"].nil? }
      assert_equal [%w[1.0.0 PASS], %w[1.0.2 PASS], %w[1.0.3 UNSUPPORTED]],
                   first.map { |line| line.values_at("contender", "outcome") }.sort
      assert_equal %w[1.0.2 1.0.3], again.map { |line| line["contender"] }.sort
      assert_equal [5], live.of(:case).map { |facts| facts[:of] }.last(1)
    end

    def test_a_contender_that_cannot_be_built_is_unsupported_everywhere
      exam = exam("socket", [MadeTrial.one("get"), MadeTrial.one("set")])
      check([exam], others: { "socket" => Env::Unavailable.new(reason: "no such gem", how: "look again") })

      assert_equal [["UNSUPPORTED", "no such gem: look again"]] * 2, writer.record.cases.map { |line|
 line.values_at("outcome", "reason") }
    end

    def test_a_driver_that_dies_is_told_and_the_others_go_on
      cases = [MadeTrial.one("get")]
      check([exam("null", cases, made: { enter: "exit" }), exam("socket", cases)])

      assert_equal [["null", "interrupt/made-in-get"]],
                   writer.record.failures.map { |line| [line["contender"], line["reason"][/\A[^:]+/]] }
      assert_equal ["socket"], writer.record.cases.map { |line| line["contender"] }
    end

    def test_another_driver_goes_on_behind_the_case_that_cost_one
      cases = %w[get set].map { |call| MadeTrial.one(call) }
      check([exam("null", cases, made: { act: [{ end: "done" }, "exit"] })])

      assert_equal cases.map(&:id), writer.record.failures.map { |line| line["reason"][/\A[^:]+/] }
    end

    def test_a_flaw_that_was_caught_is_not_looked_for_again
      late = { relay: { "do" => [{ "wait_ms" => 60 }, { "pass" => "rest" }] },
               steps: [{ "subject" => { "interrupt" => { "by" => "timeout", "after_ms" => 20 } } }, { "read" => "others" }] }
      cases = %w[get set].map { |call| MadeTrial.one(call, **late) }
      flawed = MadeCells.contender("control").with(options: { "flaw" => "keeps-connection" })
      check([Plan::Exam.new(contender: flawed, cases: cases, control: "keeps-connection"),
             Plan::Exam.new(contender: MadeCells.contender("socket"), cases: cases, control: "socket")])

      assert_equal({ "keeps-connection" => 1, "socket" => 2 }, writer.record.cases.map { |line| line["control"] }.tally.sort.to_h)
    end

    private

    def exam(name, cases, made: nil)
      (@made ||= {})[name] = made if made
      Plan::Exam.new(contender: MadeCells.contender(name), cases: cases)
    end

    # Releases that are all the reference.
    def axis(names)
      positions = names.each_with_index.map do |name, number|
        Plan::Position.new(number: number, contender: MadeCells.contender("socket").with(id: name), name: name)
      end
      Plan::Axis.new(name: "socket@#{names.first}..#{names.last}", positions: positions, cases: [MadeTrial.one("get")])
    end

    def check(exams, others: {}, axes: [], made: @made || {})
      contenders = (exams + axes.flat_map(&:positions)).map(&:contender).uniq(&:id)
      job = Lab::Job.new(cells: [], seed: 1, exams: exams, axes: axes)
      Lab::Check.new(job: job, rig: rig(contenders, made: made, others: others), writer: writer, live: live, stop: Lab::Stop.new,
                     clock: CLOCK).call
    end
  end
end
