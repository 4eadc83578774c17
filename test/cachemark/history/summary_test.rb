# frozen_string_literal: true

require "test_helper"

module Cachemark
  class History::SummaryTest < Minitest::Test
    def test_makes_an_entry
      entry = summary.entry("an-id", "/a/path")

      assert_equal ["an-id", "/a/path", MadeHistory.at(0), "run", "clients", "0123456789abcdef", "1.6.18", "one-core", 1],
                   [entry.id, entry.path, entry.started_at, entry.command, entry.suite, entry.machine, entry.server,
                    entry.placement, entry.figures]
    end

    def test_hands_out_each_figure_with_what_it_is_comparable_to
      figures = []
      summary.each_figure { |*figure| figures << figure }

      assert_equal [[["ruby/dalli", "", "client/get", "sync"],
                     ["0123456789abcdef", "1.6.18", "one-core", "", 1, "ruby 3.1.2 (x)", "ec1c530e"],
                     ["dalli", "dalli@4.3.10", "4.3.10"], [20_000.0, 19_800.0, 20_200.0, 2.0, 1.98, 2.02]]], figures
    end

    def test_unknown_facts_of_a_place_are_empty
      lines = []
      summary(server: nil, machine: nil).each_figure { |_, line| lines << line }

      assert_equal [["", "", "one-core", ""]], lines.map { |line| line.first(4) }
    end

    def test_rows_without_figures_are_none
      assert_equal 0, summary(rows: [[0, 0, "sync", "failed"]]).entry("a", "b").figures
    end

    def test_refuses_what_no_run_wrote
      [{ schema: "cachemark/summary/2" }, { started_at: "yesterday" }, { started_at: nil }, { suite: 7 }, { rows: {} },
       { contenders: [["dalli"]] }, { scenarios: [] }, { server: "\e[31m" }, { suite: "a\nb" },
       { rows: [[1, 0, "sync", 1.0, 1, 1, 1, 1, 1]] }, { rows: [[-1, 0, "sync", 1.0, 1, 1, 1, 1, 1]] },
       { rows: [[0, 0, "sync", "1", 1, 1, 1, 1, 1]] }, { rows: [[0, 0, "sync", -1.0, 1, 1, 1, 1, 1]] },
       { rows: [[0, 0, "sync", 10**400, 1, 1, 1, 1, 1]] }, { rows: [[0, 0, "sync", 1.0, Float::INFINITY, 1, 1, 1, 1]] },
       { verdicts: [["a", "b", "c", "sync", "wall", "same", Float::INFINITY]] }, { more: { x: [Float::NAN] } },
       { started_at: "2026-13-01T00:00:00Z" }, { rows: [[0, 0, nil, 1.0, 1, 1, 1, 1, 1]] }].each do |damage|
        message = assert_raises(Usage, damage.inspect) { summary(**damage) }.message

        assert_match(/\Aa.jsonl: its summary is damaged: /, message)
      end
    end

    def test_a_record_without_one_is_summed_up
      in_file(MadeHistory.lines(*MadeRecord.lines)) do |path|
        assert_equal 2, History::Summary.read(path).entry("a", path).figures
        assert_equal 2, History::Summary.of(path).entry("a", path).figures
      end
    end

    def test_does_not_compute_a_summary_that_the_record_has
      in_file(MadeHistory.lines(*MadeRecord.lines, { "type" => "summary", **MadeHistory.summary })) do |path|
        found = [History::Summary.read(path), History::Summary.of(path)]

        assert_equal %w[4.3.10 4.3.10], found.map { |one| one.fields["contenders"].first[3] }
      end
    end

    def test_counts_lines_that_follow_a_summary
      run, *others = MadeRecord.lines
      in_file(MadeHistory.lines(run, { "type" => "summary", **MadeHistory.summary }, *others)) do |path|
        assert_equal 2, History::Summary.of(path).entry("a", path).figures
      end
    end

    def test_lines_that_no_run_wrote_are_named_and_no_accident
      run, *others = MadeRecord.lines
      { [[1]] => ":2: not a line of a record",
        others.map { |line| line.merge("wall_ns" => "x") } => ": its figures cannot be read" }.each do |lines, wanted|
        in_file(MadeHistory.lines(run, *lines)) do |path|
          message = assert_raises(Usage) { History::Summary.read(path) }.message

          assert_match(/\A#{path}#{wanted}/, message)
        end
      end
    end

    private

    def in_file(text)
      Dir.mktmpdir do |dir|
        path = File.join(dir, "a.jsonl")
        File.write(path, text)
        yield path
      end
    end

    def summary(**fields) = History::Summary.new(MadeHistory.summary(**fields), "a.jsonl")
  end
end
