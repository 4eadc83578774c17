# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::WorkTableTest < Minitest::Test
    Remark = Stats::Remark
    SET = MadeWork.command("set", ttls: [9])

    def test_has_rows_before_the_run_has_ended
      table = table(row("client/get"), ending: nil)

      assert_equal [[Remark[:unfinished]], "work", nil, 1], [table.notes, table.command, table.outcome, table.rows.size]
    end

    def test_a_row_has_the_counts_that_were_asked_for
      counts = %w[writes reads].zip([100, 200]).flat_map do |metric, count|
        MadeComparison.counts("a client/get", metric, [count] * 3)
      end
      table = table([*row("client/get"), *counts], run: { "options" => { "count" => ["writes"] } })

      assert_equal({ "writes" => 1.0 }, table.rows.first.counts)
    end

    # Neither are those that ride along.
    def test_rows_that_nobody_came_to_are_counted_and_not_listed
      unseen = %w[client/get client/set].map { |id| MadeWork.row("b", id, []).reject { |line| line["of"] == "work" } }
      early = table(row("client/get"), *unseen, ending: { "outcome" => "interrupted" })
      socket = table(row("client/get"), MadeWork.row("socket", "client/get", [], cell: { "shown" => false }))

      assert_equal [%w[a], 3], [early.listed.map(&:contender), early.shown.size]
      assert_includes early.notes, Remark[:unmeasured_rows, count: 2]
      assert_equal [%w[a], 2, %w[a]], [socket.shown.map(&:contender), socket.rows.size, socket.sections.map(&:heading)]
    end

    def test_of_pairs_the_first_are_an_iteration
      table = table(MadeWork.row("a", "client/get-pairs", [MadeWork.command("get", count: 5, hits: 5)], pairs: 5))

      assert_equal [[Remark[:first_pairs, counts: [5, 5]]], 5], [table.notes, table.rows.first.calls]
    end

    def test_totals_of_unequal_rows_are_warned_of
      assert_includes table(row("client/multiget"), row("client/set-plain")).notes, Remark[:uneven_rows, calls: [1, 6]]
      assert_empty table(row("client/set"), row("client/get")).notes
    end

    def test_a_row_has_the_figures_of_the_second_iteration
      row = rows(MadeWork.row("a", "client/get", [MadeWork.command("get", hits: 3)], bytes_out: 99, first: { "hits" => 1 })).first

      assert_equal ["ok", 3, 99, 3, { hits: 1 }, "1.0", "/gems/a.rb"],
                   row.to_h.values_at(:status, :hits, :bytes_out, :round_trips, :first, :version, :file)
      assert_equal %w[get], row.commands.map { |command| command["name"] }
    end

    def test_each_fact_of_a_row_has_its_footnote
      all = rows(*%w[a b].map { |name| MadeWork.row(name, "client/set", [SET], cell: { "client" => "ruby/x" }, digest: "one") })
      noted = MadeWork.row("a", "client/set", [SET], cell: { "footnotes" => ["2.0 in place of 1.9"] })
      waited = { **Line["in_flight"], "cell" => "a client/set", "workers" => 4, "seen" => 4 }
      row = rows([*noted, waited, { "type" => "environment", "contender" => "a", "shims" => %w[logger] }]).first

      assert_equal [[[:identical, %w[b]], [:expiry, nil]], [[:identical, %w[a]], [:expiry, nil]]],
                   all.map { |one| one.footnotes.map { |remark| [remark.id, remark.facts[:contenders]] } }
      assert_equal [%i[recorded in_flight expiry shims], { seen: 4, of: 4 }], [row.footnotes.map(&:id), row.in_flight]
    end

    def test_an_unobserved_row_has_no_figures
      lines = MadeWork.row("a", "client/set", [SET])
      failure = { "type" => "failure", "cell" => "a client/set", "contender" => "a", "status" => "invalid", "reason" => "wrong" }

      { lines.first(2) => ["failed", Stats::Evidence::UNMEASURED, nil, false],
        lines + [failure] => ["invalid", "wrong", nil, false], lines => ["ok", nil, 3, true] }.each do |own, wanted|
        assert_equal wanted, rows(own).first.then { |row| [row.status, row.reason, row.round_trips, row.ok?] }
      end
    end

    private

    def row(scenario) = MadeWork.row("a", scenario, [])
    def rows(...) = table(...).rows
    def table(*rows, **more) = Stats::WorkTable.of(MadeWork.record(*rows, **more))
  end
end
