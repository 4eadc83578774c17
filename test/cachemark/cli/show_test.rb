# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::ShowTest < Minitest::Test
    include ACommand

    def test_writes_it_to_a_file
      command("show", record, "--format", "json", "--output", file("run.json"))

      assert_empty out.string
      assert_equal "dalli", ::JSON.parse(File.read(file("run.json")))["rows"].last["contender"]
    end

    def test_the_full_report_has_all_columns
      shown = [[], %w[full], %w[markdown], %w[markdown,full]].map do |format|
        command("show", record, *format.flat_map { |name| ["--format", name] })
        out.string
      end

      assert_equal [false, true, false, true], shown.map { |text| text.include?("calls/s") }
      assert_match(/\A## /, shown.last)
    end

    def test_takes_the_format_from_the_suffix_of_the_file
      { "a.html" => /\A<!DOCTYPE html>/i, "a.json" => /\A\{/, "a.CSV" => /\Acontender,/, "a.md" => /\A## /,
        "a.txt" => /\A(?!##|<)/ }.each do |name, start|
        assert_equal 0, command("show", record, "--output", file(name))
        assert_match start, File.read(file(name)), name
      end
    end

    def test_formats_without_a_suffix_fit_every_file
      %w[a.pdf a.csv].each { |name| assert_equal 0, command("show", record, "--output", file(name), "--format", "tidy") }
      assert_equal 0, command("show", record, "--output", file("a"))
    end

    def test_prints_the_answer_and_the_name_of_the_written_file
      command("show", record, "--output", file("a.html"))

      assert_match(/\A.+ costs .+ × socket .+\nRecord: #{record}\nReport: #{file("a.html")}\n\z/, err.string)
    end

    def test_refuses_a_record_that_lacks_what_its_report_needs
      damaged = [{ run: { "suite" => 5 } }, { run: { "options" => [1] } }, { block: { "calls" => nil } }]
      damaged.each do |made|
        assert_match(/made.jsonl: its figures cannot be read \(\w+Error: /, refused("show", record(**made)), made.inspect)
      end
    end

    def test_refuses_pairs_without_comparisons_and_comparisons_without_cells
      lines = MadeComparison.lines
      [lines.reject { |line| line["type"] == "cell" }, lines.map { |line| line.except("comparisons") }].each do |damaged|
        path = file("pairs.jsonl", damaged.map { |line| "#{::JSON.generate(line)}\n" }.join)

        assert_match(/pairs.jsonl: its figures cannot be read \(/, refused("show", path))
      end
    end
  end
end
