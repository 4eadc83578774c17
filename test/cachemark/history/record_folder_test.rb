# frozen_string_literal: true

require "test_helper"

module Cachemark
  class History::RecordFolderTest < Minitest::Test
    def setup
      @dir = Dir.mktmpdir("cachemark-record-folder")
      Dir.mkdir(File.join(@dir, "records"))
      @records = History::RecordFolder.new(File.join(@dir, "records"))
    end

    def teardown = FileUtils.remove_entry(@dir)

    def test_a_record_is_named_by_its_time_and_what_is_in_it
      id = @records.keep(file(MadeHistory.text))

      assert_match(/\A20260101T000000Z-\h{16}\z/, id)
      assert_equal MadeHistory.text, File.read(@records.path(id))
      assert_equal [id], @records.ids
    end

    def test_keeps_a_record_once_under_any_name
      ids = [@records.keep(file(MadeHistory.text)), @records.keep(file(MadeHistory.text, "other.jsonl"))]

      assert_equal ids.uniq, @records.ids
    end

    def test_an_old_record_gets_a_summary_for_its_last_line
      id = @records.keep(file(MadeHistory.lines(*MadeRecord.lines)))

      assert_equal "cachemark/summary/1", Record::Reader.summary(@records.path(id))["schema"]
      assert_equal id, @records.keep(@records.path(id))
    end

    def test_omits_a_line_that_a_crash_cut_short
      id = @records.keep(file("#{MadeHistory.lines(*MadeRecord.lines)}{\"type\":\"blo"))

      assert_equal MadeRecord.lines.size + 1, File.readlines(@records.path(id)).size
    end

    def test_a_search_that_was_gone_on_with_takes_the_place_of_its_beginning
      text = MadeHistory.text
      first = @records.keep(file(text))
      more = @records.keep(file(text + text.lines.last(2).join))

      refute_equal first, more
      assert_equal [more], @records.ids
    end

    def test_keeps_two_runs_of_one_second_apart
      @records.keep(file(MadeHistory.text))
      @records.keep(file(MadeHistory.text(wall_ns: 3.0)))

      assert_equal 2, @records.ids.size
    end

    def test_refuses_what_is_no_record
      ["", "hello\n", MadeHistory.lines({ "type" => "run", "schema" => "cachemark/record/9" })].each do |text|
        assert_raises(Usage, text) { @records.keep(file(text)) }
      end
      calibration = MadeHistory.lines({ "type" => "run", "schema" => Record::SCHEMA, "command" => "calibrate" })

      assert_match(/a calibration measures/, assert_raises(Usage) { @records.keep(file(calibration)) }.message)
      assert_empty @records.ids
    end

    def test_removes_and_tidies
      id = @records.keep(file(MadeHistory.text))
      left = File.join(@records.folder, ".#{id}.part")
      File.write(left, "half")
      @records.tidy

      refute_path_exists left
      before = @records.changed_ns
      @records.remove(id)

      assert_empty @records.ids
      refute_equal before, @records.changed_ns
    end

    private

    def file(text, name = "record.jsonl") = File.join(@dir, name).tap { |path| File.write(path, text) }
  end
end
