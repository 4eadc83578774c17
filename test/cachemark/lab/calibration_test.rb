# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Lab::CalibrationTest < Minitest::Test
    FACTS = { "cpu" => "AMD EPYC", "cores" => 2, "os" => "Debian", "load" => [0.1] }.freeze
    GET = Plan::Experiments::Condition.new(name: "slower by 1 %", kind: "compare", wanted: 2, share: 0.01)
    PILOT = Plan::Experiments::Condition.new(name: "pilot", kind: "compare", wanted: 1, loops: 400)

    def setup
      @dir = Dir.mktmpdir("cachemark-log")
      @path = File.join(@dir, "state", "calibration.jsonl")
    end

    def teardown
      @logs&.each(&:close)
      FileUtils.remove_entry(@dir)
    end

    def test_begins_a_record_and_says_of_what
      run = open.record.run

      assert_equal [Record::SCHEMA, "calibrate", %w[selftest --calibrate], VERSION, FACTS],
                   run.values_at("schema", "command", "argv", "version", "machine")
    end

    def test_goes_on_where_it_stopped
      open.tap { |log| log.add(PILOT, 400, measured) }.close
      open.tap { |log| log.add(GET, 20, measured) }.close

      assert_equal({ "pilot" => 1, "slower by 1 %" => 1 }, open.done)
      assert_equal %w[run experiment experiment], Record::Reader.read(@path).lines.map { |line| line["type"] }
    end

    def test_the_load_of_the_day_makes_no_other_machine
      open.close

      assert_empty open(FACTS.merge("load" => [2.0], "kernel" => "7")).done
    end

    def test_another_machines_calibration_is_not_gone_on_with
      open.close
      before = File.read(@path)
      error = assert_raises(Usage) { open(FACTS.merge("cores" => 4)) }

      assert_match(/calibration\.jsonl is a calibration of another machine\nname another --record FILE/, error.message)
      assert_equal before, File.read(@path)
    end

    def test_any_other_record_is_refused
      FileUtils.mkdir_p(File.dirname(@path))
      File.write(@path, "#{::JSON.generate(MadeRecord.lines.first)}\n")

      assert_match(/is not the record of a calibration/, assert_raises(Usage) { open }.message)
    end

    def test_an_experiment_is_kept_with_its_condition_and_what_was_noted
      log = open
      log.note(guilty: "change 3")
      log.add(GET, 20, measured)
      log.add(GET, 20, measured)
      first, second = log.record.experiments

      assert_equal ["slower by 1 %", "compare", "get", 20, 0.01, 60.0, "change 3"],
                   first.values_at("condition", "kind", "method", "loops", "share", "for_s", "guilty")
      assert_equal %w[slower], first["verdicts"]["wall"].map { |verdict| verdict["verdict"] }
      refute second.key?("guilty")
    end

    def test_a_share_is_made_of_what_the_pilots_loops_cost
      log = open
      log.add(PILOT, 400, measured(0.2))

      assert_equal [400, 0], [log.loops(PILOT), log.loops(GET.with(share: 0.0))]
      assert_in_delta 20, log.loops(GET), 1
    end

    def test_without_a_pilot_no_share_can_be_made
      assert_match(/no pilot has shown what a loop in get costs/, assert_raises(Trouble) { open.loops(GET) }.message)
    end

    def test_a_pilot_of_another_day_is_made_again
      log = open
      log.add(PILOT, 400, measured(0.2))
      assert_equal({ "pilot" => 1 }, log.done)

      log.close
      text = File.read(@path)
      File.write(@path, text.gsub(/"at":"[^"]+"/, %("at":"2026-11-01T00:00:00Z")))
      assert_empty open.done
    end

    def test_a_pilot_that_saw_nothing_is_made_again
      log = open
      log.add(PILOT, 400, measured(0.2, pairs: 3))
      log.add(GET, 20, measured(pairs: 0))

      assert_equal({ "slower by 1 %" => 1 }, log.done)
    end

    private

    def open(facts = FACTS)
      Lab::Calibration.open(@path, argv: %w[selftest --calibrate], facts: facts).tap { |log| (@logs ||= []) << log }
    end

    def measured(effect = 0.05, **made)
      MadeComparison.of(scenarios: ["client/get"], effects: { "client/get" => effect }, **made)
    end
  end
end
