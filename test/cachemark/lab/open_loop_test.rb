# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::OpenLoopTest < Minitest::Test
    include ALab

    def test_each_cell_at_each_rate_in_each_generation
      assert_equal "complete", run_lab(%w[socket null], rates: [500, 1_000])

      visits = writer.record.blocks.map { |block| block.values_at("cell", "rate", "generation") }
      generations = visits.map(&:last).uniq
      assert_equal %w[c1 c2].product([500, 1_000], generations).sort, visits.sort
      assert_operator generations.size, :>=, 1
      assert_equal visits.size, visits.uniq.size
    end

    def test_every_call_has_a_latency_and_a_lag_and_the_server_has_seen_it
      run_lab(%w[socket], rates: [500])
      block = writer.record.blocks.first
      calls = block["calls"]

      assert_equal [calls * 4] * 2, block.values_at("latencies", "lags").map { |text| text.unpack1("m0").bytesize }
      assert_equal [calls, calls / 3], block.values_at("server_hits", "iterations")
    end

    def test_contenders_meet_the_same_arrivals_and_generations_do_not
      run_lab(%w[socket null], rates: [500], for_s: 2.0)
      lines = writer.record.arrivals
      blocks = writer.record.blocks.group_by { |block| block["generation"] }.values

      assert_equal lines.size, lines.map { |line| line["due"] }.uniq.size
      assert_equal [1] * blocks.size, blocks.map { |own| own.map { |block| block["arrivals"] }.uniq.size }
      assert_equal lines.map { |line| line["arrivals"] }.sort, writer.record.blocks.map { |block| block["arrivals"] }.uniq.sort
    end

    def test_the_table_is_one_of_rates
      run_lab(%w[socket], rates: [500, 1_000])
      rows = live.of(:round).last[:rows].call

      assert_equal [[500, "ok"], [1_000, "ok"]], rows.map { |row| [row.rate, row.status] }
      assert(rows.all? { |row| row.percentiles[:count].positive? })
    end

    def test_sends_fewer_calls_to_a_slow_client_and_records_that
      slow = { wall_ns: 4_000_000, batches: [1_000_000] * 4 }
      run_lab(%w[null], rates: [100_000], made: { "null" => { block: slow } })
      due = writer.record.arrivals.first["calls"]

      assert_operator due, :>, 10_000
      assert_operator heard.first, :<, due / 10
    end

    # The warm-up said 0.1 ms an iteration; blocks take more.
    def test_sends_fewer_calls_after_a_client_fell_behind
      answers = [{ batches: [100_000] }, { batches: [100_000] }, { wall_ns: 2_000_000_000 }]
      run_lab(%w[null], rates: [100_000], for_s: 2.0, made: { "null" => { block: answers } }, clock: MadeClock.new)

      assert_operator heard.size, :>, 1
      assert_operator heard[1], :<, heard[0]
    end

    def test_a_scenario_around_a_local_cache_is_no_list_of_calls
      run_lab(%w[socket], rates: [500], scenario: "store/get-localcache")

      assert_equal [["unavailable", Lab::OpenLoop::WRAPPED]], writer.record.failures.map { |line| line.values_at("status", "reason") }
    end

    def test_errors_make_the_row_invalid
      run_lab(%w[null], rates: [500], made: { "null" => { block: [{}, {}, { errors: { "Timeout::Error" => 2 } }] } })

      assert_equal [["invalid", "errors while timed: Timeout::Error x 2"]],
                   writer.record.failures.map { |line| line.values_at("status", "reason") }
    end

    # The same 1,500 calls twice, past a server that stalls for 200 ms once. A client that waits for each answer makes one call
    # late, which no p99 shows. Of calls that are due at given times, 200 are late.
    alone def test_an_open_loop_detects_a_server_that_stalls
      StallingProxy.open(memcached.port, every: 1_000, for_s: 0.2) do |address|
        state, process = opened("socket", address)
        due = Plan::OpenLoop::Arrivals.new(kind: "poisson", rate: 1_000, count: 1_500, seed: 1).offsets
        blocks = [Lab::Block.closed_loop(state, 500, latencies: true),
                  Lab::Block.open_loop(state, Plan::OpenLoop::Timetable.of(state.cell, due))]
        closed, open = blocks.map { |block| block.run(@engine, process).reply }
        ms = [closed, open].map { |reply| Stats::Latencies.of([reply])[:p99_ns] / 1e6 }

        assert_operator ms.first, :<, 100
        assert_operator ms.last, :>, 100
        assert_operator Stats::Latencies.of([closed])[:max_ns] / 1e6, :>, 199
      end
    end

    private

    # A cell that is open, behind the address.
    def opened(name, address)
      contender = MadeCells.contender(name)
      state = MadeCells.state(contender: contender)
      @engine = engine([contender])
      @engine.redirect(contender.id, [address])
      process = client_process(@engine, contender)
      process.open(state.cell)
      [state, process]
    end

    def run_lab(names, rates:, scenario: "client/get", for_s: 1.0, made: {}, clock: CLOCK)
      contenders = names.map { |name| MadeCells.contender(name) }
      cells = contenders.each_with_index.map { |one, at| MadeCells.cell(contender: one, scenario: scenario, id: "c#{at + 1}") }
      wish = Plan::OpenLoop.new(rates: rates)
      writer.add("run", command: "run", options: wish.facts)
      cells.each { |cell| writer.add("cell", cell.facts) }
      made = made.transform_values { |answers| { heard: File.join(folder, "heard"), **answers } }
      task = Lab::OpenLoop::Task.new(cells: cells, seed: 1, for_s: for_s, open_loop: wish)
      Lab::OpenLoop.new(task: task, engine: engine(contenders, made: made, clock: clock)).call
    end

    # Calls of each block that had arrivals.
    def heard
      lines = File.readlines(File.join(folder, "heard")).select { |text| text.include?("arrivals") }
      lines.map { |line| JSON.parse(line)["arrivals"].unpack1("m0").bytesize / 8 }
    end
  end
end
