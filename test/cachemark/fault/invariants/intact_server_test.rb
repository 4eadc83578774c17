# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::IntactServerTest < Minitest::Test
    CANARY = MadeTrial::CANARY
    HELD = [*Fault::Canary::NAMES, Fault::Canary::COUNTER].to_h { |name| [name, CANARY.start(name)] }.freeze

    def test_a_server_on_which_only_the_named_key_changed_is_intact
      assert_nil said
      assert_nil said({ "k3" => nil }, call("delete", "k3"))
      assert_nil said({ "c1" => "5" }, call("incr", "c1"))
    end

    def test_a_key_that_came_from_inside_another_is_found
      assert_equal ["CORRUPT", "on the server: a key that no call named is there: \"inj\""], said({ "injected" => "z" })
    end

    def test_another_key_that_changed_is_found
      assert_equal ["CORRUPT", "on the server: k2 holds nothing"], said({ "k2" => nil })
      assert_equal ["CORRUPT", "on the server: c1 holds \"9\""], said({ "c1" => "9" }, call("incr", "odd"))
    end

    def test_a_flush_that_nobody_asked_for_is_found
      assert_equal ["CORRUPT", "on the server: it was told to flush all it has"], said(counters: { "cmd_flush" => 1 })
    end

    private

    def call(op, key) = Fault::Call.new(step: { "op" => op, "key" => key, "role" => "subject" }, type: "ok", value: true)

    def said(changed = {}, *calls, counters: {})
      Fault::Invariants::IntactServer.call(MadeTrial.trial(*calls, state: HELD.merge(changed), counters: counters))
    end
  end
end
