# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::LookTest < Minitest::Test
    include ALab

    PLACE = { process: "p1", generation: 0, round: 0 }.freeze
    # Right in every reply that a block of this many iterations ends with.
    LIES = { "set" => "@asked = 0; super", "get" => "super.tap { return [7] if @asked.between?(100, 199) }" }.freeze

    def test_a_client_that_does_what_it_did_is_left_alone
      assert_equal [nil, nil], looked("super")
      assert_equal [[2, true], [200, true]], writer.record.proofs.map { |proof| proof.values_at("iterations", "ok") }
      assert_equal [1, 2], writer.record.works.map { |work| work["pass"] }
    end

    def test_replies_that_only_a_long_proof_sees
      status, reason = looked(LIES).first

      assert_equal "invalid", status
      assert_match(/\Awrong reply: get of k\d in iteration \d+ answered \[7\], expected .* \(20 or more wrong\)\z/, reason)
    end

    def test_bytes_that_the_tap_never_saw
      proved, (status, reason) = looked(SpoiltDalli.by_threes(after: 252))

      assert_equal [nil, "invalid"], [proved, status]
      assert_match(/\Aits timed calls (sent|got) \d+ bytes an iteration, under the proxy \d+: it works otherwise when/, reason)
    end

    def test_once_is_once
      looked("super") do |look, *place|
        assert_equal [nil, nil], [look.prove(*place), look.observe(*place)]
        assert_equal [2, 2], [writer.record.proofs.size, writer.record.works.size]
      end
    end

    private

    # What is found of such a client when it has measured.
    def looked(get)
      SpoiltDalli.open(get) do |notation|
        place = measured(DrivenClient.contender(notation))
        look = Lab::Look.new(rig: @rig, writer: writer, proving: @proving)
        found = [look.prove(*place), look.observe(*place)]
        yield look, *place if block_given?
        found
      ensure
        @session&.kill
      end
    end

    def measured(contender)
      @rig = rig([], others: { contender.id => DrivenClient.environment(contender) })
      @proving = Lab::Proving.new(rig: @rig, writer: writer)
      @session = @rig.driver(contender)
      @session.request("load", @rig.load_fields(contender), deadline_s: 20)
      bout = MadeCells.bout(contender: contender)
      assert_nil @proving.call(bout, @session, "p1")
      Lab::Trial.new(rig: @rig, writer: writer, latencies: ->(_) { false }, clock: CLOCK).call(bout, @session, 200, PLACE)
      [bout, @session, "p1"]
    end
  end
end
