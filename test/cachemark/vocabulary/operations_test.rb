# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Vocabulary::OperationsTest < Minitest::Test
    Operations = Vocabulary::Operations

    def test_each_kind_of_scenario_has_its_operations
      assert_equal %w[client store], Operations::KINDS
      assert_equal %w[set get get_multi delete add append prepend cas touch incr decr], Operations.of("client")
      assert_equal %w[delete read write fetch read_multi increment decrement], Operations.of("store")
    end

    def test_an_operation_knows_what_it_takes_and_answers
      assert_equal %w[get get_multi read fetch read_multi], Operations.names(&:reads?)
      assert_equal %w[set add append prepend cas write], Operations.names(&:writes?)
      assert_equal %w[get_multi read_multi], Operations.names(&:multi?)
      assert_equal %w[set get delete read write], Operations.names(&:each)
      assert_equal %w[get get_multi cas read fetch read_multi], Operations.names(&:looks_up?)
    end

    def test_a_fetch_has_a_ttl_only_where_it_may_write
      fetch = Operations["fetch"]

      assert_equal [false, true], [{}, { "value" => "v" }].map { |step| fetch.ttl_in?(step) }
      assert_equal [true, false], [Operations["touch"].ttl_in?({}), Operations["append"].ttl_in?("value" => "v")]
    end

    def test_every_counter_is_one_of_the_servers
      named = Operations::ALL.values.flat_map { |one| one.found + one.absent }.uniq

      assert_empty named.map(&:to_sym) - Operations::COUNTERS.keys
    end

    def test_the_protocol_knows_the_same_operations
      protocol = JSON.parse(File.read(File.join(ROOT, "protocol/schema.json")))

      assert_equal Operations::ALL.keys.sort, protocol.dig("$defs", "step", "properties", "op", "enum").sort
    end

    def test_no_other_operation_is_known
      assert_raises(KeyError) { Operations["gat"] }
    end
  end
end
