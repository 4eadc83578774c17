# frozen_string_literal: true

require "test_helper"

module Cachemark
  class History::ChangesTest < Minitest::Test
    SERIES = ["ruby/dalli", "", "client/get", "sync"].freeze

    def test_a_release_that_became_slower
      change, *others = changes(days([20_000] * 12 + [22_000] * 12) { |day| day < 12 ? "4.2.0" : "4.3.0" })

      assert_empty others
      assert_equal ["slower", "4.2.0", "4.3.0", MadeHistory.at(12), "ruby/dalli", "client/get", false, false],
                   [change.direction, change.from.version, change.to.version, change.to.at, change.client, change.scenario,
                    change.surroundings, change.carried]
      assert_in_delta 0.1, change.effect, 0.005
      assert_includes Range.new(*change.interval), change.effect
      assert_operator change.p, :<=, 0.01
    end

    def test_reports_a_change_of_both_metrics_once_by_the_ratio
      assert_equal ["socket_ratio"], changes(days([20_000] * 12 + [22_000] * 12)).map(&:metric)
    end

    def test_a_change_that_socket_shares_is_of_the_surroundings
      found = changes(days([20_000] * 12 + [22_000] * 12).map { |words| { **words, ratio: 2.0 } })

      assert_equal [["wall_ns", true]], found.map { |one| [one.metric, one.surroundings] }
    end

    def test_without_ratios_nobody_knows_whose_it_was
      assert_equal [["wall_ns", false]],
                   changes(days([20_000] * 12 + [22_000] * 12).map { |words| { **words, ratio: nil } })
                     .map { |one| [one.metric, one.surroundings] }
    end

    def test_another_machine_is_no_change_and_ratios_are_carried_over_to_it
      here = days([20_000] * 12)
      there = days([10_000] * 12, from: 12).map { |words| { **words, machine: "f" * 16, ratio: words[:wall_ns] / 5_000 } }

      assert_empty changes(here + there)
      slower = there.map { |words| { **words, ratio: words[:ratio] * 1.2 } }

      assert_equal [["socket_ratio", MadeHistory.at(12), true]],
                   changes(here + slower).map { |one| [one.metric, one.to.at, one.carried] }
    end

    def test_nothing_is_carried_over_to_another_placement_or_runtime
      here = days([20_000] * 12)
      there = days([30_000] * 12, from: 12)

      assert_empty changes(here + there.map { |words| { **words, placement: "two-core" } })
      refute_empty changes(here + there)
    end

    def test_orders_releases_by_version_not_by_time
      mixed = days([20_000, 22_000] * 10) { |day| day.even? ? "4.9.0" : "4.10.0" }

      assert_equal [%w[4.9.0 4.10.0]], changes(mixed).map { |change| [change.from.version, change.to.version] }
    end

    def test_orders_checkouts_by_time
      mixed = days([20_000, 22_000] * 10) { |day| day.even? ? "4.9.0" : "4.10.0" }
      mixed = mixed.map { |words| { **words, options: "checkout" } }

      assert_empty changes(mixed, ["ruby/dalli", "checkout", "client/get", "sync"])
    end

    def test_copies_come_before_releases
      made = days([20_000] * 10 + [22_000] * 10) { |day| day < 10 ? "4.2.0" : "rails-2.2.2" }

      assert_equal [%w[rails-2.2.2 4.2.0]], changes(made).map { |change| [change.from.version, change.to.version] }
    end

    def test_less_than_a_hundredth_is_none
      made = [[20_000.0, 2.0]] * 12 + [[20_100.0, 2.01]] * 12

      assert_empty changes(made.each_with_index.map { |(wall_ns, ratio), day| { day: day, wall_ns: wall_ns, ratio: ratio } })
    end

    # 100 series of 30 points with a spread of 0.5 %: 1 is to be expected, and smaller shifts are not reported.
    def test_quiet_series_are_quiet
      assert_operator (1..100).count { |seed| changes(days([20_000] * 30, seed: seed)).any? }, :<=, 2
    end

    private

    def days(levels, from: 0, seed: 1, &version)
      MadeHistory.days(levels, seed: seed).map do |words|
        { **words, day: words[:day] + from, version: version ? version.call(words[:day]) : "4.3.0" }
      end
    end

    # As the store looks them up, without files.
    def changes(made, series = SERIES)
      Dir.mktmpdir do |dir|
        History::Index.open(File.join(dir, "index")) do |index|
          index.make
          index.change do
            made.each_with_index do |words, number|
              summary = History::Summary.new(MadeHistory.summary(**words), "a")
              index.add(summary.entry(number.to_s, "a"), summary)
            end
          end
          lookup = History::Index::Lookup.new(index, History::RecordFolder.new("/records"))
          lines = lookup.trend(series, last: History::Changes::POINTS)
          return History::Changes.new(series, lines).to_a
        end
      end
    end
  end
end
