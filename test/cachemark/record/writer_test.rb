# frozen_string_literal: true

require "test_helper"
require "tmpdir"

module Cachemark
  class Record::WriterTest < Minitest::Test
    BLOCK = { cell: "c1", process: "p1", iterations: 1, calls: 3, wall_ns: 12 }.freeze

    def setup
      @dir = Dir.mktmpdir
    end

    def teardown
      FileUtils.rm_rf(@dir)
    end

    def test_reads_back_the_lines_that_were_added
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA, seed: 1)
      writer.add("block", BLOCK)
      writer.close

      assert_equal writer.record.lines, Record::Reader.read(file).lines
      assert_equal 12, Record::Reader.read(file).blocks.first["wall_ns"]
    end

    def test_lines_that_are_not_declared_or_lack_a_field_are_refused
      writer = Record::Writer.create(file)
      { "weather" => "no line of a record: weather", "sample" => "no line of a record: sample", "block" => "block needs cell" }
        .each { |name, why| assert_equal why, assert_raises(ArgumentError) { writer.add(name, BLOCK.except(:cell)) }.message }

      assert_empty writer.record.lines
      writer.close
    end

    def test_a_record_of_many_lines_takes_no_more_calls_than_one_of_few
      few, many = [10, 1000].map do |lines|
        writer = Record::Writer.create(File.join(@dir, lines.to_s))
        lines.times { |at| writer.add("block", { **BLOCK, cell: "c#{at}" }) }
        calls { writer.record.blocks }
      ensure
        writer.close
      end

      assert_equal few, many
    end

    def test_a_line_is_on_disk_as_soon_as_it_is_added
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA)

      assert_equal 1, File.readlines(file).size
      writer.close
    end

    def test_makes_the_folder
      Record::Writer.create(File.join(@dir, "a", "b.jsonl")).close

      assert_path_exists File.join(@dir, "a", "b.jsonl")
    end

    def test_never_overwrites
      File.write(file, "precious")
      error = assert_raises(Usage) { Record::Writer.create(file) }

      assert_includes error.message, "never overwritten"
      assert_equal "precious", File.read(file)
    end

    def test_names_a_folder_that_cannot_be_made
      File.write(file, "")
      error = assert_raises(Usage) { Record::Writer.create(File.join(file, "b.jsonl")) }

      assert_includes error.message, "cannot write the record"
    end

    def test_goes_on_in_memory_when_the_disk_fails
      writer = Record::Writer.new("/dev/full", File.open("/dev/full", "a"))
      writer.add("run", command: "run", schema: Record::SCHEMA)
      writer.add("block", BLOCK)

      assert_match(/No space left/, writer.broken)
      assert_equal 2, writer.record.lines.size
      writer.close
    end

    def test_goes_on_with_what_is_there
      begun
      writer = Record::Writer.resume(file)
      writer.add("block", BLOCK)
      writer.close

      assert_equal %w[run event block], writer.record.lines.map { |line| Record::Kinds.name(line) }
      assert_equal writer.record.lines, Record::Reader.read(file).lines
    end

    def test_a_line_that_a_crash_cut_short_spoils_no_other
      begun
      File.write(file, "{\"type\":\"blo", mode: "a")

      assert_equal %w[run event end], ended_types
    end

    def test_a_last_line_without_its_newline_is_kept_as_it_is_read
      begun
      File.write(file, "{\"type\":\"block\",\"cell\":\"é\"}", mode: "a")

      assert_equal %w[run event block end], ended_types
      File.write(file, JSON.generate(type: "run", schema: Record::SCHEMA))

      assert_equal %w[run end], ended_types
    end

    def test_a_line_of_which_the_disk_takes_only_a_part_is_removed
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA)
      size = File.size(file)
      assert_predicate Process.wait2(fork { exit!(full?(writer, size + 5)) }).last, :success?

      assert_equal size, File.size(file)
      writer.close
    end

    def test_does_not_resume_or_change_a_file_that_is_no_record
      File.write(file, "precious")
      assert_raises(Usage) { Record::Writer.resume(file) }

      assert_equal "precious", File.read(file)
      assert_raises(Usage) { Record::Writer.resume(File.join(@dir, "nowhere")) }
    end

    def test_a_record_that_is_gone_on_with_is_never_discarded
      begun
      Record::Writer.resume(file).tap(&:close).discard

      assert_path_exists file
    end

    def test_a_record_is_resumed_by_one_at_a_time
      Record::Writer.create(file).tap { |writer| writer.add("run", command: "run", schema: Record::SCHEMA) }.close
      first = Record::Writer.resume(file)
      error = assert_raises(Usage) { Record::Writer.resume(file) }

      assert_match(/another Cachemark is writing the record .*run\.jsonl/, error.message)
      first.close
      Record::Writer.resume(file).close
    end

    def test_a_record_is_not_resumed_while_it_is_written
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA)

      assert_raises(Usage) { Record::Writer.resume(file) }
      writer.close
    end

    def test_threads_add_whole_lines_in_one_order
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA)
      add = ->(cell) { 100.times { |at| writer.add("block", { **BLOCK, cell: cell, at: at, text: "x" * 9_000 }) } }
      Array.new(8) { |number| Thread.new { add["c#{number}"] } }.each(&:join)
      writer.close

      assert_equal 801, writer.record.lines.size
      assert_equal writer.record.lines, Record::Reader.read(file).lines
    end

    def test_a_record_stays_as_it_was_when_it_was_taken
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA)
      before = writer.record
      writer.add("block", BLOCK)
      writer.close

      assert_equal [[0, 1], [1, 2]], [before, writer.record].map { |record| [record.blocks.size, record.lines.size] }
    end

    private

    # Resumes the record, ends it, and reads the types of its lines.
    def ended_types
      writer = Record::Writer.resume(file)
      writer.add("end", outcome: "complete")
      writer.close
      Record::Reader.read(file).lines.map { |line| Record::Kinds.name(line) }
    end

    # Whether the record says that it is incomplete after a line that its file has no room for.
    def full?(writer, limit)
      trap("XFSZ", "IGNORE")
      Process.setrlimit(:FSIZE, limit)
      2.times { writer.add("block", BLOCK) }
      writer.broken.to_s.include?("File too large")
    end

    def begun
      FileUtils.rm_f(file)
      writer = Record::Writer.create(file)
      writer.add("run", command: "run", schema: Record::SCHEMA)
      writer.add("event", kind: "stopped", message: "so")
      writer.close
    end

    # How many methods are called meanwhile.
    def calls
      count = 0
      here = Thread.current
      TracePoint.new(:call, :c_call) { count += 1 if Thread.current.equal?(here) }.enable { yield }
      count
    end

    def file = File.join(@dir, "run.jsonl")
  end
end
