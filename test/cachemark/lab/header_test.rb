# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::HeaderTest < Minitest::Test
    include ALab

    def test_records_the_run_and_its_machine
      run = written.run

      assert_equal [Record::SCHEMA, 2, 7, %w[run socket], "cpu"], run.values_at("schema", "method", "seed", "argv", "machine")
      assert_equal [[memcached.address], [memcached.argv], true], run["server"].values_at("addresses", "argv", "private")
      assert_equal ["one-core", false], run["placement"].values_at("name", "pinned")
      assert_equal 10, run.dig("options", "iterations")
      refute run["options"].key?("rates")
    end

    def test_records_the_servers_that_contenders_name
      program = Env::Servers::Program.new(version: "1.6.45", argv: ["/cache/memcached"])
      job = Lab::Job.new(cells: [], seed: 7, memcached: "1.6.18")
      settings = Lab::Settings.new(argv: ["run"], paths: nil, suite: {}, options: {}, record: nil)
      Lab::Header.new(writer, job, settings).write("cpu", ANYWHERE, Host::Ring.new([]), {}, { "newest" => program })
      run = writer.record.run

      assert_equal [[], "1.6.45", "1.6.18"], [*run["server"].values_at("addresses", "version"), run.dig("options", "memcached")]
      assert_equal({ "newest" => { "version" => "1.6.45", "argv" => ["/cache/memcached"] } }, run["server"]["contenders"])
    end

    def test_records_the_rates_of_an_open_loop
      job = Lab::Job.new(cells: [], seed: 7, open_loop: Plan::OpenLoop.new(rates: [5, 9], slo_ns: 1_000))
      settings = Lab::Settings.new(argv: ["run"], paths: nil, suite: {}, options: {}, record: nil)
      Lab::Header.new(writer, job, settings).write("cpu", ANYWHERE, nil, {})

      assert_equal [[5, 9], "poisson", 1_000], writer.record.run["options"].values_at("rates", "arrivals", "slo_ns")
    end

    def test_records_what_was_swept
      sweep = Plan::Sweep.new(names: %w[size], values: %w[100 10k])

      settings = Lab::Settings.new(argv: ["run"], paths: nil, suite: {}, options: {}, record: nil)
      Lab::Header.new(writer, Lab::Job.new(cells: [], seed: 7, sweeps: [sweep]), settings).write("cpu", ANYWHERE, nil, {})

      assert_equal [{ "names" => %w[size], "values" => %w[100 10k] }], writer.record.run.dig("options", "sweeps")
    end

    def test_records_the_calibration_of_the_machine
      assert_equal "calibrated on 2026-11-22", written(calibration: "calibrated on 2026-11-22").run["calibration"]
    end

    def test_records_warnings_about_wrong_values
      warnings = { "dalli" => { "notation" => "dalli@2.7.11", "cases" => { "a/1" => "2026-11-20T10:00:00Z" } } }

      assert_equal warnings, written(warnings: warnings).run["warnings"]
    end

    def test_records_that_the_machine_was_not_calibrated
      assert_equal [true, nil], written.run.then { |run| [run.key?("calibration"), run["calibration"]] }
    end

    def test_the_servers_of_the_suite_are_those_that_were_started
      run = written(suite: { "id" => "x", "servers" => 1 }, options: { servers: 2 }).run

      assert_equal [2, 2], [run.dig("suite", "servers"), run.dig("options", "servers")]
    end

    def test_a_resumed_record_has_the_command_that_resumed_it
      event = written(resumed: true).events.last

      assert_equal ["resumed", %w[run socket], []], [*event.values_at("kind", "argv"), written(resumed: true).cells]
    end

    def test_records_each_environment_and_each_cell
      record = written

      assert_equal [["socket", "e3b0"]], record.environments.map { |line| line.values_at("contender", "lock_digest") }
      assert_equal [%w[c1 ready]], record.cells.map { |line| line.values_at("cell", "status") }
    end

    def test_an_unavailable_environment_has_no_lock
      assert_empty written(Env::Unavailable.new(reason: "no compiler")).environments
    end

    def test_never_names_an_argv_for_a_server_that_is_not_ours
      ring = Host::Ring.new([Host::Server::UserServer.admit(memcached.access)])

      assert_equal [[nil], false], written(ring: ring).run["server"].values_at("argv", "private")
    end

    private

    def written(environment = environment("socket"), ring: Host::Ring.new([memcached]), suite: {}, options: {}, **more)
      job = Lab::Job.new(cells: [MadeCells.cell], seed: 7, iterations: 10)
      settings = Lab::Settings.new(argv: %w[run socket], paths: nil, suite: suite, options: options, record: nil, **more)
      Lab::Header.new(writer, job, settings).write("cpu", ANYWHERE, ring, { "socket" => environment })
      writer.record
    end
  end
end
