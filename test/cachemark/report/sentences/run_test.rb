# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Sentences::RunTest < Minitest::Test
    def test_the_fastest_is_the_one_whose_interval_lies_below_all_others
      assert_equal "b is the fastest in 2 of 3 scenarios, by 100 % to 200 %; no client is significantly fastest in 1.",
                   said(row("a", "get", 20), row("b", "get", 10), row("a", "set", 30), row("b", "set", 10),
                        row("a", "mixed", 10.1), row("b", "mixed", 10))
    end

    def test_winners_are_sorted_by_their_wins
      rows = %w[1 2 3].flat_map { |name| [row("a", name, 10), row("b", name, 20)] } + [row("a", "4", 20), row("b", "4", 10)]

      assert_equal "a is the fastest in 3 of 4 scenarios, by 100 %; b in 1, by 100 %.", said(*rows)
    end

    def test_many_winners_are_counted
      rows = %w[a b c d].flat_map { |winner| %w[a b c d].map { |name| row(name, winner, name == winner ? 10 : 20) } }

      assert_equal "a is the fastest in 1 of 4 scenarios, by 100 %; b in 1, by 100 %; c in 1, by 100 %; others in 1.", said(*rows)
    end

    def test_without_intervals_nobody_is_sure
      rows = [row("a", "get", 10, interval: nil), row("b", "get", 20)]

      assert_equal "No client is significantly fastest in 1 scenario.", said(*rows)
    end

    def test_the_reference_does_not_compete
      assert_equal "a costs 1.50 to 4.00 × socket in 2 scenarios.",
                   said(row("a", "get", 15, socket_ratio: 1.5), row("a", "set", 40, socket_ratio: 4.0), row("socket", "get", 10))
    end

    def test_the_reference_alone_is_told_by_its_time
      assert_equal "socket takes 10.0 to 12.5 µs a call in 2 scenarios.",
                   said(row("socket", "get", 10, socket_ratio: 1.0), row("socket", "set", 12.5, socket_ratio: 1.0))
    end

    def test_modes_are_told_apart
      assert_equal "a takes 10.0 µs a call in 2 scenarios and modes.",
                   said(row("a", "get", 10), row("a", "get", 10, mode: "threads-4"))
    end

    def test_rows_without_figures_are_counted
      assert_equal "a takes 10.0 µs a call in 1 scenario; 1 of 2 rows has no figures.",
                   said(row("a", "get", 10), row("b", "get", 10, status: "invalid"))
      assert_equal "1 of 1 rows has no figures.", said(row("b", "get", 10, status: "failed"))
    end

    def test_nothing_is_nothing
      assert_nil said
    end

    def test_identical_contenders_are_one_client
      rows = { "a" => 10, "b" => 10.1, "c" => 20 }.map do |name, us|
        row(name, "get", us, identical: { "a" => ["b"], "b" => ["a"] }.fetch(name, []))
      end

      assert_equal "a and b are the fastest in 1 of 1 scenario, by 98 %.", said(*rows)
      assert_equal "a takes 10.0 µs a call in 1 scenario, b takes 10.1 µs a call in 1 scenario.", said(*rows.first(2))
    end

    private

    def said(*rows) = Report::Sentences::Run.summary(Stats::Table::Summary.of(rows))

    def row(contender, scenario, wall_us, **more)
      ns = wall_us * 1000.0
      MadeRecord.row(contender: contender, client: "ruby/#{contender}", scenario: scenario, wall_ns: ns,
                     **{ interval: [ns * 0.98, ns * 1.02], **more })
    end
  end
end
