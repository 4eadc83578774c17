# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class RecordTest < Minitest::Test
    def test_too_little_time_aborts_no_run
      short, gone = [{ "time_too_short" => true }, {}].map { |more| { "type" => "event", "kind" => "stopped", **more } }
      ended = ->(*lines, outcome: "stopped early") { Record.from_lines([*lines, { "type" => "end", "outcome" => outcome }]) }

      assert_equal [false, true, true], [ended.call(gone, short), ended.call(short, gone), ended.call].map(&:aborted?)
      assert_equal [false, false], [ended.call(gone, outcome: "complete"), Record.from_lines([gone])].map(&:aborted?)
    end

    def test_a_record_has_at_most_fifteen_kinds_of_lines_and_returns_each_by_its_name
      assert_operator Record::Kinds::ALL.size, :<=, 15
      Record::Kinds::ROWS.each do |name, (line, _)|
        found = Record.from_lines([line, { "type" => "weather" }])

        assert_equal [line], found.public_send(Record::PLURALS.fetch(name, "#{name}s"))
      end
    end

    def test_lines_that_are_not_declared_are_not_found
      [{ "type" => "block" }, { "type" => "sample" }, { "type" => "look", "of" => "block" }].each do |line|
        assert_nil Record::Kinds.name(line)
      end
    end

    def test_a_schema_describes_the_fields_of_every_line
      schema = JSON.parse(File.read(File.join(ROOT, "schema/record.json")))
      described = schema["$defs"].merge("run" => schema).transform_values { |line| line["properties"] }

      assert_equal Record::Kinds::ROWS.keys.sort, described.keys.sort
      assert_empty(Record::Kinds::ROWS.flat_map { |name, (_, fields)| fields - described[name].keys })
      assert_empty described.values.flat_map(&:values).reject { |field| field["description"] }
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
