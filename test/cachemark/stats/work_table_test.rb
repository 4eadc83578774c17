# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WorkTableTest < Minitest::Test
    def test_has_rows_before_the_run_has_ended
      table = table(row("client/get"), ending: nil)

      assert_equal ["the run has not ended: these are its figures so far"], table.notes
      assert_equal ["work", nil, 1], [table.command, table.outcome, table.rows.size]
    end

    def test_a_row_has_the_counts_that_were_asked_for
      cell = row("client/get").find { |line| line["type"] == "cell" }["cell"]
      counts = MadeComparison.counts(cell, "writes", [100, 100, 100]) + MadeComparison.counts(cell, "reads", [200] * 3)
      table = table([*row("client/get"), *counts], run: { "options" => { "count" => ["writes"] } })

      assert_equal({ "writes" => 1.0 }, table.rows.first.counts)
    end

    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      unseen = %w[client/get client/set].map { |id| MadeWork.row("b", id, []).reject { |line| line["type"] == "work" } }
      table = table(row("client/get"), *unseen, ending: { "outcome" => "interrupted" })

      assert_equal [%w[a], 3], [table.listed.map(&:contender), table.shown.size]
      assert_includes table.notes, "not measured: 2 rows"
    end

    def test_rows_that_ride_along_are_not_shown
      table = table(row("client/get"), MadeWork.row("socket", "client/get", [], cell: { "shown" => false }))

      assert_equal [%w[a], 2], [table.shown.map(&:contender), table.rows.size]
      assert_equal %w[a], table.sections.map(&:heading)
    end

    # P4
    def test_of_pairs_the_first_are_an_iteration
      get = [MadeWork.command("get", count: 5, hits: 5)]
      table = Said::WorkTable.of(MadeWork.record(MadeWork.row("a", "client/get-pairs", get, pairs: 5)))

      assert_equal [["an iteration over pairs is one over the first 5 of them"], 5], [table.notes, table.rows.first.calls]
    end

    def test_totals_of_unequal_rows_are_warned_of
      note = "an iteration is 1 to 6 calls, depending on the row: do not compare the totals of rows"

      assert_includes table(row("client/multiget"), row("client/set-plain")).notes, note
      refute_includes table(row("client/set"), row("client/get")).notes, note
    end

    private

    def row(scenario) = MadeWork.row("a", scenario, [])
    def table(*rows, **more) = Said::WorkTable.of(MadeWork.record(*rows, **more))
  end

  class Stats::WorkRowsTest < Minitest::Test
    def test_a_row_has_the_figures_of_the_second_iteration
      row = rows(MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3)], bytes_out: 99, first: { "hits" => 1 })).first

      assert_equal ["ok", 3, 99, 3], [row.status, row.hits, row.bytes_out, row.round_trips]
      assert_equal({ hits: 1 }, row.first)
      assert_equal %w[get], row.commands.map { |command| command["name"] }
      assert_equal %w[1.0 /gems/a.rb], [row.version, row.file]
    end

    def test_names_identical_contenders_and_reports_differences
      all = rows(*%w[a b].map { |name| MadeWork.row(name, "client/set", [set], cell: { "client" => "ruby/x" }, digest: "one") })

      assert_equal [["identical to b: same code, same options", "ttl 9 where the scenario says none"],
                    ["identical to a: same code, same options", "ttl 9 where the scenario says none"]], all.map(&:footnotes)
    end

    def test_reports_a_shim
      lines = MadeWork.row("a", "client/set", [set]) + [{ "type" => "environment", "contender" => "a", "shims" => %w[logger] }]

      assert_includes rows(lines).first.footnotes, "runs with shim logger"
    end

    def test_reports_a_replaced_version
      row = rows(MadeWork.row("a", "client/set", [set], cell: { "footnotes" => ["2.0 in place of 1.9"] })).first

      assert_equal ["2.0 in place of 1.9", "ttl 9 where the scenario says none"], row.footnotes
    end

    def test_reports_the_number_of_concurrent_calls
      lines = MadeWork.row("a", "client/set", [MadeWork.command("set")])
      waited = { "type" => "in_flight", "cell" => "a client/set", "of" => 4, "seen" => 4 }
      row = rows(lines + [waited]).first

      assert_equal [{ seen: 4, of: 4 }, ["in flight: 4 of 4"]], [row.in_flight, row.footnotes]
    end

    def test_an_unobserved_row_has_no_figures
      lines = MadeWork.row("a", "client/set", [set])
      failure = { "type" => "failure", "cell" => "a client/set", "contender" => "a", "status" => "invalid", "reason" => "wrong" }

      assert_equal [["failed", "not measured before the run ended", nil]], outcomes(lines.first(2))
      assert_equal [["invalid", "wrong", nil]], outcomes(lines + [failure])
    end

    private

    def set = MadeWork.command("set", ttls: [9])
    def rows(*lines) = Said::WorkTable.of(MadeWork.record(*lines)).rows
    def outcomes(lines) = rows(lines).map { |row| [row.status, row.reason, row.round_trips] }
  end

  class Stats::WorkRowTest < Minitest::Test
    def test_only_ok_has_figures
      row = Stats::WorkTable::Row.new(contender: "a", client: "ruby/a", scenario: "client/set", mode: "sync", status: "ok")

      assert_equal [true, false], [row, row.with(status: "invalid")].map(&:ok?)
    end
  end
end
