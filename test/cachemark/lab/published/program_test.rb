# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Published::ProgramTest < Minitest::Test
    include APublishedLab

    def test_all_clients_are_made_at_the_start_and_kept
      run_published(%w[null socket], made: { "*" => { "heard" => heard } })

      assert_equal [true] * 4, requests("open").map { |request| request["shared"] }
      assert_equal %w[load load open open open open block], said.first(7)
      refute_includes said, "close"
    end

    def test_a_client_is_made_for_each_row_where_it_was
      run_published(%w[null], made: { "*" => { "heard" => heard } }, published: { "clients" => "each row" })

      assert_equal [false] * 2, requests("open").map { |request| request["shared"] }
      assert_equal %w[load open block close open block close], said.chunk_while { |one, other| one == other }.map(&:first)
    end

    def test_one_server_under_two_names
      run_published(%w[null], made: { "*" => { "heard" => heard } }, published: { "addresses" => %w[127.0.0.1 localhost] })

      names = %w[127.0.0.1 localhost].map { |name| "#{name}:#{memcached.port}" }
      assert_equal [names], requests("open").map { |request| request["servers"] }.uniq
    end

    def test_otherwise_the_server_has_the_name_that_it_has
      run_published(%w[null], made: { "*" => { "heard" => heard } })

      assert_equal [memcached.address], requests("open").first["servers"]
    end

    def test_a_client_that_cannot_be_loaded_costs_its_own_rows_only
      run_published(%w[null socket], made: { "*" => { load: ["failed", {}] } })

      assert_equal [%w[c1 failed], %w[c2 failed]], failed.map { |line| line.first(2) }
      assert_equal %w[c3 c4], iterations.keys
    end

    def test_the_loaded_library_must_be_the_requested_one
      wrong = environment("dalli", expected: [{ gem: "dalli", version: "2.7.2", dir: "/nowhere/dalli", extension_dir: nil }])
      loaded = { version: "2.7.2", file: __FILE__, digest: "d", libraries: [] }
      run_published(%w[dalli null], made: { "*" => { load: [loaded, {}] } }, others: { "dalli" => wrong })

      assert_equal [%w[c1 invalid], %w[c2 invalid]], failed.map { |line| line.first(2) }
      assert_match(%r{dalli was loaded from .*, not from /nowhere/dalli}, failed.first.last)
      assert_equal %w[c3 c4], iterations.keys
    end

    def test_a_process_that_is_lost_over_a_client_costs_nobody_elses_rows
      run_published(%w[null socket], made: { "*" => { block: { wall_ns: 30_000_000 }, dies_once: File.join(folder, "died") } })

      assert_equal [%w[c1 failed], %w[c2 failed]], failed.map { |line| line.first(2) }
      assert_equal({ "c3" => 25, "c4" => 25 }, iterations)
      assert_equal %w[p1.null p1.socket p1.2.socket], writer.record.processes.map { |line| line["process"] }
      assert_equal ["p1.2.socket"], writer.record.blocks.map { |block| block["process"] }.uniq
    end

    def test_omits_a_client_that_kills_the_process_when_it_is_loaded
      run_published(%w[null socket], made: { "*" => { load: [{}, "exit"] } })

      assert_equal [%w[c3 failed], %w[c4 failed]], failed.map { |line| line.first(2) }
      assert_equal %w[c1 c2], iterations.keys
    end

    def test_a_process_that_never_comes_up_costs_all
      run_published(%w[null socket], made: { "*" => { hello: "exit" } })

      assert_equal [%w[failed]] * 4, failed.map { |line| [line[1]] }
    end

    def test_nothing_runs_that_has_no_environment
      run_published(%w[null], others: { "null" => Env::Unavailable.new(reason: "no compiler") })

      assert_equal [["c1", "unavailable", "no compiler"], ["c2", "unavailable", "no compiler"]], failed
    end

    private

    def said = File.readlines(heard).map { |line| JSON.parse(line)["type"] }
  end
end
