# frozen_string_literal: true

require "test_helper"
require "csv"
require "json"

class ReportPoolsTest < Minitest::Test
  Run = Cachemark::Report::Run

  def test_rows_with_a_pool_have_a_table_of_their_waits
    text = Run.text(pooled, "terminal", width: 120)

    assert_match(/^Waiting for a connection: how long a call waited/, text)
    assert_match(/^ +pool +waited +mean +p50 +p99 +max +timeouts +calls$/, text)
    assert_match(/^dalli 1\.0 +2 +25 % +500 ns +500 ns +990 ns +1.00 µs +3 +1,000$/, text)
  end

  def test_a_pool_without_a_limit_says_so
    assert_match(/^dalli 1\.0 +no limit +0.0 % /, Run.text(pooled("size" => nil, "waited" => 0), "terminal", width: 120))
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
    assert_equal 9, tidy.size
  end

  def test_a_pool_that_never_waits_has_neither_figure_and_says_why
    table = pooled("waited" => nil, "timeouts" => nil)
    row = JSON.parse(Run.text(table, "json"))["rows"].find { |one| one["pool"] }

    assert_match(/^dalli 1\.0 +2 +500 ns +500 ns +990 ns +1.00 µs +1,000$/, Run.text(table, "terminal", width: 140))
    assert_match(/never waits; its pool makes another one, or raises$/, Run.text(table, "terminal", width: 140))
    assert_equal [nil, nil], row["pool"].values_at("waited", "timeouts")
    refute_match(/never waits/, Run.text(pooled, "terminal"))
  end

  def test_several_pools_show_their_number
    assert_match(/^dalli 1\.0 +3 × 2 +25 % /, Run.text(pooled("pools" => 3), "terminal", width: 120))
  end

  # A list has 32 bits for each.
  def test_a_wait_that_is_too_long_for_its_list_is_a_lower_bound
    waits = [*[1_000] * 999, 0xffffffff]

    assert_match(/^dalli 1\.0 .* > 4.30 ms +1.00 µs +1.00 µs +> 4.29 s /,
                 Run.text(pooled("waits" => [waits.pack("L<*")].pack("m0")), "terminal", width: 120))
  end

  private

  def pooled(**facts)
    line = { **Line["pool"], "cell" => "c-dalli", "process" => "p-dalli-0", "size" => 2, "waited" => 250, "timeouts" => 3,
             "waits" => [[*1..1_000].pack("L<*")].pack("m0"), **facts }
    MadeRecord.table(more: [line])
  end
end
