# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::OutageTest < Minitest::Test
    include ALab

    # The reference moves no keys: what was on the killed server fails until the end, and nothing else does.
    def test_each_contender_has_a_run_with_the_calls_of_its_number_and_the_killed_servers_calls_fail_and_no_others
      assert_equal "complete", run_lab(%w[socket control], repeats: 2)

      assert_equal [["c1", 0], ["c1", 1], ["c2", 0], ["c2", 1]],
                   writer.record.outages.map { |line| line.values_at("cell", "run") }.sort
      assert_equal [[0, 7], [1, 8]], writer.record.traffics.map { |line| line.values_at("run", "seed") }
      refute_equal(*writer.record.traffics.map { |line| line["keys"] })
      rows.first.runs.each { |run| assert_killed(run) }
    end

    # Calls to it wait, and it still has its values.
    def test_a_stopped_server_answers_late_and_loses_nothing
      run = struck("stop", { "timeout" => "9" }, lasts_s: 0.5)

      assert_equal [0, 0, 0, 0], run.outcomes.values_at("miss", "error", "stale", "wrong")
      assert_operator run.percentiles["during"][:max_ns], :>, 300_000_000
    end

    def test_a_restarted_server_comes_back_empty_at_its_old_place
      run = struck("restart", lasts_s: 0.5, for_s: 4.0, rate: 1_000)

      assert_operator run.outcomes["error"], :>, 1
      assert_operator run.outcomes["miss"], :>, 1
      assert_equal [0, 0], run.outcomes.values_at("stale", "wrong")
      assert_empty run.bins.last(5).flat_map { |bin| bin.outcomes.keys } & %w[error stale wrong]
    end

    def test_a_slow_server_delays_its_replies
      run = struck("slow", { "timeout" => "9" }, lasts_s: 0.5, delay_s: 0.15)

      assert_operator run.outcomes["late"], :>, 1
      assert_equal 0, run.outcomes.values_at("miss", "error", "stale", "wrong").sum
      assert_operator run.percentiles["during"][:max_ns], :>, 150_000_000
    end

    # The reference looks the name up for each new connection.
    def test_a_moved_server_is_found_by_its_name
      run = struck("move")

      assert_operator run.outcomes["miss"], :>, 10
      assert_operator run.outcomes["error"], :<, 5
      assert_equal [0, 0], [run.moves.moved, run.moves.others_moved]
    end

    def test_a_late_reply_that_answers_another_call_is_a_wrong_value
      run_lab(%w[control], { "mutant" => "keeps-timed-out", "timeout" => "0.1" }, incident: "stop", lasts_s: 0.5, repeats: 4)
      wrong = rows.first.runs.flat_map(&:mismatches)

      assert_predicate Stats::Outage.of(writer.record), :wrong?
      wrong.each { |found| refute_includes found["actual"], found["key"] }
    end

    def test_a_client_that_fails_before_the_calls_costs_its_row_only
      run_lab(%w[null socket], made: { "null" => { load: "failed" } })

      assert_equal [%w[c1 failed]], writer.record.failures.map { |line| line.values_at("cell", "status") }
      assert_equal ["c2"], writer.record.outages.map { |line| line["cell"] }
    end

    def test_a_driver_that_lacks_it_costs_its_row_only
      lack = { type: "not_offered", reason: "not offered by this driver: traffic" }
      run_lab(%w[null socket], made: { "null" => { traffic: lack } })

      assert_equal [["c1", "unavailable", "not offered by this driver: traffic"]],
                   writer.record.failures.map { |line| line.values_at("cell", "status", "reason") }
      assert_equal ["c2"], writer.record.outages.map { |line| line["cell"] }
    end

    def test_a_run_that_is_interrupted_is_not_recorded
      live.at(:cell) { interrupt }

      assert_equal "interrupted", run_lab(%w[socket], repeats: 2)
      assert_operator writer.record.outages.size, :<=, 1
    end

    private

    def assert_killed(run)
      assert_equal [0, 0, 0], run.outcomes.values_at("miss", "stale", "wrong")
      assert_operator run.outcomes["error"], :>, 10
      assert_operator run.outcomes.values_at("ok", "late").sum, :>, run.outcomes["error"]
      assert_operator run.begun_ns, :>=, 300_000_000
      assert_nil run.recovery_ns
      assert_equal ["Errno::ECONNREFUSED"], run.errors.keys - %w[EOFError Errno::ECONNRESET]
      assert_equal [Plan::Outage::KEYS, 0, 0, 0], run.moves.to_h.values_at(:keys, :moved, :others_moved, :back)
      assert_operator run.moves.struck, :>, 20
    end

    # The only run of a contender to which that happens.
    def struck(incident, options = {}, **more)
      run_lab(%w[control], options, incident: incident, **{ for_s: 2.5, **more })
      rows.first.runs.first
    end

    def run_lab(names, options = {}, made: {}, incident: "kill", **more)
      contenders = names.map { |name| MadeCells.contender(name).with(options: options) }
      outage = Plan::Outage.new(incident: Vocabulary::Incidents[incident], struck: 1, servers: 3,
                                **{ rate: 200, for_s: 1.5, at_s: 0.3, repeats: 1, **more })
      cells = outage.cells(contenders, 7)
      writer.add("run", command: "outage", options: outage.facts)
      cells.each { |cell| writer.add("cell", cell.facts) }
      task = Lab::Outage::Task.new(cells: cells, seed: 7, outage: outage)
      Lab::Outage.new(task: task, engine: engine(contenders, made: made)).call
    end

    def rows = Stats::Outage.of(writer.record).rows
  end
end
