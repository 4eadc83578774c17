# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Check::CaseRunTest < Minitest::Test
    include ALab

    def test_steps_of_the_lab_are_in_the_history_between_the_calls
      trial = trial([{ "read" => "subject" }, { "server" => "flush" }, { "read" => "subject" }])

      assert_equal "done", trial.ending
      assert_equal(%w[get flush get], trial.calls.map { |call| call.step["op"] || call.step["server"] })
      assert_equal [true, nil], [trial.calls.first.ok?, trial.calls.last.value]
      assert_equal trial.calls, trial.calls.sort_by(&:began_ns)
    end

    def test_a_client_can_connect_again_to_other_servers
      trial = trial([{ "connect" => [1] }, { "spread" => "write" }, { "tell" => "servers" }], servers: 2)

      assert_equal [1], trial.placed.first.at.values.uniq
    end

    # The mutant keeps the connections of the process.
    def test_a_client_is_made_again_in_its_process
      steps = [{ "read" => "subject" }, { "renew" => true }, { "read" => "subject" }]
      mutant = { "mutant" => "hands-connection-to-next-client" }
      connections = [trial(steps), trial(steps, "control", options: mutant)].map do |trial|
        trial.octets.map { |_, connection,| connection }.uniq.size
      end

      assert_equal [2, 1], connections
    end

    def test_a_part_that_does_not_end_is_the_last
      trial = trial([{ "read" => "subject" }, { "server" => "flush" }], "null", act: [{ end: "done" }, { end: "hung" }])

      assert_equal [[], "hung"], [trial.calls, trial.ending]
    end

    def test_a_constructor_that_returns_no_client_ends_it
      refused = { type: "not_entered", end: "raised Refused: no" }
      trial = trial([{ "connect" => [0] }, { "read" => "subject" }], "null", act: [{ end: "done" }], enter: [{}, refused])

      assert_equal [[], "no client: raised Refused: no"], [trial.calls, trial.ending]
    end

    def test_a_peer_makes_its_own_steps
      steps = [{ "peers" => [{ "peer" => [{ "try" => { "op" => "set", "key" => "k1", "value" => "new-k1" } }] },
                             { "tell" => "servers" }, { "read" => "subject" }] }]
      trial = trial(steps, peers: [MadeCells.contender("socket").with(id: "peer")])
      authors = trial.calls.map { |call| call.step.values_at("op", "author") }

      assert_equal [%w[set peer], ["get", nil]], authors.reject { |op, _| op.nil? }
      assert_equal ["peer"], trial.placed.map(&:by)
      assert_empty trial.left, "a peer of the same client is not an excuse"
    end

    def test_requests_that_the_proxy_leaves_unanswered_are_counted
      reads = [{ "read" => "subject" }] * 3
      trial = trial([{ "proxy" => "close" }, *reads, { "proxy" => "heal" }, { "read" => "subject" }])

      assert_equal %w[raised raised raised ok], trial.calls.select(&:op).map(&:type)
      assert_operator trial.unanswered_per_s, :>, 1
    end

    def test_a_prefix_comes_before_the_keys_of_the_client
      trial = trial([{ "read" => "subject" }], prefix: "cm")

      assert_equal [MadeTrial.own("k1"), {}], [trial.calls.first.value.slice("bytes", "encoding"), trial.strays]
      assert(trial.octets.any? { |_, _, side, bytes| side == "client" && bytes.include?("get cm:cm-aa00-k1\r\n") })
    end

    def test_a_key_of_another_trial_is_not_one_that_this_client_wrote_outside_of_its_prefix
      ring = memcached_ring(1)
      keys = { "cm:cm-bb11-k2" => "late", "inj" => "own" }
      late = Thread.new { loop { ring.servers.first.reader.write(keys) && sleep(0.02) } }

      assert_equal({ "inj" => "own" }, trial([{ "wait_ms" => 200 }], prefix: "cm", ring: ring).strays)
    ensure
      late.kill.join
    end

    def test_the_bytes_that_another_client_left_on_the_servers_are_known
      steps = [{ "peers" => [{ "peer" => [{ "try" => { "op" => "set", "key" => "k1", "value" => "new-k1" } }] }] }]
      other = MadeCells.contender("control").with(id: "peer", options: { "mutant" => "keeps-values" })

      assert_equal MadeTrial::CANARY.value("k1", again: true), trial(steps, peers: [other]).left.dig("peer", "k1")
    end

    def teardown = @workplaces&.each(&:stop).then { @servers&.close }

    private

    def trial(steps, name = "socket", servers: 1, ring: memcached_ring(servers), peers: [], prefix: nil, options: {}, **made)
      one = MadeTrial.one("get", steps: steps, servers: servers, prefix: prefix)
      script = Fault::Script.new(one, MadeTrial::CANARY, peers: peers)
      @servers = Lab::Check::FaultServers.new(ring, keeper: keeper)
      client, *others = [MadeCells.contender(name).with(options: options), *peers].map { |contender| client(contender, made) }
      Lab::Check::CaseRun.new(script, @servers, client, others.to_h { |peer| [peer.contender.id, peer] }).trial
    end

    def client(contender, made)
      engine = engine([contender], made: made.empty? ? {} : { contender.id => made })
      (@workplaces ||= []) << Lab::Check::Workplace.new(engine)
      @workplaces.last.client(contender, mode: "sync", actor: "subject")
    end
  end
end
