# frozen_string_literal: true

require "test_helper"
require "json"
require "tempfile"
require "tmpdir"

module Cachemark
  class RecordTest < Minitest::Test
    def test_hands_out_its_lines_by_type
      record = Record.from_lines([{ "type" => "run", "seed" => 1 }, { "type" => "block", "wall_ns" => 2 },
                                  { "type" => "end", "outcome" => "complete" }])

      assert_equal 1, record.run["seed"]
      assert_equal [2], record.blocks.map { |block| block["wall_ns"] }
      assert_equal "complete", record.ending["outcome"]
      assert_empty record.failures
    end

    def test_every_kind_of_line_has_a_name
      names = { "run" => :run, "end" => :ending, "process" => :processes, "arrivals" => :arrivals, "summary" => :summaries }
      Record::TYPES.each do |type|
        found = Record.from_lines([{ "type" => type, "mark" => 1 }]).public_send(names.fetch(type, :"#{type}s"))

        assert_equal [1], [found].flatten.map { |line| line["mark"] }, type
      end
    end

    def test_the_guide_describes_every_kind_of_line
      kinds = File.read(File.join(Cachemark::ROOT, "guides", "file-formats.md")).scan(/^(?:\| )?`([a-z_]+)` (?:\||has\b)/).flatten

      assert_empty Record::TYPES - kinds
    end

    def test_a_run_that_never_ended_has_no_ending
      assert_empty Record.from_lines([{ "type" => "run" }]).ending
    end

    def test_is_frozen
      assert_predicate Record.from_lines([]), :frozen?
      assert_predicate Record.from_lines([]).lines, :frozen?
    end
  end

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

    def test_names_a_file_that_is_absent
      error = assert_raises(Usage) { Record::Reader.read(File.join(@dir, "none")) }

      assert_includes error.message, "cannot read the record"
    end
  end

  class Record::ReaderBeginningTest < Minitest::Test
    def test_has_what_was_measured_and_nothing_that_came_of_it
      record = read(MadeComparison.lines)

      assert_equal %w[run environment cell], record.lines.map { |line| line["type"] }.uniq
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
        big = "#{JSON.generate("type" => "block", "text" => "x" * (3 * Reader::SUMMARY_BYTES))}\n"

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
  class Record::UpgradeTest < Minitest::Test
    RUN = { "type" => "run", "schema" => "cachemark/record/1", "command" => "check" }.freeze

    def test_warnings_about_wrong_values_have_their_present_name
      run = Record::Upgrade.call(RUN.merge("marks" => { "dalli" => {} }))

      assert_equal [{ "dalli" => {} }, nil], run.values_at("warnings", "marks")
    end

    def test_a_situation_becomes_a_fault
      assert_equal [{ "type" => "fault", "fault" => "cut/a", "title" => "cut", "cases" => ["cut/a-in-get"] }],
                   read({ type: "situation", situation: "cut/a", title: "cut", cases: ["cut/a-in-get"] }).faults
      assert_equal [{ "type" => "case", "case" => "cut/a-in-get", "fault" => "cut/a", "contender" => "dalli" }],
                   read({ type: "case", case: "cut/a-in-get", situation: "cut/a", contender: "dalli" }).cases
    end

    def test_a_mark_becomes_a_warning
      marks = { "dalli" => { "notation" => "dalli@2.7.11", "cases" => { "a/1" => "2026-11-20T10:00:00Z" } } }

      assert_equal marks, Record::Upgrade.call(RUN.merge("marks" => marks))["warnings"]
    end

    def test_a_relay_becomes_a_proxy
      octets = [[1, 2, "client", "Z2V0"], [3, 2, "relay to client", "RU5E", 5], [4, 2, "relay to server", ""]]

      assert_equal [[1, 2, "client", "Z2V0"], [3, 2, "proxy to client", "RU5E", 5], [4, 2, "proxy to server", ""]],
                   read({ type: "case", octets: octets }).cases.first["octets"]
    end

    def test_a_flaw_becomes_a_mutant
      record = read({ type: "environment", contender: "control,flaw=x (control)", options: { flaw: "x", timeout: 1 } },
                    { type: "failure", contender: "python/control,flaw=x (control)" },
                    { type: "case", contender: "control,flaw=x (control)", control: "x" })

      assert_equal ["control,mutant=x (control)", { "mutant" => "x", "timeout" => 1 }],
                   record.environments.first.values_at("contender", "options")
      assert_equal "python/control,mutant=x (control)", record.failures.first["contender"]
      assert_equal "control,mutant=x (control)", record.cases.first["contender"]
    end

    def test_work_that_was_not_tapped_was_not_observed
      events = read({ type: "event", kind: "untapped", cell: "c1" }, { type: "event", kind: "resumed" }).events

      assert_equal %w[unobserved resumed], events.map { |line| line["kind"] }
    end

    def test_neighbours_become_other_processes
      old, new = "the same code, a neighbour on the same core", "the same code, another process on the same core"
      calibration = { cpu: "x", sees: { old => 0.1 }, runs: { old => 2 } }
      record = read({ type: "survey", neighbours: { seconds: 1 }, calibration: calibration },
                    { type: "experiment", condition: old }, { type: "experiment", condition: "pilot" })
      survey = record.surveys.first

      assert_equal [{ "seconds" => 1 }, "x", { new => 0.1 }, { new => 2 }],
                   [survey["other_processes"], *survey["calibration"].values_at("cpu", "sees", "runs")]
      assert_equal [new, "pilot"], record.experiments.map { |line| line["condition"] }
    end

    def test_the_header_has_the_present_schema_and_other_lines_stay
      block = { type: "block", cell: "c1", wall_ns: 7 }

      assert_equal [RUN.merge("schema" => Record::SCHEMA), block.transform_keys(&:to_s)], read(block).lines
    end

    def test_the_first_lines_alone_are_upgraded_too
      line = { type: "environment", contender: "control,flaw=x (control)", options: { flaw: "x" } }
      beginning = file(line) { |path| Record::Reader.beginning(path) }

      assert_equal Record::SCHEMA, beginning.run["schema"]
      assert_equal "control,mutant=x (control)", beginning.environments.first["contender"]
    end

    def test_lines_with_the_present_names_stay
      lines = [{ "type" => "fault", "fault" => "cut/a" },
               { "type" => "case", "fault" => "cut/a", "octets" => [[1, 2, "proxy to client", ""]] },
               { "type" => "environment", "contender" => "control,mutant=x", "options" => { "mutant" => "x" } }]

      assert_equal lines, read(*lines).lines.drop(1)
    end

    private

    def read(*lines) = file(*lines) { |path| Record::Reader.read(path) }

    def file(*lines)
      Tempfile.create("record") do |file|
        file.write([RUN, *lines].map { |line| "#{JSON.generate(line)}\n" }.join)
        file.close
        yield file.path
      end
    end
  end
end
