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
      task = Lab::Work::Task.new(cells: [], seed: 7, memcached: "1.6.18")
      Lab::Header.new(writer, task, settings).write("cpu", ANYWHERE, Host::Ring.new([]), {}, { "newest" => program })
      run = writer.record.run

      assert_equal [[], "1.6.45", "1.6.18"], [*run["server"].values_at("addresses", "version"), run.dig("options", "memcached")]
      assert_equal({ "newest" => { "version" => "1.6.45", "argv" => ["/cache/memcached"] } }, run["server"]["contenders"])
    end

    USUAL = { "for_s" => nil, "until" => nil, "iterations" => nil, "latencies" => false, "servers" => 1, "server" => nil }.freeze

    def test_records_the_options_of_a_run
      sweep = Plan::Sweep.new(names: %w[size], values: %w[100 10k])

      assert_equal({ **USUAL, "for_s" => 60.0 }, options(Lab::Run, for_s: 60.0))
      assert_equal({ **USUAL, "for_s" => 60.0, "until" => 0.01, "latencies" => true, "count" => %w[writes],
                     "sweeps" => [{ "names" => %w[size], "values" => %w[100 10k] }] },
                   options(Lab::Run, for_s: 60.0, until: 0.01, latencies: true, counts: %w[writes], sweeps: [sweep]))
      assert_equal({ **USUAL, "iterations" => 5, "latencies" => true },
                   options(Lab::Published, published: {}, iterations: 5, latencies: true))
      open_loop = Plan::OpenLoop.new(rates: [5, 9], slo_ns: 1_000)
      recorded = { "rates" => [5, 9], "arrivals" => "poisson", "slo_ns" => 1_000, "fail_on_slo" => true }
      assert_equal({ **USUAL, "for_s" => 60.0, **recorded },
                   options(Lab::OpenLoop, for_s: 60.0, open_loop: open_loop, fail_on_slo: true))
    end

    def test_records_the_options_of_what_times_nothing
      assert_equal({ **USUAL, "count" => %w[writes], "memcached" => "1.6.18" },
                   options(Lab::Work, counts: %w[writes], memcached: "1.6.18"))
      assert_equal USUAL, options(Lab::Published::Proxied, published: {})
      assert_equal({ **USUAL, "look" => "options" }, options(Lab::Options, trials: []))
      assert_equal({ **USUAL, "all" => true }, options(Lab::Explain, all: true))
    end

    def test_records_how_verdicts_are_made
      judging = { margin: 0.01, alpha: 0.05, metrics: %w[wall] }
      recorded = { "margin" => 0.01, "alpha" => 0.05, "metrics" => %w[wall] }

      assert_equal({ **USUAL, "for_s" => 60.0, "until" => 0.02, **recorded },
                   options(Lab::Compare, for_s: 60.0, until: 0.02, judging: judging))
      assert_equal({ **USUAL, "for_s" => 60.0, **recorded }, options(Lab::Find, for_s: 60.0, judging: judging))
      assert_equal({ **USUAL, "planned" => 3 }, options(Lab::Check, exams: [], judging: { planned: 3 }))
    end

    def test_records_an_outage_with_its_own_time_and_servers
      outage = Plan::Outage.new(incident: Vocabulary::Incidents["stop"], struck: 1, servers: 3, rate: 500)

      assert_equal({ **USUAL, "servers" => 3, "for_s" => 10.0, "max_lost" => 0.03, "incident" => "stop", "struck" => 1,
                     "rate" => 500, "at_s" => 2.0, "lasts_s" => 3.0, "delay_s" => 0.2, "repeats" => 3, "end_s" => 5.0 },
                   options(Lab::Outage, outage: outage, limits: { max_lost: 0.03 }))
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

    def settings(suite: {}, options: {}, **more)
      Lab::Settings.new(argv: %w[run socket], paths: nil, suite: suite, options: options, record: nil, **more)
    end

    # The options in the record of a task.
    def options(loop_class, **members)
      writer = Record::Writer.create(File.join(folder, "options#{@count = @count.to_i + 1}.jsonl"))
      Lab::Header.new(writer, loop_class::Task.new(seed: 7, **members), settings).write("cpu", ANYWHERE, nil, {})
      JSON.parse(JSON.generate(writer.record.run["options"]))
    ensure
      writer.close
    end

    def written(environment = environment("socket"), ring: Host::Ring.new([memcached]), **more)
      task = Lab::Run::Task.new(cells: [MadeCells.cell], seed: 7, for_s: 60.0, iterations: 10)
      Lab::Header.new(writer, task, settings(**more)).write("cpu", ANYWHERE, ring, { "socket" => environment })
      writer.record
    end
  end
end
