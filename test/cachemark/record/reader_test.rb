# frozen_string_literal: true

require "test_helper"
require "json"
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

    def test_omits_a_last_line_that_was_cut_short
      File.write(@file, "#{HEADER}{\"type\":\"block\",\"wall")

      assert_equal 1, Record::Reader.read(@file).lines.size
    end

    def test_its_path_means_the_same_in_any_folder
      File.write(@file, HEADER)

      assert_equal File.realpath(@file), Dir.chdir(@dir) { Record::Reader.read("run.jsonl").path }
    end

    def test_damage_elsewhere_is_named_by_its_line
      File.write(@file, "#{HEADER}garbage\n#{HEADER}")
      error = assert_raises(Usage) { Record::Reader.read(@file) }

      assert_includes error.message, "run.jsonl:2"
    end

    def test_refuses_a_line_that_is_no_object_or_no_text
      ["5", "[]", "true", "null", "\"x\"", "{\"text\":\"\xff\"}"].each do |line|
        [line, "#{line}\n", "#{line}\n#{HEADER}"].each do |rest|
          File.write(@file, "#{HEADER}#{rest}")
          error = assert_raises(Usage, rest.inspect) { Record::Reader.read(@file) }

          assert_equal "#{@file}:2: not a line of a record", error.what
        end
      end
    end

    def test_refuses_a_line_that_cannot_be_upgraded
      File.write(@file, "#{HEADER}{\"type\":\"experiment\"}\n")

      assert_match(/:2: not a line of a record \(NoMethodError: /, assert_raises(Usage) { Record::Reader.read(@file) }.what)
    end

    def test_refuses_a_second_record_in_the_file
      File.write(@file, "#{HEADER}{\"type\":\"end\"}\n#{HEADER}")

      assert_equal "#{@file}:3: a second record begins here", assert_raises(Usage) { Record::Reader.read(@file) }.what
    end

    def test_an_error_about_the_lines_names_the_file_and_the_cause
      error = assert_raises(Usage) { Record::Reader.interpret("a.jsonl") { Integer("x") } }

      assert_equal 'a.jsonl: its figures cannot be read (ArgumentError: invalid value for Integer(): "x")', error.what
      assert_kind_of ArgumentError, error.cause
    end

    def test_an_error_about_a_file_or_an_option_stays_as_it_is
      [Usage.new("a", try: "b"), Errno::ENOSPC.new, CLI::Stream::Gone.new].each do |error|
        assert_same error, assert_raises(error.class) { Record::Reader.interpret("a.jsonl") { raise error } }
      end
    end

    def test_refuses_what_is_no_record
      ["", "[]\n", "{}\n", "hello\n", %({"schema":"cachemark/record/99"}\n)].each do |text|
        File.write(@file, text)

        assert_raises(Usage, text) { Record::Reader.read(@file) }
      end
    end

    # A stranger may have made a copy of a record that unpacks to a thousand times its bytes.
    def test_a_compressed_record_is_unpacked_up_to_a_limit
      most = Record::Reader::MOST_UNPACKED
      { "one line" => [" " * most], "many lines" => [%({"text":"#{"x" * (most / 64)}"}\n)] * 64 }.each do |name, texts|
        error = assert_raises(Usage, name) { Record::Reader.read(compressed(HEADER, *texts)) }

        assert_equal "#{@file}.gz unpacks to more than 64 MiB, the most of a compressed record", error.what
      end
    end

    def test_a_compressed_record_is_read_as_another_one
      assert_equal 2, Record::Reader.read(compressed(HEADER, "{}\n", "{\"type\":")).lines.size
      [["5\n", "{}\n"], ["{\n", *["{}\n"] * 99_999]].each do |texts|
        error = assert_raises(Usage) { Record::Reader.read(compressed(HEADER, *texts)) }
        assert_equal "#{@file}.gz:2: not a line of a record", error.what
      end
      File.truncate(compressed(HEADER, *["{}\n"] * 9), 30)
      error = assert_raises(Usage) { Record::Reader.read("#{@file}.gz") }

      assert_match(/cannot read the record .*: unexpected end of file/, error.what)
    end

    def test_names_a_file_that_is_absent
      error = assert_raises(Usage) { Record::Reader.read(File.join(@dir, "none")) }

      assert_includes error.message, "cannot read the record"
    end

    private

    def compressed(*texts)
      Zlib::GzipWriter.open("#{@file}.gz", Zlib::BEST_SPEED) { |gzip| texts.each { |text| gzip.write(text) } }
      "#{@file}.gz"
    end
  end

  class Record::ReaderBeginningTest < Minitest::Test
    def test_has_what_was_measured_and_nothing_that_came_of_it
      record = read(MadeComparison.lines)

      assert_equal %w[run environment cell comparison process], record.lines.map { |line| line["type"] }.uniq
      assert_equal 4, record.cells.size
      assert_empty record.blocks
    end

    def test_damage_further_on_does_not_matter
      assert_equal 4, read(MadeComparison.lines, "{ broken").cells.size
    end

    def test_a_text_that_is_no_record_is_nil
      assert_nil read([], "no record")
      assert_nil read([], "")
      assert_nil read([{ "type" => "run", "schema" => "cachemark/record/9" }])
      assert_nil read([[1]])
      assert_nil Record::Reader.beginning("/nowhere/at-all.jsonl")
    end

    private

    def read(lines, *more)
      FolderTree.open("r.jsonl" => [*lines.map { |line| JSON.generate(line) }, *more].join("\n")) do |root|
        Record::Reader.beginning("#{root}/r.jsonl")
      end
    end
  end

  class Record
    class ReaderSummaryTest < Minitest::Test
      SUMMARY = { "type" => "summary", "command" => "run" }.freeze

      def test_finds_the_summary_at_the_end
        assert_equal SUMMARY, summary("{\"type\":\"run\"}\n#{JSON.generate(SUMMARY)}\n")
        assert_equal SUMMARY, summary("#{JSON.generate(SUMMARY)}\n")
      end

      def test_reads_no_more_than_the_end
        big = "#{JSON.generate(**Line["block"], "text" => "x" * (3 * Reader::SUMMARY_BYTES))}\n"

        assert_equal SUMMARY, summary("#{big}#{JSON.generate(SUMMARY)}\n")
        assert_nil summary(big)
      end

      def test_reads_one_that_is_as_long_as_it_may_be
        longest = JSON.generate(SUMMARY.merge("text" => ""))
        longest = JSON.generate(SUMMARY.merge("text" => "x" * (Reader::SUMMARY_BYTES - 1 - longest.bytesize)))

        assert_equal Reader::SUMMARY_BYTES, longest.bytesize + 1
        assert_equal "run", summary("{}\n#{longest}\n")["command"]
      end

      def test_has_none_where_the_last_line_is_another_or_damaged
        ["", "{\"type\":\"end\"}\n", "{\"type\":\"summary\"", "[1]\n", "{\"type\":\"summ\n", "\xff\xfe\n"].each do |text|
          assert_nil summary(text), text.inspect
        end
      end

      private

      def summary(text)
        Dir.mktmpdir do |dir|
          path = File.join(dir, "a.jsonl")
          File.binwrite(path, text)
          Reader.summary(path)
        end
      end
    end
  end

  # Records of schema 1 have other names; readers of lines know the present ones only.
end
