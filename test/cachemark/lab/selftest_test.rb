# frozen_string_literal: true

require "test_helper"
require "socket"

module Cachemark
  class Lab::SelftestTest < Minitest::Test
    include AComparingLab

    def test_records_the_expected_verdicts_before_anything_is_measured
      live.at(:pair) { interrupt }
      selftest

      lines = writer.record.controls.map { |line| line.values_at("shows", "contender", "scenario", "expected") }
      assert_equal Lab::Selftest::Controls::EXPECTED, lines
      types = writer.record.lines.map { |line| Record::Kinds.name(line) }
      assert_operator types.index("control"), :<, types.index("process")
    end

    def test_a_comparison_that_no_control_needs_gets_no_time
      live.at(:pair) { interrupt if live.of(:pair).size == 4 }
      lab(Lab::Selftest, cells(%w[steady fast], scenarios: %w[client/get client/set])).call

      compared = writer.record.comparisons.reject { |line| line["noise"] }.group_by { |line| line["scenario"] }
      measured = writer.record.pairs.flat_map { |pair| pair["comparisons"] }
      touched = compared.transform_values { |lines| lines.any? { |line| measured.include?(line["comparison"]) } }
      assert_equal({ "client/get" => true, "client/set" => false }, touched)
    end

    def test_only_one_of_them_is_lied_to_and_its_proof_sees_it
      live.at(:failure) { interrupt }
      live.at(:pair) { interrupt if live.of(:pair).size == 6 }
      selftest(%w[steady deceived], made: false)

      assert_equal [%w[deceived invalid]], writer.record.failures.map { |line| line.values_at("contender", "status") }
      assert_match(/wrong reply: get/, writer.record.failures.first["reason"])
    end

    def test_reports_the_failure_of_the_deceived_client_as_expected
      live.at(:failure) { interrupt }
      live.at(:pair) { interrupt if live.of(:pair).size == 6 }
      selftest(%w[steady deceived], made: false)

      assert_equal ["invalid, as expected"], live.of(:failure).map { |facts| facts[:status] }
    end

    def test_reports_an_unexpected_failure_as_a_failure
      live.at(:failure) { interrupt }
      cells = cells(%w[steady twin])
      lab(Lab::Selftest, cells, engine: made_engine(cells, made: { "twin" => { hello: "exit" } })).call

      assert_equal ["failed"], live.of(:failure).map { |facts| facts[:status] }
    end

    def test_the_lie_ends_with_the_selftest
      cells = cells(%w[steady deceived])
      engine = made_engine(cells)
      live.at(:pair) { interrupt }
      lab(Lab::Selftest, cells, engine: engine).call
      host, port = engine.open_fields(cells.last)[:servers].first.split(":")

      refute_equal memcached.address, "#{host}:#{port}"
      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(host, port) }
    end

    private

    # With made drivers, or with the reference.
    def selftest(ids = %w[steady twin deceived], made: true)
      cells = cells(ids)
      lab(Lab::Selftest, cells, engine: made ? made_engine(cells) : engine(cells.map(&:contender))).call
    end
  end
end
