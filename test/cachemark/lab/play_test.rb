# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::PlayTest < Minitest::Test
    include ALab

    def test_what_the_lab_does_stands_in_the_history_between_the_calls
      calls, ending = play([{ "read" => "subject" }, { "server" => "flush" }, { "read" => "subject" }]).call

      assert_equal "done", ending
      assert_equal(%w[get flush get], calls.map { |call| call.step["op"] || call.step["server"] })
      assert_equal [true, nil], [calls.first.ok?, calls.last.value]
      assert_equal calls, calls.sort_by(&:began_ns)
    end

    def test_a_client_can_be_made_anew_for_other_servers
      made = play([{ "connect" => [1] }, { "spread" => "write" }, { "tell" => "servers" }], servers: 2)
      made.call

      assert_equal [1], made.placed.first.at.values.uniq
    end

    def test_a_part_that_does_not_come_to_its_end_is_the_last
      calls, ending = play([{ "read" => "subject" }, { "server" => "flush" }], "null", act: [{ end: "hung" }]).call

      assert_equal [[], "hung"], [calls, ending]
    end

    def test_a_client_of_which_nothing_came_ends_it
      refused = { type: "not_entered", end: "raised Refused: no" }
      calls, ending = play([{ "connect" => [0] }, { "read" => "subject" }], "null", enter: [{}, refused]).call

      assert_equal [[], "no client: raised Refused: no"], [calls, ending]
    end

    def test_a_peer_plays_its_own_part
      steps = [{ "peers" => [{ "peer" => [{ "try" => { "op" => "set", "key" => "k1", "value" => "new-k1" } }] },
                             { "tell" => "servers" }, { "read" => "subject" }] }]
      peer = MadeCells.contender("socket").with(id: "peer")
      made = play(steps, peers: [peer])
      calls, = made.call

      authors = calls.map { |call| call.step.values_at("op", "author") }

      assert_equal [%w[set peer], ["get", nil]], authors.reject { |op, _| op.nil? }
      assert_equal ["peer"], made.placed.map(&:by)
      assert_empty made.left, "a peer of the same client has no excuse"
    end

    def test_what_another_client_left_on_the_servers_is_known
      steps = [{ "peers" => [{ "peer" => [{ "try" => { "op" => "set", "key" => "k1", "value" => "new-k1" } }] }] }]
      other = MadeCells.contender("control").with(id: "peer", options: { "mutant" => "keeps-values" })
      made = play(steps, peers: [other])
      made.call

      assert_equal MadeTrial::CANARY.value("k1", again: true), made.left.dig("peer", "k1")
    end

    def teardown = @seats&.each(&:stop).then { @stage&.finish }

    private

    def play(steps, name = "socket", servers: 1, peers: [], **made)
      script = Fault::Script.new(MadeTrial.one("get", steps: steps), MadeTrial::CANARY, peers: peers)
      @stage = Lab::Stage.new(memcached_ring(servers)).tap { |stage| stage.renew(Fault::Injector.new([], "none")) }
      seats = [MadeCells.contender(name), *peers].map { |contender| seat(contender, made) }
      seats.first.enter(@stage.addresses, script.scenario, [])
      Lab::Play.new(script, @stage, seats.first, seats.drop(1).to_h { |seat| [seat.contender.id, seat] })
    end

    def seat(contender, made)
      engine = engine([contender], made: made.empty? ? {} : { contender.id => made })
      Lab::Seat.new(engine, contender).tap { |one| (@seats ||= []) << one }
    end
  end
end
