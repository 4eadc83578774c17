# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::TappingTest < Minitest::Test
    include ALab

    def test_both_iterations_of_a_cell_are_on_record
      assert_nil observe("socket", "client/mixed")
      assert_equal [["c1", "p1", 1], ["c1", "p1", 2]], works.map { |line| line.values_at("cell", "process", "pass") }
      assert_equal [12, 6, 0, {}], works.last.values_at("round_trips", "hits", "misses", "exceptions")
      assert_equal [["set", 6, [0], [4], ["marshalled"]], ["get", 6, [], [4], ["marshalled"]]],
                   works.last["commands"].map { |command| command.values_at("name", "count", "ttls", "value_bytes", "encodings") }
    end

    def test_once_is_once
      contender = MadeCells.contender
      rig = rig([contender])
      session = rig.driver(contender)
      session.request("load", rig.load_fields(contender), deadline_s: 20)
      tapping = Lab::Tapping.new(rig: rig, writer: writer)
      %w[c1 c1 c2].each { |id| tapping.once(MadeCells.cell(id: id), session, "p1") }

      assert_equal %w[c1 c1 c2 c2], works.map { |line| line["cell"] }
    ensure
      session&.kill
    end

    def test_a_process_that_is_lost_over_it_is_no_loss_of_what_it_measured
      contender = MadeCells.contender("null")
      rig = rig([contender], made: { "null" => { block: "exit" } })
      session = rig.driver(contender)
      session.request("load", rig.load_fields(contender), deadline_s: 20)
      tapping = Lab::Tapping.new(rig: rig, writer: writer)
      %w[c1 c2].each { |id| tapping.once(MadeCells.cell(contender: contender, id: id), session, "p1") }

      assert_equal [%w[unobserved c1], %w[unobserved c2]], writer.record.events.map { |line| line.values_at("kind", "cell") }
      assert_empty writer.record.failures
    ensure
      session&.kill
    end

    def test_the_servers_agree
      %w[client/missing client/multiget store/mixed store/big-read-multi-localcache].each do |scenario|
        assert_nil observe("socket", scenario)
      end

      assert_empty(works.filter_map { |line| line["reason"] })
    end

    def test_a_server_that_counts_something_else_is_told
      rig = rig([MadeCells.contender])
      rig.define_singleton_method(:counters) { Plan::Work.new(hits: (@calls = (@calls || 0) + 1)) }
      status, reason = observe("socket", "client/get", rig: rig)

      assert_match(/\Athe proxy saw 3 hits, the servers counted \d+ hits\z/, works.first["reason"])
      assert_equal ["invalid", works.first["reason"]], [status, reason]
    end

    def test_between_the_two_it_is_made_warm
      { "client/multiget" => 50, "client/get" => 20, "client/mixed" => 5 }.each do |scenario, warm|
        heard = File.join(folder, "heard #{warm}")
        observe("null", scenario, rig: rig([MadeCells.contender("null")], made: { "null" => { "heard" => heard } }))
        blocks = File.readlines(heard).map { |line| JSON.parse(line) }.select { |one| one["type"] == "block" }
        between = blocks[1..-2]

        assert_equal [[1, ["exceptions"]]] * 2, blocks.values_at(0, -1).map { |one| one.values_at("iterations", "watch") }
        assert_equal [warm, [nil]], [between.sum { |one| one["iterations"] }, between.map { |one| one["watch"] }.uniq]
      end
    end

    def test_what_it_does_when_it_is_warm_is_the_second
      SpoiltDalli.open(SpoiltDalli.by_threes(after: 30)) do |by_threes|
        contender = DrivenClient.contender(by_threes)
        assert_nil observe(contender, "client/get", rig: rig([], others: { contender.id => DrivenClient.environment(contender) }))
      end

      assert_equal [[3, 3], [1, 3]], works.map { |line| line.values_at("round_trips", "hits") }
    end

    def test_the_scenario_of_the_label_stands_beside_it
      observe("socket", "client/missing")

      assert_equal({ "misses" => 3, "delete_misses" => 3 }, works.last["expected"].reject { |_, count| count.zero? })
    end

    def test_of_workers_each_makes_an_iteration_and_all_are_seen_at_once
      assert_nil observe("socket", "client/mixed", mode: "threads-3")
      assert_equal [[3, 36, 18, []]] * 2, works.map { |line| line.values_at("iterations", "round_trips", "hits", "strangers") }
      assert_equal [3, 3], writer.record.in_flights.first.values_at("of", "seen")
    end

    def test_workers_that_are_warmed_up_make_an_iteration_at_least
      heard = File.join(folder, "heard.jsonl")
      rig = rig([MadeCells.contender("null")], made: { "null" => { "heard" => heard } })
      observe("null", "client/mixed", mode: "threads-9", rig: rig)
      blocks = File.readlines(heard).map { |line| JSON.parse(line) }.select { |one| one["type"] == "block" }

      assert_equal [9], blocks.map { |one| one["iterations"] }.uniq
    end

    def test_of_many_pairs_the_first_go_through
      assert_nil observe("socket", "client/get-pairs")
      seen = works.last

      assert_equal [160, 160, 160, 1, 1], seen.values_at("pairs", "hits", "round_trips", "prelude", "used")
      assert_equal [[], ["plain"], [32]], [seen["strangers"], seen["commands"].first["encodings"], seen["key_bytes"].values.uniq]
      assert_equal 160, seen["expected"]["hits"]
    end

    def test_no_fewer_pairs_than_workers_and_a_connection_for_each
      cell = MadeCells.cell(scenario: "client/get-pairs", mode: "threads-200")

      assert_equal 200, Lab::Tapping.sample(cell).scenario.calls
      observe("socket", MadeCells.scenario("client/get-pairs").over(9), mode: "threads-3")
      assert_equal [9, 3], works.last.values_at("pairs", "used")
    end

    def test_the_cell_itself_is_left_alone
      heard = File.join(folder, "heard.jsonl")
      rig = rig([MadeCells.contender("null")], made: { "null" => { "heard" => heard } })
      observe("null", "client/get", rig: rig)
      requests = File.readlines(heard).map { |line| JSON.parse(line) }.drop(1)

      assert_equal %w[open prepare block close], requests.map { |one| one["type"] }.uniq
      assert_equal ["c1 proxy"], requests.map { |one| one["cell"] }.uniq
      refute_includes requests.first["servers"], memcached.address
      assert_equal [["exceptions"]], requests.filter_map { |one| one["watch"] }.uniq
    end

    def test_what_a_client_does_not_offer_or_refuses_is_a_reason
      assert_equal ["failed", "not offered"], observe("null", "client/get", open: { type: "not_offered", reason: "not offered" })
      status, reason = observe("null", "client/get", block: "failed")
      assert_equal ["failed", true], [status, reason.include?("no way")]
    end

    def test_a_driver_that_dies_is_for_the_caller
      assert_raises(Driver::Crash) { observe("null", "client/get", block: "exit") }
    end

    def test_nothing_listens_any_more
      heard = File.join(folder, "heard.jsonl")
      observe("null", "client/get", rig: rig([MadeCells.contender("null")], made: { "null" => { "heard" => heard } }))
      address = File.readlines(heard).map { |line| JSON.parse(line) }.find { |one| one["type"] == "open" }["servers"].first

      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(*address.split(":")) }
    end

    private

    def works = writer.record.works

    def observe(name, scenario, rig: nil, mode: "sync", **answers)
      contender = name.is_a?(Contender) ? name : MadeCells.contender(name)
      rig ||= rig([contender], made: answers.empty? ? {} : { name => answers })
      session = rig.driver(contender)
      session.request("load", rig.load_fields(contender, mode), deadline_s: 20)
      cell = MadeCells.cell(contender: contender, scenario: scenario, mode: mode)
      Lab::Tapping.new(rig: rig, writer: writer).call(cell, session, "p1")
    ensure
      session&.kill
    end
  end
end
