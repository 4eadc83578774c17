# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Published::ProxiedTest < Minitest::Test
    include APublishedLab

    def test_the_first_two_iterations_of_every_row_are_seen
      look(%w[socket null])

      assert_equal %w[c1 c2 c3 c4].product([1, 2]), works.map { |line| line.values_at("cell", "pass") }
      assert_equal %w[p1.socket p1.null], works.map { |line| line["process"] }.uniq
      assert_empty writer.record.blocks
      assert_empty live.of(:round)
    end

    def test_rows_meet_what_the_rows_before_have_left
      look(%w[socket], scenarios: %w[client/set client/missing])
      deletes = works.last(2).map { |line| line["commands"].find { |command| command["does"] == "delete" }["misses"] }

      assert_equal [0, 3], deletes
      assert_equal [0], works.map { |line| line["prelude"] }.uniq
    end

    def test_the_published_form_stands_beside_the_label
      look(%w[memcached_store], made: { "*" => { "heard" => heard } }, scenarios: %w[store/mixed])
      opened = requests("open").first

      assert(opened["scenario"]["steps"].any? { |step| step["initial"] == 100 })
      assert_equal 2, works.last["expected"]["incr_hits"]
      refute_includes opened["servers"], memcached.address
    end

    def test_of_many_pairs_the_first_go_through_in_each_mode
      look(%w[socket], published: { "processes" => "each mode", "clients" => "each row" }, scenarios: pairs(25_000),
                       modes: %w[sync threads-2,shared])

      assert_equal [160], works.map { |line| line["pairs"] }.uniq
      assert_equal [0, 160, 0, 160], works.select { |line| line["pass"] == 2 }.map { |line| line["hits"] }
      assert_equal %w[p1.socket p2.socket], works.map { |line| line["process"] }.uniq
    end

    def test_one_server_under_two_names_is_found_out
      look(%w[socket], published: SHARED.merge("addresses" => %w[127.0.0.1 localhost]))

      assert_equal [%w[127.0.0.1 localhost]], works.map { |line| line["names"] }.uniq
    end

    def test_what_the_servers_contradict_is_invalid
      count = 0
      looking = Class.new(Lab::Published::Proxied) do
        define_method(:initialize) do |engine:, **more|
          engine.servers.define_singleton_method(:counters) { Plan::Work.new(hits: count += 1) }
          super(engine: engine, **more)
        end
      end
      run_published(%w[socket], loop: looking)

      assert_equal [%w[c1 invalid], %w[c2 invalid]], failed.map { |row| row.first(2) }
    end

    def test_a_client_that_fails_costs_its_row
      look(%w[null], made: { "*" => { block: ["failed", {}] } })

      assert_equal [["c1", "failed", "RuntimeError: no way"]], failed
      assert_equal %w[c2], works.map { |line| line["cell"] }.uniq
    end

    def test_a_client_that_dies_costs_its_rows
      look(%w[null socket], made: { "null" => { block: "exit" } }, published: { "processes" => "each contender" })

      assert_equal %w[c1 c2], failed.map(&:first)
      assert_equal %w[c3 c4], works.map { |line| line["cell"] }.uniq
    end

    private

    def look(names, **settings) = run_published(names, loop: Lab::Published::Proxied, **settings)
    def works = writer.record.works
  end
end
