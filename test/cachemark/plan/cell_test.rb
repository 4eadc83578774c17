# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class Plan::CellTest < Minitest::Test
    def test_the_record_keeps_names_and_no_objects
      facts = MadeCells.cell(scenario: "client/set", label: "socket:set").facts

      assert_equal %w[c1 socket ruby/socket client/set], facts.values_at("cell", "contender", "client", "scenario")
      assert_equal 3, facts["calls"]
      assert_equal facts, ::JSON.parse(::JSON.generate(facts))
    end

    def test_the_record_keeps_what_it_takes_to_run_it_again
      cell = MadeCells.cell(contender: MadeCells.contender("socket", note: "old", given: { "a" => "b c" }))
      facts = ::JSON.parse(::JSON.generate(cell.facts))

      assert_equal ["old", { "a" => "b c" }], facts.values_at("note", "given")
      assert_equal cell.scenario.with(published: {}), Catalog::Scenario.recorded("client/get", facts["definition"])
    end

    def test_the_record_keeps_the_work_that_is_declared_beyond_the_scenarios
      quirk = Catalog::Client::Quirk.new(scenario: "client/get", note: "looks twice", hits: 1, misses: 2)
      client = MadeCells::CATALOG.client("socket").with(quirks: [quirk, quirk.with(hits: 0)])
      cell = MadeCells.cell(contender: MadeCells.contender("socket", client: client))

      assert_equal Plan::Work.new(hits: 1, misses: 4), cell.beyond
      assert_equal({ "hits" => 1, "misses" => 4 }, cell.facts["beyond"])
      assert_empty MadeCells.cell.facts["beyond"]
    end

    def test_the_record_keeps_which_options_are_not_as_shipped
      contender = MadeCells.contender("memcached", facts: { "version" => "1.8.0" }, given: { "binary" => "on" })
      cell = MadeCells.cell(contender: contender)

      assert_equal({ "binary" => %w[on off] }, cell.facts["departures"])
    end

    def test_a_contenders_note_becomes_a_footnote
      assert_equal [], MadeCells.cell.facts["footnotes"]
      assert_equal ["old"], MadeCells.cell(contender: MadeCells.contender("socket", note: "old")).facts["footnotes"]
    end
  end
end
