# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::CollectionsTest < Minitest::Test
    def test_the_price_is_the_median_over_blocks_with_a_collection
      blocks = [[2, 200], [1, 300], [1, 90_000], [0, 70], [3, nil]].map { |count, ns| { "gc_count" => count, "gc_ns" => ns } }

      assert_in_delta 300, Stats::Collections.price_ns(blocks)
      assert_in_delta 0, Stats::Collections.price_ns([{ "gc_count" => 0, "gc_ns" => 5 }, {}])
    end

    def test_a_process_pays_for_its_number_of_collections
      blocks = [{ "process" => "p1", "calls" => 60, "gc_count" => 3 }, { "process" => "p1", "calls" => 40 }]

      assert_in_delta 9, Stats::Collections.at(300.0).per_call_ns(blocks)
    end

    # 30,000 ns in blocks of socket, 60,000 ns in those of dalli.
    def test_all_contenders_of_a_runtime_have_one_price
      { "ruby 3.1.2" => { "c-socket" => 150.0, "c-dalli" => 150.0 }, "ruby 3.4" => { "c-socket" => 100.0, "c-dalli" => 200.0 } }
        .each do |runtime, wanted|
        lines = MadeRecord.lines(method: 2)
        lines.each { |line| line["runtime"] = runtime if line["type"] == "process" && line["contender"] == "dalli" }
        record = Record.from_lines(lines)
        collections = Stats::Collections.of(record)

        assert_equal wanted,
                     record.blocks.group_by { |block| block["cell"] }.transform_values { |own| collections.per_call_ns(own) }
      end
    end
  end
end
