# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

module Cachemark
  class CLI::CalibrationTest < Minitest::Test
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

    private

    # A shipped calibration of seven cells.
    def sentence(machine = Made::FACTS, **notify)
      CLI::Calibration.sentence(own: @paths.calibration, machine: machine,
                                shipped: CLI::Calibration.facts(Made.record(Made.same)), **notify)
    end

    def experiment(fields) = "#{::JSON.generate({ **Line["experiment"], **fields })}\n"

    def write(path, *experiments)
      File.write(path, Made.record(*experiments).lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
    end
  end
end
