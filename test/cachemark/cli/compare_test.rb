# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::CompareTest < Minitest::Test
    include ACommand
    include ALab
    include StolenCpu

    QUICK = %w[compare socket socket --scenario client/get --for 5m --until 50%].freeze

    def teardown = unpin

    def test_compares_on_real_memcached_until_enough_is_known
      code = command(*QUICK, "--metric", "wall,allocations,round-trips", "--record", file("c.jsonl"), "--format", "json")
      skip_where_stolen(out.string)

      assert_equal 0, code
      document = JSON.parse(out.string)
      assert_equal [["socket", "socket#2"]], document["verdicts"].map { |one| one.values_at("baseline", "contender") }.uniq
      assert_equal %w[wall allocations round-trips], document["verdicts"].map { |verdict| verdict["metric"] }
      assert_equal "same", document["verdicts"].last["verdict"]
      assert_equal [{ "margin" => 0.01, "until" => 0.5 }, "complete"],
                   [document["options"].slice("margin", "until"), document["outcome"]]
      assert_match(/\Asocket and socket#2 are the same code with the same options \(socket\): any difference/, err.string)
      assert_shown
    end

    def test_a_comparison_that_was_refused_started_nothing
      { %w[compare] => /needs two contenders/, %w[compare socket] => /needs two contenders/,
        %w[compare socket dali] => /Did you mean dalli/, %w[compare socket socket --metric wal] => /Did you mean wall/,
        %w[compare socket socket --format junit] => /--format: unknown choice "junit"/,
        %w[compare socket socket --scenario no/*] => /no scenario/,
        %w[compare socket socket --output /nowhere/x] => %r{/nowhere/x has no folder},
        %w[compare socket socket --marign 1%] => /Did you mean --margin/ }.each do |argv, wanted|
        message = refused(*argv)

        assert_match wanted, message
        assert_operator message.lines.size, :<=, 3
      end
      refute_path_exists Paths.new.records
    end

    def test_two_rubies_make_two_of_one
      assert_match(/--ruby|no Ruby|does not exist/, refused("compare", "socket", "--ruby", "/nowhere/a", "--ruby", "/nowhere/b"))
    end

    def test_a_record_is_never_overwritten
      assert_match(/never overwritten/, refused(*QUICK, "--record", file("precious", "x")))
    end

    def test_a_cell_that_is_wrong_ends_with_three
      SpoiltDalli.open("super; nil") do |forgets|
        assert_equal 3, command("compare", "socket", forgets, "--scenario", "client/get", "--for", "5s")
        assert_match(/invalid: .*wrong reply/, out.string)
      end
    end

    def test_helps
      assert_equal 0, command("compare", "--help")
      %w[--until --margin --alpha --metric --placement --seed].each { |option| assert_includes out.string, option }
    end

    private

    def assert_shown
      assert_equal 0, command("show", file("c.jsonl"), "--format", "markdown")
      assert_match(/socket#2/, out.string)
    end
  end
end
