# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

module Cachemark
  class CLI::CalibrationTest < Minitest::Test
    include ACommand

    Condition = Plan::Experiments::Condition
    # A second shows nothing; what is done, and kept, is the same.
    SHORT = { for_s: 1.0, wanted: 1 }.freeze
    PILOT = Condition.new(name: "pilot", kind: "compare", loops: 400, **SHORT)
    SLOWER = Condition.new(name: "slower by 5 %", kind: "compare", share: 0.05, **SHORT)

    def test_goes_on_with_what_is_not_done_and_injects_by_what_the_pilots_say
      warm
      begun(MadeCalibration.pilot(effect: 0.2, at: Time.now.utc.iso8601))
      record, code = calibrate(PILOT, SLOWER)

      assert_equal [0, %w[pilot slower\ by\ 5\ %]], [code, record.experiments.map { |line| line["condition"] }]
      assert_equal ["compare", "get", 100, 0.05], record.experiments.last.values_at("kind", "method", "loops", "share")
      assert_equal [["client/get"], %w[wall fastest]],
                   record.experiments.last["verdicts"].then { |found| [found["wall"].map { |one| one["scenario"] }, found.keys] }
      assert_equal "slower by 5 %: 1 of 1\n", err.string
      assert_equal record.lines, Record::Reader.read(Paths.new.calibration).lines
    end

    def test_a_pilot_that_saw_nothing_is_not_done
      warm
      record, code = calibrate(PILOT, SLOWER, for_s: 3.0)

      assert_equal [0, ["pilot"]], [code, record.experiments.map { |line| line["condition"] }.uniq]
      assert_match(/\A(pilot: 0 of 1\n)+\z/, err.string)
    end

    def test_the_seven_scenarios_of_a_client_next_to_another_process
      warm
      condition = Condition.new(name: "the same code, another process on the same core", kind: "gate", other_process: "same",
                                **SHORT)
      experiment = calibrate(condition).first.experiments.first

      assert_equal 7, experiment["verdicts"]["wall"].map { |verdict| verdict["scenario"] }.grep(%r{\Aclient/}).uniq.size
      assert_equal [0, []], experiment.values_at("loops", "regressions")
      assert_includes [0, 4], experiment["code"]
    end

    # A slowdown below the default margin is what a calibration looks for.
    def test_any_sure_change_counts
      kinds = { "compare" => [0.0, nil], "gate" => [0.01, 0.0], "find" => [0.01, nil] }
      calibration = CLI::Calibration.new({}, argv: [], err: err)

      kinds.each do |kind, limits|
        assert_equal limits, calibration.send(:judging, SLOWER.with(kind: kind)).values_at(:margin, :threshold), kind
      end
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

    def test_damaged_experiments_are_refused
      begun({ "type" => "experiment", "condition" => "pilot" })

      assert_match(/calibration.jsonl: its figures cannot be read \(NoMethodError/, refused("selftest", "--calibrate"))
    end

    def test_another_record_is_refused
      assert_match(/is not the record of a calibration/, refused("selftest", "--calibrate", "--record", record))
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
      CLI::Calibration.new({ for_s: for_s }, argv: %w[--calibrate], err: err, experiments: Plan::Experiments.new(conditions)).call
    end
  end

  class CLI::CalibratedMachineTest < Minitest::Test
    Made = MadeCalibration
    SAID = "calibrated on 2026-11-22: 0 false alarms of a gate in 7 cells of the same code (7 same, 0 unresolved, 0 invalid; " \
           "seven scenarios in a minute detect 0.6 %)"
    SHIPPED = "this machine was not calibrated, but a similar one was (AMD EPYC, 2 cores): #{SAID}".freeze

    def setup
      @dir = Dir.mktmpdir("cachemark-calibrated")
      @paths = Paths.new("XDG_STATE_HOME" => @dir, "HOME" => @dir)
      FileUtils.mkdir_p(File.dirname(@paths.calibration))
    end

    def teardown = FileUtils.remove_entry(@dir)

    def test_says_what_this_machines_own_calibration_has_shown
      write(@paths.calibration, Made.same)

      assert_equal SAID, sentence
    end

    def test_without_a_calibration_the_shipped_one_is_said_to_be_of_a_similar_machine
      assert_equal SHIPPED, sentence
    end

    def test_the_own_one_counts_before_it
      write(@paths.calibration, Made.same, Made.same)

      assert_match(/in 14 cells of the same code \(14 same, /, sentence)
    end

    def test_an_own_one_that_says_nothing_hides_no_other
      [[], [Made.pilot]].each do |experiments|
        write(@paths.calibration, *experiments)
        assert_equal SHIPPED, sentence
      end
      File.write(@paths.calibration, "no record\n")
      assert_equal SHIPPED, sentence
    end

    def test_a_damaged_one_is_ignored_and_reported
      ["5\n", experiment({}), experiment({ "condition" => "x" }), experiment({ "condition" => "pilot" })].each do |line|
        File.write(@paths.calibration, "#{::JSON.generate(Made::RUN)}\n#{line}")
        told = []

        assert_equal SHIPPED, sentence(notify: told.method(:<<)), line
        assert_match(/\Athe calibration of this machine is ignored: #{@paths.calibration}:/, told.fetch(0), line)
        assert_equal 1, told.size
      end
    end

    def test_ignores_the_calibration_of_another_machine
      assert_nil sentence(Made::FACTS.merge("cpu" => "another"))
      assert_nil sentence(Made::FACTS.merge("cores" => 64))
      assert_equal SHIPPED, sentence(Made::FACTS.merge("load" => [3.0], "memory_bytes" => 1))
    end

    def test_what_comes_with_cachemark_is_what_its_record_shows
      facts = CLI::Calibration.facts(Record::Reader.read(File.join(ROOT, "docs/calibration.jsonl")))

      assert_equal "#{::JSON.pretty_generate(facts)}\n", Paths.shipped("cli/calibration.json")
      assert_equal facts["gains"], CLI::Calibration.gains
    end

    def test_says_what_a_remedy_gains
      facts = CLI::Calibration.facts(Made.record(Made.same))

      assert_equal ["AMD EPYC", 2, { "the same code" => 0.006 }], facts["gains"].values_at("cpu", "cores", "sees")
    end

    private

    # A shipped calibration of seven cells.
    def sentence(machine = Made::FACTS, **notify)
      CLI::Calibration.sentence(own: @paths.calibration, machine: machine,
                                shipped: CLI::Calibration.facts(Made.record(Made.same)), **notify)
    end

    def experiment(fields) = "#{::JSON.generate({ "type" => "experiment", **fields })}\n"

    def write(path, *experiments)
      File.write(path, Made.record(*experiments).lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
    end
  end
end
