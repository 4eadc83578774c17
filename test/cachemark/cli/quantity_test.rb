# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::QuantityTest < Minitest::Test
    Quantity = CLI::Quantity

    # Each kind with its option, words that it reads with their values, and words that it refuses.
    KINDS = {
      [:duration, "--for"] => [{ "40s" => 40.0, "2m" => 120.0, "1.5h" => 5400.0 }, %w[30 0s -1s 1d forever 1e9s 200h]],
      [:share, "--for"] => [{ "0.5%" => 0.005 }, %w[1 0% 90% x% -1%]],
      [:share, "--threshold", { zero: true }] =>
        [{ "0" => 0.0, "0%" => 0.0, "0.0" => 0.0, "00.0%" => 0.0, "1%" => 0.01 }, { "0.5" => /must be 0 or a share/ }],
      [:share, "--for", { least: 0.01 }] => [{ "1%" => 0.01 }, { "0.9%" => /a share from 1% to 50%/ }],
      [:latency, "--slo"] => [{ "500us" => 500_000, "1.5ms" => 1_500_000, "0.2s" => 200_000_000 },
                              %w[1 0ms 1m 2h 61s 0.1us -1ms fast]],
      [:rates, "--rate"] => [{ "5_000" => [5_000], "1..100/3" => [1, 10, 100] },
                             %w[0 -5 100001 5.5 5k 9..3 5..5 1..2/1 1..2/51 1.. ..5 1...5 0..9 1..100001]],
      [:count, "--keep"] => [{ "20" => 20, "10_000" => 10_000 }, ["0", "-3", "1.5", "ten", "", "9" * 30]],
      [:times, "--for"] => [{ "20x" => 20, "10_000x" => 10_000 }, ["0x", "20", "-3x", "1.5x", "x", "", "#{"9" * 30}x"]],
      [:day, "--last"] =>
        [%w[2026-02-28 2028-02-29 2026-11-01T18:00:00Z].to_h { |day| [day, day] },
         %w[2026-02-30 2026-02-29 2026-11-31T10:00:00Z 2026-11-01T25:00:00Z 2026-13-01 today]],
      [:sweep, "--sweep"] => [{}, {
        "size" => /NAME=LIST/, "=1" => /NAME=LIST/, "size=" => /name in quotes .*\n--sweep .size=\$threads/,
        "size=1,,2" => /without empty values/, "size=1,ten" => /size must be bytes/, "size=1000,1k" => /1k is named twice/,
        "size=1,keys=2" => /repeat the option: --sweep keys=2/, "threads=0" => /threads must be a number of workers/,
        "threads=one" => /threads must be/
      }]
    }.freeze

    def test_reads_what_makes_sense_and_refuses_all_else
      KINDS.each do |(kind, option, more), (read, refused)|
        read.each { |text, value| assert_equal value, Quantity.public_send(kind, option, text, **more.to_h), text }
        refused.each do |text, why|
          message = assert_raises(Usage, text) { Quantity.public_send(kind, option, text, **more.to_h) }.message
          assert_operator message.lines.size, :<=, 3
          assert_match(why || option, message)
        end
      end
      assert_equal [8, 2_000, 20_000], Quantity.rates("--rate", "2000..20000").then { |rates| [rates.size, rates.min, rates.max] }
    end

    def test_a_list_is_not_a_pattern
      error = assert_raises(Usage) { Quantity.pattern("--scenario", "get,set") }

      assert_equal "--scenario get,set: a list is not a pattern\nrepeat the option: --scenario get --scenario set", error.message
      assert_match(/--scenario get,size=1k --scenario set,size=1k/,
                   assert_raises(Usage) { Quantity.pattern("--scenario", "get,set,size=1k") }.message)
      patterns = %w[client/* {get,set} a,b.yml get get,size=1k {get,set},size=1k,keys=10 a.yml,keys=10]
      patterns.each { |text| assert_equal text, Quantity.pattern("--scenario", text) }
    end

    def test_reads_sweeps
      sweep = ->(text) { Quantity.sweep("--sweep", text).to_h.values }

      assert_equal [%w[size], %w[100 10k 1M]], sweep.call("size=100,10000,1000k")
      assert_equal [%w[threads], %w[1 4]], sweep.call("threads=01,4")
      assert_equal %w[pool_size threads], sweep.call("pool_size=$threads")
      assert_equal [["threads,shared"], %w[4]], sweep.call("threads,shared=4")
      assert_equal [%w[serializer], %w[json marshal]], sweep.call("serializer=json,marshal")
    end

    def test_a_wrong_word_names_the_nearest
      error = assert_raises(Usage) { Quantity.word("--format", "markdwn", %w[json markdown csv]) }

      assert_includes error.message, "Did you mean markdown?"
    end
  end
end
