# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Connections::NetworksTest < Minitest::Test
    SLOW = { "endpoint" => { "memcached" => "1.6.45", "rtt" => "1ms" } }.freeze

    def test_the_errors_of_all_processes_are_one_distribution
      lines = [line("a", [[10, 50], [20, 49]], [[5, 99]]), line("a", [[20, 2], [300, 9]], [[5, 11]])]

      assert_equal({ rtt: "1ms", out: { count: 110, p50_us: 20, p99_us: nil, max_us: 300 },
                     in: { count: 110, p50_us: 5, p99_us: nil, max_us: 5 } }, Stats::Connections::Networks.of(SLOW, lines))
    end

    def test_nothing_is_known_before_the_first_process_has_ended
      assert_equal({ rtt: "1ms" }, Stats::Connections::Networks.of(SLOW, []))
      assert_nil Stats::Connections::Networks.of({ "endpoint" => { "memcached" => "1.6.45" } }, [])
      assert_nil Stats::Connections::Networks.of({}, [])
    end

    def test_each_network_has_a_remark_over_its_contenders
      cells = [cell("a", "1ms"), cell("b", "1ms"), cell("c", "5ms"), { "type" => "cell", "contender" => "d" }]
      lines = %w[a b c].map { |contender| { "type" => "network", **line(contender, [[10, 2000]], [[9, 1990], [90, 10]]) } }
      remarks = Stats::Connections::Networks.remarks(Record.from_lines([*cells, *lines]))

      assert_equal [[{ "rtt" => "1ms" }, 4000], [{ "rtt" => "5ms" }, 2000]],
                   remarks.map { |remark| [remark.facts[:options], remark.facts[:out][:count]] }
      assert_equal "the network with rtt=5ms delivered bytes late: to the servers by at most 10.0 µs (median), 10.0 µs (p99) " \
                   "and 10.0 µs (maximum), to the clients by 9.00 µs (median), 9.00 µs (p99) and 90.0 µs (maximum)", Report::Sentences.of(remarks.last)
    end

    def test_a_network_that_carried_calls_and_reported_nothing_has_an_unknown_error
      block = { "type" => "block", "cell" => "c-a" }
      lines = [cell("a", "1ms"), cell("b", "5ms"), block]
      so_far, remarks = [lines, [*lines, { "type" => "end", "outcome" => "complete" }]].map do |all|
        Stats::Connections::Networks.remarks(Record.from_lines(all))
      end

      assert_empty so_far
      assert_equal ["the network with rtt=1ms reported nothing: its error is unknown"],
                   remarks.map { |remark| Report::Sentences.of(remark) }
    end

    def test_a_network_that_carried_nothing_has_no_remark
      assert_empty Stats::Connections::Networks.remarks(Record.from_lines([cell("a", "1ms")]))
    end

    private

    def cell(contender, rtt) = { "type" => "cell", "cell" => "c-#{contender}", "contender" => contender,
                                 "endpoint" => { "rtt" => rtt } }

    def line(contender, out, back) = { "contender" => contender, "errors" => { "out" => out, "in" => back } }
  end
end
