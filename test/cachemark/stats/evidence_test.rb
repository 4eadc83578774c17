# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::EvidenceTest < Minitest::Test
    def setup
      @lines = MadeRecord.lines(processes: 2, blocks: 2)
      @cell = @lines.find { |line| line["cell"] == "c-dalli" }
    end

    def test_finds_what_belongs_to_a_cell
      assert_equal [4, 2], [evidence.blocks(@cell).size, evidence.proofs(@cell).size]
      assert_equal "digest of dalli", evidence.process(@cell)["digest"]
      assert_equal({ "dalli" => "1.0" }, evidence.environment(@cell)["gems"])
      stranger = { "cell" => "c9", "contender" => "stranger" }
      %i[environment process blocks].each { |name| assert_empty evidence.public_send(name, stranger) }
    end

    def test_finds_how_many_calls_waited_at_once
      assert_equal [nil, nil], [evidence.in_flight(@cell), evidence.calls_in_flight(@cell)]
      @lines += [1, 4].map { |seen| { **Line["in_flight"], "cell" => "c-dalli", "workers" => 8, "seen" => seen } }
      assert_equal [4, { seen: 4, of: 8 }], [evidence.in_flight(@cell)["seen"], evidence.calls_in_flight(@cell)]
      @lines << { **Line["in_flight"], "cell" => "c-dalli", "workers" => 8, "seen" => nil }
      assert_nil evidence.calls_in_flight(@cell)
    end

    # One of a contender is that of all its cells.
    def test_a_failure_of_one_cell_is_not_of_another
      @lines << { "type" => "failure", "cell" => "c-other", "contender" => "dalli", "status" => "failed" }
      assert_nil evidence.failure(@cell)
      @lines << { "type" => "failure", "contender" => "dalli", "status" => "failed", "reason" => "did not load" }
      assert_equal "did not load", evidence.failure(@cell)["reason"]
    end

    def test_a_row_has_the_facts_that_the_process_loaded_or_at_least_its_environment
      row, unstarted = [1, 0].map { |processes| Stats::Table.of(MadeRecord.of(processes: processes)).rows.last }

      assert_equal ["1.0", "ruby 3.1.2", "/gems/dalli.rb", "digest of dalli", { "dalli" => "1.0" }],
                   row.to_h.values_at(:version, :runtime, :file, :digest, :versions)
      assert_equal [nil, "ruby 3.1.2"], [unstarted.file, unstarted.runtime]
    end

    def test_the_status_of_a_cell
      assert_equal ["ok", nil], status
      assert_equal ["failed", Stats::Evidence::UNMEASURED], status(MadeRecord.lines(blocks: 0))
      { ["invalid", "get k1 answered v2"] => ->(line) { line.merge("ok" => false, "reason" => "get k1 answered v2") },
        ["invalid", Stats::Remark[:unexpected_replies]] => ->(line) { line.merge("ok" => false) } }.each do |wanted, change|
        assert_equal wanted, status([*@lines, change.call(@lines.reverse.find { |line| line["type"] == "proof" })])
      end
      kept = { "id" => "departure", "facts" => { "way" => "sent", "timed" => 9, "seen" => 5 }, "detail" => nil }
      { "the driver hung" => "the driver hung", kept => Stats::Remark[:departure, way: "sent", timed: 9, seen: 5] }
        .each do |reason, wanted|
        failure = { "type" => "failure", "cell" => "c-dalli", "status" => "failed", "reason" => reason }
        assert_equal ["failed", wanted], status([*@lines, failure])
      end
      @cell.merge!("status" => "unavailable", "reason" => "needs Ruby >= 3.3")
      assert_equal ["unavailable", "needs Ruby >= 3.3"], status
    end

    def test_other_bytes_than_the_proxy_saw_make_it_invalid
      lines = MadeRecord.lines(block: { "server_bytes_in" => 100, "server_bytes_out" => 500 })
      works = [1, 2].map { |pass| { **Line["work"], "cell" => "c-dalli", "pass" => pass, "bytes_out" => 50, "bytes_in" => 5 } }

      assert_equal ["invalid", Stats::Remark[:departure, way: :sent, timed: 1, seen: 50]], status(lines + works)
    end

    private

    def evidence(lines = @lines) = Stats::Evidence.new(Record.from_lines(lines))
    def status(lines = @lines) = evidence(lines).then { |found| found.status(found.cells.last) }
  end
end
