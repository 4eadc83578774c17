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

    def test_a_contender_that_cannot_be_built_is_unsupported_everywhere
      exam = exam("socket", [MadeTrial.one("get"), MadeTrial.one("set")])
      check([exam], others: { "socket" => Env::Unavailable.new(reason: "no such gem", how: "look again") })

      assert_equal [["UNSUPPORTED", "no such gem: look again"]] * 2, writer.record.cases.map { |line|
 line.values_at("outcome", "reason") }
    end

    def test_a_driver_that_dies_is_told_and_the_others_go_on
      cases = [MadeTrial.one("get")]
      check([exam("null", cases, made: { enter: "exit" }), exam("socket", cases)])

      assert_equal ["null"], writer.record.failures.map { |line| line["contender"] }
      assert_equal ["socket"], writer.record.cases.map { |line| line["contender"] }
    end

    private

    def exam(name, cases, made: nil)
      (@made ||= {})[name] = made if made
      Plan::Exam.new(contender: MadeCells.contender(name), cases: cases)
    end

    def check(exams, others: {})
      rig = rig(exams.map(&:contender), made: @made || {}, others: others)
      job = Lab::Job.new(cells: [], seed: 1, exams: exams)
      Lab::Check.new(job: job, rig: rig, writer: writer, live: live, stop: Lab::Stop.new, clock: CLOCK).call
    end
  end
end
