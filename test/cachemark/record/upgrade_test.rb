# frozen_string_literal: true

require "test_helper"
require "json"
require "tempfile"

module Cachemark
  class Record::Reader::UpgradeTest < Minitest::Test
    RUN = { "type" => "run", "schema" => "cachemark/record/1", "command" => "check" }.freeze

    def test_a_situation_becomes_a_fault
      assert_equal [{ **Line["fault"], "fault" => "cut/a", "title" => "cut", "cases" => ["cut/a-in-get"] }],
                   read({ type: "situation", situation: "cut/a", title: "cut", cases: ["cut/a-in-get"] }).faults
      assert_equal [{ "type" => "case", "case" => "cut/a-in-get", "fault" => "cut/a", "contender" => "dalli" }],
                   read({ type: "case", case: "cut/a-in-get", situation: "cut/a", contender: "dalli" }).cases
    end

    def test_a_mark_becomes_a_warning
      marks = { "dalli" => { "notation" => "dalli@2.7.11", "cases" => { "a/1" => "2026-11-20T10:00:00Z" } } }

      assert_equal [marks, nil], Record::Reader::Upgrade.call(RUN.merge("marks" => marks)).values_at("warnings", "marks")
    end

    def test_a_relay_becomes_a_proxy
      octets = [[1, 2, "client", "Z2V0"], [3, 2, "relay to client", "RU5E", 5], [4, 2, "relay to server", ""]]

      assert_equal [[1, 2, "client", "Z2V0"], [3, 2, "proxy to client", "RU5E", 5], [4, 2, "proxy to server", ""]],
                   read({ type: "case", octets: octets }).cases.first["octets"]
    end

    def test_a_flaw_becomes_a_mutant
      record = read({ type: "environment", contender: "control,flaw=x (control)", options: { flaw: "x", timeout: 1 } },
                    { type: "failure", contender: "python/control,flaw=x (control)" },
                    { type: "case", contender: "control,flaw=x (control)", control: "x" })

      assert_equal ["control,mutant=x (control)", { "mutant" => "x", "timeout" => 1 }],
                   record.environments.first.values_at("contender", "options")
      assert_equal "python/control,mutant=x (control)", record.failures.first["contender"]
      assert_equal "control,mutant=x (control)", record.cases.first["contender"]
    end

    def test_work_that_was_not_tapped_was_not_observed
      events = read({ type: "event", kind: "untapped", cell: "c1" }, { type: "event", kind: "resumed" }).events

      assert_equal %w[unobserved resumed], events.map { |line| line["kind"] }
    end

    def test_the_time_that_a_run_would_have_needed_was_in_its_message
      stopped = { type: "event", kind: "stopped", message: "no time\nthey need about --for 84s" }
      events = read(stopped, stopped.merge(message: "memcached is gone"), stopped.merge(needed_s: 3)).events

      assert_equal [84, nil, 3], events.map { |line| line["needed_s"] }
    end

    def test_neighbours_become_other_processes
      old, new = "the same code, a neighbour on the same core", "the same code, another process on the same core"
      calibration = { cpu: "x", sees: { old => 0.1 }, runs: { old => 2 } }
      record = read({ type: "survey", neighbours: { seconds: 1 }, calibration: calibration },
                    { type: "experiment", condition: old }, { type: "experiment", condition: "pilot" })
      survey = record.surveys.first

      assert_equal [{ "seconds" => 1 }, "x", { new => 0.1 }, { new => 2 }],
                   [survey["other_processes"], *survey["calibration"].values_at("cpu", "sees", "runs")]
      assert_equal [new, "pilot"], record.experiments.map { |line| line["condition"] }
    end

    def test_the_memcached_of_a_contender_becomes_a_part_of_its_endpoint
      cells = read({ type: "cell", cell: "c1", server: "1.6.45" }, { type: "cell", cell: "c2" }).cells

      assert_equal [["c1", { "memcached" => "1.6.45" }, nil], ["c2", nil, nil]],
                   cells.map { |cell| cell.values_at("cell", "endpoint", "server") }
    end

    def test_the_header_has_the_present_schema_and_lines_have_their_kind
      old = Record::Kinds::ROWS.keys.drop(1).to_h { |name| [name == "configuration" ? "option_look" : name, Line[name]] }
      lines = read(*old.keys.map { |type| { type: type, condition: "pilot" } }).lines

      assert_equal [RUN.merge("schema" => Record::SCHEMA), *old.values.map { |line| line.merge("condition" => "pilot") }], lines
    end

    def test_the_workers_of_calls_that_wait_had_the_name_of_a_kind
      assert_equal [{ **Line["in_flight"], "workers" => 8, "seen" => 4 }], read({ type: "in_flight", of: 8, seen: 4 }).in_flights
    end

    def test_the_first_lines_alone_are_upgraded_too
      line = { type: "environment", contender: "control,flaw=x (control)", options: { flaw: "x" } }
      beginning = file(line) { |path| Record::Reader.beginning(path) }

      assert_equal Record::SCHEMA, beginning.run["schema"]
      assert_equal "control,mutant=x (control)", beginning.environments.first["contender"]
    end

    def test_lines_with_the_present_names_stay
      lines = [{ **Line["fault"], "fault" => "cut/a" }, { **Line["in_flight"], "workers" => 8 },
               { "type" => "case", "fault" => "cut/a", "octets" => [[1, 2, "proxy to client", ""]] },
               { "type" => "environment", "contender" => "control,mutant=x", "options" => { "mutant" => "x" } }]

      assert_equal lines, read(*lines).lines.drop(1)
    end

    private

    def read(*lines) = file(*lines) { |path| Record::Reader.read(path) }

    def file(*lines)
      Tempfile.create("record") do |file|
        file.write([RUN, *lines].map { |line| "#{JSON.generate(line)}\n" }.join)
        file.close
        yield file.path
      end
    end
  end
end
