# frozen_string_literal: true

require "test_helper"

module Cachemark
  class RecordTest < Minitest::Test
    def test_hands_out_its_lines_by_type
      record = Record.from_lines([{ "type" => "run", "seed" => 1 }, { "type" => "block", "wall_ns" => 2 },
                                  { "type" => "end", "outcome" => "complete" }])

      assert_equal 1, record.run["seed"]
      assert_equal [2], record.blocks.map { |block| block["wall_ns"] }
      assert_equal "complete", record.ending["outcome"]
      assert_empty record.failures
    end

    def test_too_little_time_aborts_no_run
      short, gone = [{ "time_too_short" => true }, {}].map { |more| { "type" => "event", "kind" => "stopped", **more } }
      ended = ->(*lines, outcome: "stopped early") { Record.from_lines([*lines, { "type" => "end", "outcome" => outcome }]) }

      assert_equal [false, true, true], [ended.call(gone, short), ended.call(short, gone), ended.call].map(&:aborted?)
      assert_equal [false, false], [ended.call(gone, outcome: "complete"), Record.from_lines([gone])].map(&:aborted?)
    end

    def test_every_kind_of_line_has_a_name
      names = { "run" => :run, "end" => :ending, "process" => :processes, "arrivals" => :arrivals, "summary" => :summaries,
                "first_replies" => :first_replies, "tally" => :tallies }
      Record::TYPES.each do |type|
        found = Record.from_lines([{ "type" => type, "mark" => 1 }]).public_send(names.fetch(type, :"#{type}s"))

        assert_equal [1], [found].flatten.map { |line| line["mark"] }, type
      end
    end

    def test_the_guide_describes_every_kind_of_line
      kinds = File.read(File.join(Cachemark::ROOT, "guides", "file-formats.md")).scan(/^(?:\| )?`([a-z_]+)` (?:\||has\b)/).flatten

      assert_empty Record::TYPES - kinds
    end

    def test_the_runtime_of_an_environment_is_that_of_the_processes_that_compile
      runtime = { "path" => "/r", "description" => "ruby 3.3.8" }
      environment = { "type" => "environment", "contender" => "a", "runtime" => runtime }
      process = { "type" => "process", "contender" => "a", "runtime" => "ruby 3.3.8 +YJIT", "jit" => { "name" => "yjit" } }
      found = [process, process.except("jit")].map { |line| Record.from_lines([environment, line]).environments.first["runtime"] }

      assert_equal [{ "path" => "/r", "description" => "ruby 3.3.8 +YJIT" }, environment["runtime"]], found
    end

    def test_a_run_that_never_ended_has_no_ending
      assert_empty Record.from_lines([{ "type" => "run" }]).ending
    end

    def test_is_frozen
      assert_predicate Record.from_lines([]), :frozen?
      assert_predicate Record.from_lines([]).lines, :frozen?
    end
  end
end
