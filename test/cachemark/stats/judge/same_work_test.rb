# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Judge::SameWorkTest < Minitest::Test
    TWICE = ->(block) { block["cell"] == "c2" ? { "server_hits" => 300, "server_misses" => 200 } : {} }

    def test_less_or_more_work_is_no_comparison
      told = verdict(blocks: TWICE)

      assert_equal ["invalid", nil, nil], [told.verdict, told.effect, told.interval]
      assert_equal "different work that nobody declared: an iteration made the server count " \
                   "for dalli@2.7.11 0 misses, for dalli@3.2.8 2 misses", told.reason
    end

    def test_declared_work_is_allowed_and_only_that
      declared = ->(count) { ->(cell) { cell["cell"] == "c2" ? { "beyond" => { "misses" => count } } : {} } }

      assert_equal "same", verdict(blocks: TWICE, cells: declared[2]).verdict
      assert_equal "invalid", verdict(blocks: TWICE, cells: declared[1]).verdict
    end

    def test_blocks_of_another_length_do_the_same_work
      half = ->(block) { block["arm"] == "contender" ? halved(block) : {} }

      assert_equal "same", verdict(blocks: half).verdict
    end

    def test_other_bytes_are_no_other_work
      bytes = ->(block) { { "server_bytes_in" => block["cell"] == "c2" ? 900 : 1_000, "server_bytes_out" => 500 } }

      assert_equal "same", verdict(blocks: bytes).verdict
    end

    def test_a_local_cache_may_answer_what_it_likes
      cached = { "definition" => { "label" => "get", "wrap" => "local_cache" } }

      assert_equal "same", verdict(blocks: TWICE, cells: cached).verdict
    end

    def test_a_server_that_others_use_counts_for_others_too
      assert_equal "same", verdict(blocks: TWICE, run: { "server" => { "shared" => true } }).verdict
    end

    private

    def halved(block)
      { "iterations" => 50, "calls" => 150, "wall_ns" => block["wall_ns"] / 2, "server_hits" => 150, "server_misses" => 0 }
    end

    def verdict(**options) = MadeComparison.comparison(scenarios: ["client/get"], noise_pairs: 0, **options).verdicts.first
  end
end
