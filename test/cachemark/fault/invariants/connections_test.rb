# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::Connections::KeptTest < Minitest::Test
    CLOSE = Fault::Trial::Call.new(step: { "close" => true }, type: "ok", began_ns: 10, ended_ns: 20)

    def test_the_parent_goes_on_with_its_connection
      assert_nil said(CLOSE, [5, 0, "client", "get"], [6, 0, "server", "END"], [30, 0, "client", "get"])
      assert_nil said(CLOSE, [5, 0, "client", "get"], [15, 1, "client", "get"], [30, 1, "client", "get"])
    end

    def test_a_parent_that_has_to_connect_again_has_lost_its_connection
      assert_equal ["FAIL", "a child closed the client, and its parent had to connect again"],
                   said(CLOSE, [5, 0, "client", "get"], [15, 0, "client", "quit"], [30, 1, "client", "get"])
    end

    def test_without_a_close_nothing_is_said
      connections = [[5, 0, "client", "get"], [30, 1, "client", "get"]]

      assert_nil said(MadeTrial.read("k1", nil), *connections)
      assert_nil said(CLOSE.with(type: nil, ended_ns: nil), *connections)
    end

    private

    def said(call, *octets) = MadeTrial.judged(Fault::Invariants::Connections::Kept, MadeTrial.trial(call, octets: octets))
  end
end
