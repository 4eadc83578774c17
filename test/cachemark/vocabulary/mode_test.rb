# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Vocabulary::ModeTest < Minitest::Test
    def test_a_mode_is_a_name_and_a_number_of_workers
      mode = Vocabulary::Mode.parse("gevent-08,shared")

      assert_equal ["gevent", 8, true, false], [mode.name, mode.workers, mode.shared, mode.sync?]
      assert_equal "gevent-8,shared", mode.to_s
      assert_equal mode, Vocabulary::Mode.of(mode.to_s)
    end

    def test_a_record_without_a_mode_was_in_sync
      assert_equal Vocabulary::Mode::SYNC, Vocabulary::Mode.of(nil)
    end

    def test_its_pattern_leaves_the_number_of_workers_out
      assert_equal %w[sync threads threads,shared], %w[sync threads-4 threads-4,shared].map { |text| Vocabulary::Mode.of(text).pattern }
    end

    def test_sync_is_one_worker
      sync = Vocabulary::Mode.parse("sync")

      assert_equal [1, true, false, "sync"], [sync.workers, sync.sync?, sync.shared, sync.to_s]
    end

    def test_what_is_no_mode_is_refused_with_the_forms
      ["", "threads", "threads-", "threads-0", "threads-x", "8", "Threads-4", "threads-4,", "threads-4,own", "sync,shared",
       "threads-4\n"].each do |text|
        error = assert_raises(Usage, text.inspect) { Vocabulary::Mode.parse(text) }
        assert_match(/not a mode\nwrite sync, or NAME-N/, error.message)
      end
    end

    def test_there_is_an_end_to_workers
      assert_equal 256, Vocabulary::Mode.parse("threads-256").workers
      assert_match(/more than 256 workers/, assert_raises(Usage) { Vocabulary::Mode.parse("threads-257") }.message)
    end

    def test_says_what_a_language_has_instead
      ruby = MadeCells::CATALOG.language("ruby")

      assert_equal [nil, nil], %w[sync threads-4].map { |text| Vocabulary::Mode.of(text).lacking(ruby) }
      assert_equal "Ruby has no mode gevent: it has sync, threads, processes and fibers", Vocabulary::Mode.of("gevent-8").lacking(ruby)
    end

    def test_what_is_done_in_it_says_so_but_in_sync
      assert_equal ["get", "get (threads-4)"], %w[sync threads-4].map { |text| Vocabulary::Mode.of(text).title("get") }
    end
  end
end
