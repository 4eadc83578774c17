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

    def test_a_process_serves_a_contender_in_a_mode
      sync, threads = %w[sync threads-4].map { |mode| MadeCells.cell(mode: mode) }

      assert_equal [["socket", 1, 1, nil], ["socket threads-4", 4, 4]],
                   [[sync.lane, sync.workers, sync.hands, sync.worker_keys], [threads.lane, threads.workers, threads.hands]]
      assert_equal %w[Shor0 Shor3], threads.worker_keys.values_at(0, 3).map { |keys| keys["k1"] }
      assert_equal ["socket:get", "socket:get (threads-4)"], [sync.title, threads.title]
    end

    def test_with_pairs_every_worker_makes_all_iterations_over_its_own
      cell = MadeCells.cell(scenario: "client/get-pairs", mode: "threads-4")

      assert_equal [4, 1, nil], [cell.workers, cell.hands, cell.worker_keys]
    end

    def test_a_mode_that_the_language_has_not_is_a_refusal
      assert_nil MadeCells.cell(mode: "threads-4").refusal
      assert_match(/\ARuby has no mode gevent/, MadeCells.cell(mode: "gevent-4").refusal)
    end

    def test_a_mode_that_the_client_warns_of_is_a_footnote
      shared = MadeCells.cell(contender: "memcached", mode: "threads-4,shared").facts

      assert_equal ["used in a way that its documentation warns of (--unsafe): its README: each thread requires its own " \
                    "Memcached instance (https://www.rubydoc.info/gems/memcached)"], shared["footnotes"]
      assert_empty MadeCells.cell(contender: "memcached", mode: "threads-4").facts["footnotes"]
    end

    def test_the_record_keeps_why_a_mode_may_not_be_concurrent
      facts = %w[sync threads-4].map { |mode| MadeCells.cell(contender: "memcached", mode: mode).facts["mode_note"] }

      assert_equal [nil, "libmemcached waits in C and lets no other thread run"], facts
    end

    def test_a_contenders_note_becomes_a_footnote
      assert_equal [], MadeCells.cell.facts["footnotes"]
      assert_equal ["old"], MadeCells.cell(contender: MadeCells.contender("socket", note: "old")).facts["footnotes"]
    end
  end
end
