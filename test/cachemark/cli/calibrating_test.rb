# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::CalibratingTest < Minitest::Test
    include ACommand

    Condition = Plan::Campaign::Condition
    # A second shows nothing; what is done, and kept, is the same.
    SHORT = { for_s: 1.0, wanted: 1 }.freeze
    PILOT = Condition.new(name: "pilot", kind: "compare", loops: 400, **SHORT)
    SLOWER = Condition.new(name: "slower by 5 %", kind: "compare", share: 0.05, **SHORT)

    def test_goes_on_with_what_is_not_done_and_injects_by_what_the_pilots_say
      warm
      begun(MadeCalibration.pilot(effect: 0.2))
      record, code = calibrate(PILOT, SLOWER)

      assert_equal [0, %w[pilot slower\ by\ 5\ %]], [code, record.experiments.map { |line| line["condition"] }]
      assert_equal ["compare", "get", 100, 0.05], record.experiments.last.values_at("kind", "method", "loops", "share")
      assert_equal [["client/get"], ["wall", "cpu", "fastest"]],
                   record.experiments.last["verdicts"].then { |told| [told["wall"].map { |one| one["scenario"] }, told.keys] }
      assert_equal "slower by 5 %: 1 of 1\n", err.string
      assert_equal record.lines, Record::Reader.read(Paths.new.calibration).lines
    end

    def test_a_pilot_that_saw_nothing_is_not_done
      warm
      record, code = calibrate(PILOT, SLOWER, for_s: 3.0)

      assert_equal [0, ["pilot"]], [code, record.experiments.map { |line| line["condition"] }.uniq]
      assert_match(/\A(pilot: 0 of 1\n)+\z/, err.string)
    end

    def test_the_seven_scenarios_of_a_client_beside_a_neighbour
      warm
      condition = Condition.new(name: "the same code, a neighbour on the same core", kind: "gate", neighbour: "same", **SHORT)
      experiment = calibrate(condition).first.experiments.first

      assert_equal 7, experiment["verdicts"]["wall"].map { |verdict| verdict["scenario"] }.grep(%r{\Aclient/}).uniq.size
      assert_equal [0, []], experiment.values_at("loops", "regressions")
      assert_includes [0, 3], experiment["code"]
    end

    def test_begins_nothing_that_would_not_end_in_time
      warm
      record, code = calibrate(PILOT.with(for_s: 60.0), for_s: 59.0)

      assert_equal [0, 0, "calibrate"], [code, record.experiments.size, record.run["command"]]
    end

    def test_a_condition_that_is_not_there_is_refused_before_there_is_a_record
      assert_match(/no condition contains "unpined"/, refused("selftest", "--calibrate", "--condition", "unpined"))
      refute_path_exists Paths.new.calibration
    end

    def test_another_record_is_refused
      assert_match(/is no record of a calibration/, refused("selftest", "--calibrate", "--record", record))
    end

    private

    # A calibration of this machine, with these experiments.
    def begun(*experiments)
      FileUtils.mkdir_p(File.dirname(Paths.new.calibration))
      lines = MadeCalibration.record(*experiments, "machine" => Host::Machine.facts).lines
      File.write(Paths.new.calibration, lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
    end

    def calibrate(*conditions, for_s: 600.0)
      @err = StringIO.new
      CLI::Calibrating.new({ for_s: for_s }, argv: %w[--calibrate], err: err, campaign: Plan::Campaign.new(conditions)).call
    end
  end
end
