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

      assert_includes History::Index::DAMAGED, assert_raises(SQLite3::Exception) { @index.check }.class
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

    def test_is_closed_whatever_happens
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
end
