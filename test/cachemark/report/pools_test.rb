# frozen_string_literal: true

require "test_helper"
require "csv"

class ReportPoolsTest < Minitest::Test
  Run = Cachemark::Report::Run

  def test_rows_with_a_pool_have_a_table_of_their_waits
    text = Run.text(pooled, "terminal", width: 120)

    assert_match(/^Waiting for a connection: how long a call waited/, text)
    assert_match(/^ +pool +waited +mean +p50 +p99 +max +timeouts +calls$/, text)
    assert_match(/^set +2 +25 % +500.5 ns +500.0 ns +990.0 ns +1.000 µs +3 +1,000$/, text)
  end

  def test_markdown_and_a_page_have_it
    %w[markdown html].each { |format| assert_includes Run.text(pooled, format), "Waiting for a connection", format }
  end

  def test_a_pool_without_a_limit_says_so
    assert_match(/^set +no limit +0.0 % /, Run.text(pooled(size: nil, waited: 0), "terminal", width: 120))
  end

  def test_rows_without_a_pool_have_none
    table = MadeRecord.table

    refute_includes Run.text(table, "terminal"), "Waiting"
    refute_includes Run.text(table, "csv").lines.first, "pool"
  end

  def test_files_have_each_figure
    row = CSV.parse(Run.text(pooled, "csv"), headers: true).first
    tidy = CSV.parse(Run.text(pooled, "tidy"), headers: true).select { |line| line.to_s.include?("pool_") }

    assert_equal %w[2 1000 0.25 3], row.values_at("pool_size", "pool_calls", "pool_waited", "pool_timeouts")
    assert_equal 8, tidy.size
  end

  private

  def pooled(size: 2, waited: 250)
    line = { "type" => "pool", "cell" => "c-dalli", "process" => "p-dalli-0", "size" => size, "waited" => waited, "timeouts" => 3,
             "waits" => [[*1..1_000].pack("L<*")].pack("m0") }
    MadeRecord.table(more: [line])
  end
end
