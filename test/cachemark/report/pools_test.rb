# frozen_string_literal: true

require "test_helper"
require "csv"
require "json"

class ReportPoolsTest < Minitest::Test
  extend Golden

  # The facts of a row's pool. A list of waits has 32 bits for each.
  TEXTS = {
    "a table of the waits" => -> { text("terminal") },
    "a pool without a limit" => -> { text("terminal", "size" => nil, "waited" => 0) },
    "a pool that never waits has neither figure and says why" => -> { text("terminal", "waited" => nil, "timeouts" => nil) },
    "several pools show their number" => -> { text("terminal", "pools" => 3) },
    "a wait that is too long for its list is a lower bound" => lambda do
      text("terminal", "waits" => [[*[1_000] * 999, 0xffffffff].pack("L<*")].pack("m0"))
    end,
    "a row as CSV" => -> { text("csv") },
    "a row as JSON" => -> { JSON.pretty_generate(JSON.parse(text("json"))["rows"].last["pool"]) }
  }.freeze
  golden "pools", TEXTS

  def test_each_figure_has_a_line_of_tidy_data_and_rows_without_a_pool_have_none
    assert_equal 9, CSV.parse(text("tidy"), headers: true).count { |line| line.to_s.include?("pool_") }
    refute_includes Cachemark::Report::Run.text(MadeRecord.table, "csv").lines.first, "pool"
  end

  private

  def text(format, **facts)
    line = { **Line["pool"], "cell" => "c-dalli", "process" => "p-dalli-0", "size" => 2, "waited" => 250, "timeouts" => 3,
             "waits" => [[*1..1_000].pack("L<*")].pack("m0"), **facts }
    Cachemark::Report::Run.text(MadeRecord.table(more: [line]), format, width: 140)
  end
end
