# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Connections::NetworksTest < Minitest::Test
    Networks = Stats::Connections::Networks
    SLOW = { "endpoint" => { "memcached" => "1.6.45", "rtt" => "1ms" } }.freeze

    def test_the_errors_of_all_processes_are_one_distribution
      lines = [line("a", [[10, 50], [20, 49]], [[5, 99]]), line("a", [[20, 2], [300, 9]], [[5, 11]])]

      assert_equal({ rtt: "1ms", out: { count: 110, p50_us: 20, p99_us: nil, max_us: 300 },
                     in: { count: 110, p50_us: 5, p99_us: nil, max_us: 5 } }, Networks.of(SLOW, lines))
      # Nothing is known before the first process has ended.
      assert_equal({ rtt: "1ms" }, Networks.of(SLOW, []))
      [{ "endpoint" => { "memcached" => "1.6.45" } }, {}].each { |cell| assert_nil Networks.of(cell, []) }
    end

    def test_each_network_has_a_remark_over_its_contenders
      cells = [cell("a", "1ms"), cell("b", "1ms"), cell("c", "5ms"), { "type" => "cell", "contender" => "d" }]
      lines = %w[a b c].map { |contender| { **Line["network"], **line(contender, [[10, 2000]], [[9, 1990], [90, 10]]) } }
      remarks = remarks(*cells, *lines)

      assert_equal [[{ "rtt" => "1ms" }, 4000], [{ "rtt" => "5ms" }, 2000]],
                   remarks.map { |remark| [remark.facts[:options], remark.facts[:out][:count]] }
      assert_equal [10, 10, 10, 9, 9, 90],
                   %i[out in].flat_map { |way| remarks.last.facts[way].values_at(:p50_us, :p99_us, :max_us) }
    end

    # One that carried nothing has no remark.
    def test_a_network_that_carried_calls_and_reported_nothing_has_an_unknown_error
      lines = [cell("a", "1ms"), cell("b", "5ms"), { **Line["block"], "cell" => "c-a" }]

      assert_equal [[], [Stats::Remark[:network_unknown, options: { "rtt" => "1ms" }]]],
                   [remarks(*lines), remarks(*lines, { "type" => "end", "outcome" => "complete" })]
    end

    private

    def remarks(*lines) = Networks.remarks(Record.from_lines(lines))

    def cell(contender, rtt)
      { "type" => "cell", "cell" => "c-#{contender}", "contender" => contender, "endpoint" => { "rtt" => rtt } }
    end

    def line(contender, out, back) = { "contender" => contender, "errors" => { "out" => out, "in" => back } }
  end

  class Stats::Connections::PoolWaitsTest < Minitest::Test
    PoolWaits = Stats::Connections::PoolWaits

    def test_adds_up_the_processes
      figures = PoolWaits.of([line(1..600, waited: 100), line(601..1_000, waited: 200, timeouts: 3)])

      assert_equal({ size: 2, pools: 1, calls: 1_000, waited: 0.3, timeouts: 3, mean_ns: 500.5, p50_ns: 500, p99_ns: 990,
                     max_ns: 1_000 }, figures)
      assert_nil PoolWaits.of([])
    end

    def test_a_pool_that_never_waits_has_no_share_and_no_timeouts
      figures = PoolWaits.of([line(1..600, waited: nil, timeouts: nil, "pools" => 3)])

      assert_equal [3, nil, nil, 600], figures.values_at(:pools, :waited, :timeouts, :calls)
    end

    private

    def line(waits, waited:, timeouts: 0, **more)
      { **more, "size" => 2, "waits" => [waits.to_a.pack("L<*")].pack("m0"), "waited" => waited, "timeouts" => timeouts }
    end
  end
end
