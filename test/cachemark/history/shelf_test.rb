# frozen_string_literal: true

require "test_helper"

module Cachemark
  class History::ShelfTest < Minitest::Test
    def setup
      @dir = Dir.mktmpdir("cachemark-shelf")
      Dir.mkdir(File.join(@dir, "records"))
      @shelf = History::Shelf.new(File.join(@dir, "records"))
    end

    def teardown = FileUtils.remove_entry(@dir)

    def test_a_record_is_named_by_its_time_and_what_is_in_it
      id = @shelf.keep(file(MadeHistory.text))

      assert_match(/\A20260101T000000Z-\h{16}\z/, id)
      assert_equal MadeHistory.text, File.read(@shelf.path(id))
      assert_equal [id], @shelf.ids
    end

    def test_keeps_a_record_once_under_any_name
      ids = [@shelf.keep(file(MadeHistory.text)), @shelf.keep(file(MadeHistory.text, "other.jsonl"))]

      assert_equal ids.uniq, @shelf.ids
    end

    def test_an_old_record_gets_a_summary_for_its_last_line
      id = @shelf.keep(file(MadeHistory.lines(*MadeRecord.lines)))

      assert_equal "cachemark/summary/1", Record::Reader.summary(@shelf.path(id))["schema"]
      assert_equal id, @shelf.keep(@shelf.path(id))
    end

    def test_omits_a_line_that_a_crash_cut_short
      id = @shelf.keep(file("#{MadeHistory.lines(*MadeRecord.lines)}{\"type\":\"blo"))

      assert_equal MadeRecord.lines.size + 1, File.readlines(@shelf.path(id)).size
    end

    def test_a_search_that_was_gone_on_with_takes_the_place_of_its_beginning
      text = MadeHistory.text
      first = @shelf.keep(file(text))
      more = @shelf.keep(file(text + text.lines.last(2).join))

      refute_equal first, more
      assert_equal [more], @shelf.ids
    end

    def test_keeps_two_runs_of_one_second_apart
      @shelf.keep(file(MadeHistory.text))
      @shelf.keep(file(MadeHistory.text(wall_ns: 3.0)))

      assert_equal 2, @shelf.ids.size
    end

    def test_refuses_what_is_no_record
      ["", "hello\n", MadeHistory.lines({ "type" => "run", "schema" => "cachemark/record/9" })].each do |text|
        assert_raises(Usage, text) { @shelf.keep(file(text)) }
      end
      calibration = MadeHistory.lines({ "type" => "run", "schema" => Record::SCHEMA, "command" => "calibrate" })

      assert_match(/a calibration measures/, assert_raises(Usage) { @shelf.keep(file(calibration)) }.message)
      assert_empty @shelf.ids
    end

    def test_removes_and_tidies
      id = @shelf.keep(file(MadeHistory.text))
      left = File.join(@shelf.folder, ".#{id}.part")
      File.write(left, "half")
      @shelf.tidy

      refute_path_exists left
      before = @shelf.changed_ns
      @shelf.remove(id)

      assert_empty @shelf.ids
      refute_equal before, @shelf.changed_ns
    end

    private

    def file(text, name = "record.jsonl") = File.join(@dir, name).tap { |path| File.write(path, text) }
  end
end
