# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

module Cachemark
  class CLI::CalibratedTest < Minitest::Test
    Made = MadeCalibration
    SAID = "calibrated on 2026-11-22: 0 false alarms of a gate in 7 cells"

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

    def test_takes_the_one_that_was_shipped_where_there_is_no_own
      write(shipped, Made.same)

      assert_equal SAID, sentence
    end

    def test_the_own_one_counts_before_it
      write(@paths.calibration, Made.same)
      write(shipped, Made.same, Made.same)

      assert_equal SAID, sentence
    end

    def test_an_own_one_that_says_nothing_hides_no_other
      write(shipped, Made.same)
      [[], [Made.pilot]].each do |experiments|
        write(@paths.calibration, *experiments)
        assert_equal SAID, sentence
      end
      File.write(@paths.calibration, "no record\n")
      assert_equal SAID, sentence
    end

    def test_what_another_machine_sees_says_nothing_of_this_one
      write(shipped, Made.same)

      assert_nil sentence(Made::FACTS.merge("cpu" => "another"))
      assert_nil sentence(Made::FACTS.merge("cores" => 64))
      assert_equal SAID, sentence(Made::FACTS.merge("load" => [3.0], "memory_bytes" => 1))
    end

    def test_without_any_there_is_no_sentence
      assert_nil sentence
    end

    def test_what_comes_with_cachemark_is_in_its_folder
      assert_equal File.join(ROOT, "docs/calibration.jsonl"), CLI::Calibrated::SHIPPED
    end

    def test_what_was_shipped_says_what_a_remedy_gains_on_any_machine
      write(shipped, Made.same)
      other = CLI::Calibrated.new(paths: @paths, facts: { "cpu" => "another" }, shipped: shipped)

      assert_equal ["AMD EPYC", 2, { "the same code" => 0.006 }], other.gains.values_at("cpu", "cores", "sees")
      assert_nil CLI::Calibrated.new(paths: @paths, facts: Made::FACTS, shipped: "/nowhere").gains
    end

    private

    def shipped = File.join(@dir, "shipped.jsonl")

    def sentence(facts = Made::FACTS) = CLI::Calibrated.new(paths: @paths, facts: facts, shipped: shipped).sentence

    def write(path, *experiments)
      File.write(path, Made.record(*experiments).lines.map { |line| "#{::JSON.generate(line)}\n" }.join)
    end
  end
end
