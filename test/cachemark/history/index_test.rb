# frozen_string_literal: true

require "test_helper"
require "sqlite3"

module Cachemark
  class History::IndexTest < Minitest::Test
    def setup
      @dir = Dir.mktmpdir("cachemark-index")
      @index = History::Index.new(File.join(@dir, "index.sqlite3"))
    end

    def teardown
      @index.close
      FileUtils.remove_entry(@dir)
    end

    def test_a_new_file_has_no_version_until_it_is_made
      assert_equal 0, @index.version
      @index.make

      assert_equal History::Index::VERSION, @index.version
      assert_nil @index.check
    end

    def test_another_version_is_damage
      @index.rows("PRAGMA user_version=99")

      assert_includes History::Index::DAMAGED, assert_raises(StandardError) { @index.check }.class
    end

    def test_names_are_written_once
      @index.make
      add("a", day: 0)
      add("b", day: 1)

      assert_equal [[1, 1, 1, 2]], @index.rows("SELECT (SELECT count(*) FROM series), (SELECT count(*) FROM lines), " \
                                               "(SELECT count(*) FROM contenders), (SELECT count(*) FROM points)")
    end

    def test_forgets_an_entry_with_its_points
      @index.make
      add("a", day: 0)
      add("b", day: 1)
      @index.skip("c", "it is damaged")
      @index.forget(%w[a c])

      assert_equal ["b"], @index.ids
      assert_equal [[1]], @index.rows("SELECT count(*) FROM points")
      @index.clear

      assert_empty @index.ids
    end

    def test_a_change_that_fails_changes_nothing
      @index.make
      assert_raises(RuntimeError) do
        @index.change do
          add("a", day: 0)
          raise "no"
        end
      end
      assert_empty @index.ids
    end

    def test_remembers_when_it_was_up_to_date
      @index.make
      assert_nil @index.indexed_ns
      @index.indexed_ns = 1_800_000_000_123_456_789

      assert_equal 1_800_000_000_123_456_789, @index.indexed_ns
    end

    def test_is_closed_after_an_error
      assert_raises(RuntimeError) { History::Index.open(File.join(@dir, "other")) { raise "no" } }
      assert_raises(SQLite3::NotADatabaseException) do
        File.write(File.join(@dir, "text"), "this is no database " * 50)
        History::Index.open(File.join(@dir, "text")) { flunk }
      end
    end

    private

    def add(id, **words)
      summary = History::Summary.new(MadeHistory.summary(**words), id)
      @index.add(summary.entry(id, id), summary)
    end
  end

  class History::Index::LookupTest < Minitest::Test
    SERIES = ["ruby/dalli", "", "client/get", "sync"].freeze

    def test_entries_are_the_oldest_first_and_found_by_id
      lookup([{ day: 5 }, { day: 2 }]) do |found|
        assert_equal [MadeHistory.at(2), MadeHistory.at(5)], found.entries.map(&:started_at)
        assert_equal ["/records/5.jsonl"], found.entries("5").map(&:path)
      end
    end

    def test_a_trend_has_its_points_in_the_order_of_time
      lookup([{ day: 5, wall_ns: 300.0 }, { day: 2, wall_ns: 200.0, ratio: nil }]) do |found|
        line, *others = found.trend(SERIES, last: nil)

        assert_empty others
        assert_equal [200.0, 300.0], line.points.map(&:wall_ns)
        assert_equal [nil, nil], [line.points.first.socket_ratio, line.points.first.socket_ratio_interval]
        assert_equal ["4.3.10", "dalli", "dalli@4.3.10", [297.0, 303.0], 2.0, [1.98, 2.02]],
                     line.points.last.to_h.values_at(:version, :contender, :notation, :interval, :socket_ratio,
                                                     :socket_ratio_interval)
        assert_equal [2, "AMD EPYC, 2 cores"], [line.count, line.machine_description]
      end
    end

    def test_only_what_is_comparable_is_in_one_line
      others = [{ machine: "f" * 16 }, { server: "1.6.40" }, { placement: "two-core" }, { conditions: "as published" },
                { scenarios: [["client/get", "00000000"]] },
                { contenders: [["dalli", "ruby/dalli", "dalli", "4", "", "ruby 3.3"]] }]
      lookup([{}, *others].each_with_index.map { |words, day| { day: day, **words } }) do |found|
        assert_equal [1] * 7, found.trend(SERIES, last: nil).map { |line| line.points.size }
      end
    end

    def test_other_options_scenarios_and_modes_are_other_series
      rows = [[0, 0, "threads-4", 1.0, nil, nil, nil, nil, nil]]
      lookup([{}, { options: "binary=on" }, { rows: rows }]) do |found|
        assert_equal [SERIES, ["ruby/dalli", "", "client/get", "threads-4"], ["ruby/dalli", "binary=on", "client/get", "sync"]],
                     found.series
      end
    end

    def test_the_last_points_of_how_many
      lookup((0..4).map { |day| { day: day, wall_ns: 100.0 + day } }) do |found|
        line = found.trend(SERIES, last: 2).first

        assert_equal [[103.0, 104.0], 5], [line.points.map(&:wall_ns), line.count]
      end
    end

    def test_a_series_that_was_never_measured_has_no_lines
      lookup([{}]) { |found| assert_empty found.trend(["ruby/dalli", "", "client/set", "sync"], last: nil) }
    end

    def test_names_what_was_skipped
      lookup([]) do |found, index|
        index.skip("x", "its summary is damaged")

        assert_equal [["/records/x.jsonl", "its summary is damaged"]], found.skipped
      end
    end

    private

    def lookup(made)
      Dir.mktmpdir do |dir|
        History::Index.open(File.join(dir, "index")) do |index|
          index.make
          made.each_with_index do |words, number|
            summary = History::Summary.new(MadeHistory.summary(**words), "a")
            index.add(summary.entry((words[:day] || number).to_s, "a"), summary)
          end
          yield History::Index::Lookup.new(index, History::RecordFolder.new("/records")), index
        end
      end
    end
  end
end
