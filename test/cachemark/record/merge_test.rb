# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Record::MergeTest < Minitest::Test
    def test_has_the_lines_of_each_host_under_its_name
      merged = merge("n2" => part(2), "n1" => part(1))

      assert_equal %w[n1 n2], merged.hosts.keys
      assert_equal part(1).lines, merged.hosts["n1"].lines.map { |line| line.except("host") }
      assert_equal(%w[n1 n2], merged.run["hosts"].map { |host| host["id"] })
      assert_equal part(1).cells, merged.cells
      assert_empty merged.blocks
    end

    def test_the_order_does_not_matter_and_a_merged_record_is_merged_again
      parts = { "n1" => part(1), "n2" => part(2), "n3" => part(3) }
      whole = merge(parts).lines

      assert_equal whole, merge(parts.to_a.reverse.to_h).lines
      two = merge(parts.except("n3"))
      assert_equal whole, Record::Merge.new(Record::Merge.parts(two, name: "two") + own(parts.slice("n3"))).lines
      one = merge(parts.slice("n1"))
      assert_equal one.lines, Record::Merge.new(Record::Merge.parts(one, name: "x")).lines
    end

    def test_a_host_may_measure_twice
      merged = Record.from_lines(Record::Merge.new(own("n1" => part(1)) + own("n1" => part(2))).lines)

      assert_equal ["n1", "n1#2"], merged.hosts.keys
      assert_equal(%w[n1 n1], merged.run["hosts"].map { |host| host["host"] })
    end

    def test_a_host_that_was_lost_costs_only_its_own_data
      lost = merge("n1" => part(1), "n2" => part(2, ending: nil))

      assert_equal "complete", lost.ending["outcome"]
      assert_equal(["complete", nil], lost.run["hosts"].map { |host| host["outcome"] })
      ended = { "outcome" => "interrupted" }
      assert_equal "interrupted", merge("n1" => part(1, ending: ended), "n2" => part(2, ending: nil)).ending["outcome"]
      assert_equal "stopped early", merge("n1" => part(1, ending: nil), "n2" => part(2, ending: nil)).ending["outcome"]
    end

    def test_facts_of_the_machine_are_those_that_all_hosts_share
      other = { "machine" => { "os" => "Debian GNU/Linux 12 (bookworm)", "cores" => 8 } }
      merged = merge("n1" => part(1), "n2" => part(2, run: other))

      assert_equal({ "os" => "Debian GNU/Linux 12 (bookworm)" }, merged.run["machine"])
      assert_equal(8, merged.run["hosts"].last["machine"]["cores"])
    end

    def test_records_of_other_commands_are_refused
      error = assert_raises(Usage) { merge("n1" => part(1, command: "find"), "n2" => part(2, command: "find")) }
      assert_equal "n1: a record of find cannot be merged\nmerge records of compare or gate", error.message
      assert merge("n1" => part(1, command: "gate"), "n2" => part(2, command: "gate"))
      assert_equal "command: compare and gate", refused("n1" => part(1), "n2" => part(2, command: "gate"))[/command.*/]
    end

    def test_duplicates_are_refused
      assert_equal "a measurement of n1 at 2026-11-21T10:00:00Z is given twice", refused("n1" => part(1), "n2" => part(1))
    end

    def test_different_measurements_are_refused_with_the_difference
      { { run: { "version" => "0.2.0" } } => "Cachemark: 0.1.0 and 0.2.0", { method: 2 } => "method: 1 and 2",
        { contenders: %w[dalli@2.7.11 dalli@4.3.10] } => "contenders: dalli@2.7.11 dalli@3.2.8 and dalli@2.7.11 dalli@4.3.10",
        { scenarios: %w[client/get client/mixed] } => "scenarios: client/get client/set and client/get client/mixed",
        { options: { "margin" => 0.02 } } => "--margin: 0.01 and 0.02",
        { run: { "server" => { "version" => "1.6.45" } } } => "memcached: 1.6.18 and 1.6.45" }.each do |facts, difference|
        assert_equal "n1 and n2 measured different things: #{difference}", refused("n1" => part(1), "n2" => part(2, **facts))
      end
    end

    def test_another_code_under_the_same_version_is_refused
      changed = part(2).lines.map { |line| line["type"] == "process" ? line.merge("digest" => "other") : line }

      assert_match(/code of dalli@2.7.11: digest of dalli@2.7.11 and other\z/,
                   refused("n1" => part(1), "n2" => Record.from_lines(changed)))
    end

    def test_only_comparisons_are_merged
      assert_equal "n1: a record of run cannot be merged", refused("n1" => MadeRecord.of, "n2" => part(2))
    end

    private

    def part(seed, run: {}, **facts) = MadeComparison.of(pairs: 2, seed: seed, run: { "seed" => seed, **run }, **facts)

    def own(parts) = parts.flat_map { |name, record| Record::Merge.parts(record, name: name) }
    def merge(parts) = Record.from_lines(Record::Merge.new(own(parts)).lines)
    def refused(parts) = assert_raises(Usage) { merge(parts) }.message.lines.first.chomp
  end
end
