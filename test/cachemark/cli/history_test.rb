# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::HistoryTest < Minitest::Test
    include ACommand

    def test_adds_a_record_and_shows_its_trend
      assert_equal 0, command("history", "add", record)
      assert_match(/made.jsonl: 2 costs of run, 2026-11-21T10:00:00Z; kept as 20261121T100000Z-\h{16}$/, out.string)
      assert_equal 0, command("history", "trend", "dalli", "client/set")
      assert_match(/^dalli client\/set$.*^  2026-11-21 10:00  1.0  2.00 µs/m, out.string)
      assert_path_exists File.join(@home, "state", "cachemark", "history", "index.sqlite3")
    end

    def test_uses_the_folder_that_was_named
      days = MadeHistory.days([20_000] * 12 + [22_000] * 12)
      made(*days.map { |words| { **words, version: words[:day] < 12 ? "4.2.0" : "4.3.0" } })

      assert_equal 0, here("changes")
      assert_match(/\Adalli 4.3.0 made client\/get slower: \+\d+\.\d % /, out.string)
      here("changes", "--last", "2026-06-01")

      assert_match(/\ANothing changed since 2026-06-01 in 1 series of 24 records\./, out.string)
      here("trend", "dalli", "client/*")

      assert_match(/^  \.\.\. 4 earlier/, out.string)
      here("trend", "dalli", "client/*", "--last", "24")

      assert_match(/^> 4.2.0 -> 4.3.0: /, out.string)
    end

    def test_keeps_the_good_records_before_it_reports_the_bad_ones
      message = refused("history", "add", file("bad.jsonl", "no\n"), record, file("worse.jsonl", ""))

      assert_match(/\A2 of 3 files cannot be kept; the others were kept:\n.*bad.jsonl.*\n.*worse.jsonl.*\nname records/, message)
      command("history", "list")

      assert_match(/1 record\./, out.string)
    end

    def test_a_report_may_go_to_a_file
      made({ day: 0 })
      path = File.join(@home, "list.md")

      assert_equal 0, here("list", "--format", "markdown", "--output", path)
      assert_equal ["", "## Cachemark history list\n"], [out.string, File.readlines(path).first]
      assert_match(/has no folder/, refused("history", "list", "--history", @dir, "--output", "/no/folder/list.md"))
    end

    def test_a_report_never_replaces_a_kept_record
      made({ day: 0 })
      FileUtils.rm(File.join(@dir, "index.sqlite3"))
      kept = Dir.glob("#{@dir}/records/*").first
      before = [File.read(kept), Dir.children(@dir)]

      assert_match(/cannot be written into the history/,
                   refused("history", "list", "--history", @dir, "--output", kept, "--format", "json"))
      assert_equal before, [File.read(kept), Dir.children(@dir)], "nothing is written before"
    end

    def test_prunes_and_says_what_would_go
      made({ day: 0 }, { day: 1 })
      here("prune", "--keep", "1", "--dry-run")

      assert_match(/\A2026-01-01T00:00:00Z  run  20260101.*\nWould remove 1 record\.\n\z/, out.string)
      here("prune", "--keep", "1d")

      assert_match(/Removed 2 records\.\n\z/, out.string)
      here("rebuild")

      assert_equal "The index was rebuilt from 0 records; 0 could not be read.\n", out.string
    end

    def test_reports_that_the_index_was_rebuilt
      made({ day: 0 })
      File.write(File.join(@dir, "index.sqlite3"), "no database " * 99)

      assert_equal 0, here("list")
      assert_match(/\Arebuilding the index of the history/, err.string)
    end

    def test_a_series_is_found_by_the_words_of_a_contender
      made({ day: 0 }, { day: 1, options: "protocol=meta" }, { day: 2, options: "checkout" },
           { day: 3, contender: %w[other python/dalli] })
      { "dalli" => ["dalli client", "dalli,checkout client", "dalli,protocol=meta client"],
        "ruby/dalli,protocol=meta" => ["dalli,protocol=meta client"],
        "dalli@path:." => ["dalli,checkout client"], "python/dalli" => ["python/dalli client"] }.each do |word, names|
        here("trend", word, "client/get")

        assert_equal names, out.string.scan(/^\S*dalli\S* client/), word
      end
    end

    def test_refuses_what_it_does_not_know_with_the_nearest
      made({ day: 0 })
      { %w[trend dali client/get] => /no costs of client dali\nDid you mean .*dalli/,
        %w[trend dalli client/gt] => %r{no costs of scenario client/gt\nDid you mean client/get\?},
        %w[trend dalli client/get threads-4] => /no costs of mode threads-4\nThere are: sync/,
        %w[trend dalli client/get --mode threads-4] => /no costs of mode threads-4\nThere are: sync/,
        %w[trend dalli,protocol=meta client/get] => /no costs of options protocol=meta/,
        %w[trend dalli@4.3.10 client/get] => /a trend is over all versions\nremove @4.3.10; / }.each do |words, message|
        assert_match message, refused("history", *words, "--history", @dir)
      end
    end

    private

    def made(*words)
      @dir = File.join(@home, "history")
      MadeHistory.store(@dir, *words)
    end

    def here(*words) = command("history", *words, "--history", @dir)
  end
end
