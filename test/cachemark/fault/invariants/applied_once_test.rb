# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Fault::Invariants::AppliedOnceTest < Minitest::Test
    def test_a_change_that_was_told_as_done_was_made_once
      assert_nil said("incr", value: 5, state: { "c1" => "5" })
      assert_equal ["FAIL", "incr was applied 2 times, and told as done"], said("incr", value: 6, state: { "c1" => "6" })
      assert_equal ["FAIL", "incr was applied 0 times, and told as done"], said("incr", value: 5, state: { "c1" => "4" })
      assert_equal ["FAIL", "decr was applied 2 times, and told as done"], said("decr", value: 2, state: { "c1" => "2" })
    end

    def test_one_that_raised_may_have_been_made_but_not_twice
      %w[4 5].each { |held| assert_nil said("incr", type: "raised", state: { "c1" => held }) }
      assert_equal ["FAIL", "incr was applied 2 times, and raised"], said("incr", type: "raised", state: { "c1" => "6" })
    end

    def test_one_that_was_told_as_not_there_may_have_been_made_but_not_twice
      assert_nil said("incr", value: nil, state: { "c1" => "5" })
      assert_equal ["FAIL", "incr was applied 2 times, and told as not there"], said("incr", value: nil, state: { "c1" => "6" })
    end

    def test_a_counter_that_is_gone_is_a_failure
      assert_equal ["FAIL", "the counter is gone"], said("incr", value: 5, state: { "c1" => nil })
    end

    def test_an_add_must_not_deny_what_it_stored
      denied = ["FAIL", "add was told as not stored, and it is what is stored"]
      excused = { bounds: Catalog::Client::Examination.new(misses: "documented") }

      assert_equal denied, said("add", value: false, state: { "absent" => "new" })
      assert_equal "INFO", said("add", value: false, state: { "absent" => "new" }, **excused).first
      assert_nil said("add", value: true, state: { "absent" => "new" })
      assert_nil said("add", type: "raised", state: { "absent" => "new" })
      assert_nil said("add", value: false, state: { "absent" => nil })
    end

    def test_nothing_is_counted_of_other_calls
      assert_nil said("get", value: nil, state: { "c1" => "6" })
      assert_nil Fault::Invariants::AppliedOnce.call(MadeTrial.trial)
    end

    private

    def said(operation, type: "ok", value: nil, **facts)
      call = Fault::Call.new(step: { "op" => operation, "key" => "c1", "role" => "subject" }, type: type, value: value)
      Fault::Invariants::AppliedOnce.call(MadeTrial.trial(call, **facts))
    end
  end
end
