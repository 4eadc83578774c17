# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::BoutTest < Minitest::Test
    def test_the_first_reason_to_drop_it_stays
      bout = MadeCells.bout
      assert_predicate bout, :live?
      bout.drop("wrong reply")
      bout.drop("crash")

      assert_equal [false, "wrong reply"], [bout.live?, bout.reason]
    end

    def test_owes_blocks_until_all_are_run
      bout = MadeCells.bout
      refute_predicate bout, :owes?
      bout.left = [5]

      assert_predicate bout, :owes?
    end

    def test_expects_the_models_reads_of_the_first_and_of_all_later_iterations
      get, set = %w[get set].map { |op| { "op" => op, "key" => "k1", "value" => ("empty" if op == "set") }.compact }
      bout = MadeCells.bout(scenario: MadeCells.made_scenario([get, set]))

      assert_equal [[0, 1], [9, 1]], [bout.reads(1), bout.reads(10)]
    end

    def test_expects_what_the_catalogue_says_a_client_does_beyond_that
      quirk = Catalog::Client::Quirk.new(scenario: "client/get", note: "asks twice", hits: 3, misses: 1)
      client = MadeCells::CATALOG.client("socket").with(quirks: [quirk])
      bout = MadeCells.bout(contender: MadeCells.contender("socket", client: client))

      assert_equal [[60, 10], 70], [bout.reads(10), bout.reads_seen(10)]
    end
  end
end
