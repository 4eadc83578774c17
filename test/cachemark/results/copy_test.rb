# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Results::CopyTest < Minitest::Test
    NAMES = Results::Names.new(hosts: ["build-7"])

    # Stretches that differ, so that most are longer than the figure, and undisturbed ones are sparse.
    def record(**more)
      random = Random.new(7)
      Record.from_lines(MadeRecord.lines(**more).map { |line| line["of"] == "block" ? stretched(line, random) : line })
    end

    def stretched(line, random)
      batches = Array.new(20) { 15_000 + random.rand(12_000) }
      { **line, "batches" => batches, "wall_ns" => batches.sum, "gc_ns" => 0 }
    end

    def test_has_the_same_figures
      both = [record, Results::Copy.new(record, NAMES).record]
      tables = both.map { |one| Stats::Table.of(one).rows.map { |row| row.to_h.except(:file) } }

      assert_equal(*tables)
      assert_operator tables.first.first[:disturbance], :>, 0
      assert_match(/\Adisturbed: /, Report::Sentences.of(tables.first.last[:footnotes].last))
    end

    def test_stretches_are_cut_to_the_longest_that_matters
      batches = Results::Copy.new(record, NAMES).record.blocks.first(3).flat_map { |block| block["batches"] }

      assert_operator batches.uniq.size, :<, 8
      assert_operator batches.count(batches.max), :>, 50
    end

    def test_a_comparison_keeps_its_stretches
      compared = record(run: { "command" => "compare" })

      assert_equal compared.blocks, Results::Copy.new(compared, NAMES).record.blocks
    end

    def test_a_case_that_passed_has_no_history
      cases = %w[PASS HANG].map do |outcome|
        { "type" => "case", "outcome" => outcome, "history" => [1], "octets" => [2], "n" => 8 }
      end
      copy = Results::Copy.new(Record.from_lines([{ "type" => "run" }, *cases]), NAMES)

      assert_equal [[[], []], [[1], [2]]], copy.record.cases.map { |line| line.values_at("history", "octets") }
    end

    def test_has_no_warnings_of_earlier_checks
      warnings = { "dalli" => { "notation" => "dalli@5.3.2", "cases" => { "interrupt/x" => "2026-11-26T10:00:00Z" } } }
      warned = record(run: { "argv" => %w[run dalli], "warnings" => warnings })

      assert_equal [warnings, nil], [warned, Results::Copy.new(warned, NAMES).record].map { |one| one.run["warnings"] }
    end

    def test_the_command_has_no_files_of_its_machine
      resumed = { "type" => "event", "kind" => "resumed", "argv" => %w[find --resume acme/x --record y] }
      run = record(run: { "argv" => %w[run dalli --record acme/x.jsonl --suite acme/mine.yml] }, more: [resumed])

      assert_equal [%w[run dalli --suite …/mine.yml], %w[find --resume …/x]],
                   Results::Copy.new(run, NAMES).lines.filter_map { |line| line["argv"] }
    end

    # A machine may have any name.
    def test_a_record_keeps_its_words
      words = %w[block run client process server batches dalli ok set sync]
      names = Results::Names.new(hosts: words, users: words)
      copies = [names, Results::Names.new].map { |one| Results::Copy.new(record, one).lines }

      assert_empty copies.first - copies.last
    end

    def test_an_outage_has_the_same_figures
      calls = (0...500).map { |number| { at: number / 50.0, takes: 0.001_048_571 } } # in base64 "+/8P"
      of_one = MadeOutage.of([calls])
      runs = [of_one, Results::Copy.new(of_one, NAMES).record].map { |one| Stats::Outage.of(one).rows.first.runs }

      assert_includes of_one.lines.find { |line| line["of"] == "outage" }["latencies"], "+/8P"
      assert_equal(*runs)
    end

    def test_has_no_names
      named = record(run: { "argv" => ["run", "dalli@path:/srv/bob/dalli"], "suite" => { "id" => "build-7" } })
      copy = Results::Copy.new(named, NAMES)

      refute_match(/bob|build-7/, copy.text)
      assert_equal copy.lines, copy.text.lines.map { |line| JSON.parse(line) }
    end
  end
end
