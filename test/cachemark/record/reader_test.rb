# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Record::ReaderTest < Minitest::Test
    HEADER = %({"type":"run","schema":"cachemark/record/2"}\n)

    def setup
      @dir = Dir.mktmpdir
      @file = File.join(@dir, "run.jsonl")
    end

    def teardown
      FileUtils.rm_rf(@dir)
    end

    def test_a_last_line_cut_short_is_left_out
      File.write(@file, "#{HEADER}{\"type\":\"block\",\"wall")

      assert_equal 1, Record::Reader.read(@file).lines.size
    end

    def test_damage_elsewhere_is_named_by_its_line
      File.write(@file, "#{HEADER}garbage\n#{HEADER}")
      error = assert_raises(Usage) { Record::Reader.read(@file) }

      assert_includes error.message, "run.jsonl:2"
    end

    def test_refuses_what_is_no_record
      ["", "[]\n", "{}\n", "hello\n", %({"schema":"cachemark/record/99"}\n)].each do |text|
        File.write(@file, text)

        assert_raises(Usage, text) { Record::Reader.read(@file) }
      end
    end

    def test_names_a_file_that_is_absent
      error = assert_raises(Usage) { Record::Reader.read(File.join(@dir, "none")) }

      assert_includes error.message, "cannot read the record"
    end
  end
end
