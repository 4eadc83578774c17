# frozen_string_literal: true

require "test_helper"

module Cachemark
  class History::StoreTest < Minitest::Test
    GET = { client: "ruby/dalli", scenario: "client/get" }.freeze

    def setup
      @dir = Dir.mktmpdir("cachemark-history")
      @messages = []
    end

    def teardown = FileUtils.remove_entry(@dir)

    def test_keeps_records_and_finds_what_they_cost
      store = made({ day: 0, wall_ns: 20_000.0 }, { day: 1, wall_ns: 21_000.0 })

      assert_equal [20_000.0, 21_000.0], store.trend(**GET).first.points.map(&:wall_ns)
      assert_equal [["ruby/dalli", "", "client/get", "sync"]], store.series
      assert_equal [MadeHistory.at(0), MadeHistory.at(1)], store.entries.map(&:started_at)
      assert(store.entries.all? { |entry| File.file?(entry.path) })
      assert_equal 2, store.count
      assert_empty @messages
    end

    def test_a_record_is_kept_once
      store = made({ day: 0 }, { day: 0 })

      assert_equal [1, 1], [store.entries.size, store.trend(**GET).first.count]
    end

    def test_a_real_table_has_a_point_for_each_row
      path = File.join(@dir, "run.jsonl")
      File.write(path, MadeHistory.lines(*MadeRecord.lines))
      store = History::Store.open(@dir, create: true)

      assert_equal 2, store.add(path).figures
      point = store.trend(client: "ruby/dalli", scenario: "client/set").first.points.first

      assert_equal [2_000.0, 2.0, "1.0"], [point.wall_ns, point.socket_ratio, point.version]
    end

    def test_a_change_is_found_and_can_be_asked_for_by_time_and_series
      store = made(*MadeHistory.days([20_000] * 12 + [22_000] * 12))

      assert_equal [MadeHistory.at(12)], store.changes.map { |change| change.to.at }
      assert_empty store.changes(since: MadeHistory.at(13))
      assert_equal 1, store.changes(since: MadeHistory.at(12), only: store.series.first).size
      assert_empty store.changes(only: ["ruby/dalli", "", "client/set", "sync"])
    end

    def test_the_index_can_be_made_again_from_the_records_alone
      store = made({ day: 0 }, { day: 1 })
      before = store.trend(**GET)
      Dir.glob("#{@dir}/index.sqlite3*") { |path| File.delete(path) }

      assert_equal before, store.trend(**GET)
      assert_equal [2, []], store.rebuild.to_h.values_at(:entries, :skipped)
      assert_equal before, store.trend(**GET)
    end

    def test_a_damaged_index_is_made_again_and_that_is_said
      store = made({ day: 0 }, { day: 1 })
      before = store.trend(**GET)
      damages.each do |name, damage|
        damage.call("#{@dir}/index.sqlite3")

        assert_equal before, store.trend(**GET), name
        assert_match(/\Arebuilding the index of the history from its records: \w/, @messages.pop, name)
      end
      assert_empty @messages
    end

    def test_a_mistake_in_a_query_deletes_no_index
      made({ day: 0 })
      access = History::Store::IndexAccess.new(@dir, History::RecordFolder.new("#{@dir}/records"), @messages.method(:<<))
      calls = 0
      query = -> { access.use { |index, _| (calls += 1) && index.rows("SELECT nonsense FROM nowhere") } }

      assert_match(/\Acannot use the history in .*: no such table: nowhere/, assert_raises(Trouble, &query).message)
      assert_equal [1, []], [calls, @messages]
      assert_path_exists "#{@dir}/index.sqlite3"
    end

    def test_a_damaged_record_is_named_and_skipped
      store = made({ day: 0 }, { day: 1 })
      name = File.basename(store.entries.first.path)
      File.write(File.join(@dir, "records", name), "{\"type\":\"summary\",\"schema\":\"cachemark/summary/7\"}\n")
      rebuilt = store.rebuild

      assert_equal 1, rebuilt.entries
      assert_match(/\A.*#{name}: its summary is damaged/, rebuilt.skipped.join(" "))
      assert_equal rebuilt.skipped, store.skipped
      assert_match(/\Askipped .*#{name}/, @messages.join)
    end

    def test_adding_a_damaged_record_again_repairs_it
      store = made({ day: 0 })
      entry = store.entries.first
      own = "#{@dir}/own.jsonl"
      FileUtils.cp(entry.path, own)
      File.write(entry.path, "x")
      store.rebuild
      assert_equal entry.id, store.add(own).id

      assert_equal [[entry.id], []], [store.entries.map(&:id), store.skipped]
      assert_equal 1, store.trend(**GET).first.count
    end

    def test_notices_files_that_others_added_or_removed
      store = made({ day: 0 })
      Dir.mktmpdir do |other|
        copy = MadeHistory.store(other, { day: 9 }).entries.first.path
        FileUtils.cp(copy, File.join(@dir, "records"))

        assert_equal [MadeHistory.at(0), MadeHistory.at(9)], store.entries.map(&:started_at)
        File.delete(File.join(@dir, "records", File.basename(copy)))

        assert_equal [MadeHistory.at(0)], store.entries.map(&:started_at)
      end
    end

    def test_prunes_what_is_old_or_too_much
      store = made(*(0..5).map { |day| { day: day } })

      assert_equal 4, store.prune(keep: 2, dry_run: true).size
      assert_equal 6, store.entries.size
      assert_equal [MadeHistory.at(0), MadeHistory.at(1)], store.prune(older_than: MadeHistory.at(2)).map(&:started_at)
      assert_equal [MadeHistory.at(2)], store.prune(keep: 3).map(&:started_at)
      assert_equal [3, 3, 3], [store.entries.size, store.trend(**GET).first.count, Dir.children("#{@dir}/records").size]
      assert_empty store.prune(keep: 9)
    end

    def test_prune_keeps_the_newest_records_even_if_they_are_old
      store = made(*(0..5).map { |day| { day: day } })

      assert_equal 4, store.prune(keep: 2, older_than: MadeHistory.at(9), dry_run: true).size
      assert_equal 1, store.prune(keep: 2, older_than: MadeHistory.at(1), dry_run: true).size
    end

    def test_two_processes_may_write_at_once
      pids = [0, 1].map do |which|
        fork do
          store = History::Store.open(@dir, create: true)
          12.times { |number| add(store, which, number) }
          exit!(0)
        end
      end

      assert(pids.all? { |pid| Process.wait2(pid).last.success? })
      store = History::Store.open(@dir)

      assert_equal [24, 24], [store.entries.size, store.trend(**GET).first.count]
    end

    def test_a_folder_that_cannot_be_used_is_refused_with_words
      File.write(File.join(@dir, "file"), "")
      [File.join(@dir, "file"), File.join(@dir, "file", "below"), "/proc/no/history"].each do |dir|
        message = assert_raises(Usage) { History::Store.open(dir, create: true) }.message

        assert_match(/\Acannot keep a history in #{dir}: /, message)
      end
    end

    def test_one_that_may_not_be_written_is_refused
      made({ day: 0 })
      FileUtils.rm_f("#{@dir}/index.sqlite3")
      Dir.mkdir("#{@dir}/index.sqlite3")

      assert_match(/\Acannot keep a history in/, assert_raises(Usage) { History::Store.open(@dir) }.message)
    end

    def test_there_is_none_before_one_was_begun
      store = History::Store.open(File.join(@dir, "absent"))

      assert_match(/\Athere is no history in .*absent\ncachemark history add/, assert_raises(Usage) { store.entries }.message)
      refute_path_exists File.join(@dir, "absent")
      assert_raises(Usage) { History::Store.open(@dir).entries }
      assert_empty Dir.children(@dir)
    end

    private

    def made(*words) = MadeHistory.store(@dir, *words, notify: @messages.method(:<<))

    def add(store, which, number)
      path = File.join(@dir, "record-#{which}.jsonl")
      File.write(path, MadeHistory.text(day: number, wall_ns: 20_000.0 + which))
      store.add(path)
    end

    def damages
      { "no database" => ->(path) { File.write(path, "this is no database " * 99) },
        "another version" => ->(path) { History::Index.open(path) { |index| index.rows("PRAGMA user_version=7") } },
        "a table is gone" => ->(path) { History::Index.open(path) { |index| index.rows("DROP TABLE points") } },
        "pages are overwritten" => ->(path) { overwrite(path) } }
    end

    def overwrite(path)
      History::Index.open(path) { |index| index.rows("PRAGMA wal_checkpoint(TRUNCATE)") }
      File.open(path, "r+b") do |file|
        file.seek(4096)
        file.write("\xff" * (File.size(path) - 4096))
      end
    end
  end
end
