# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Stats::Findings::ExceptionsTest < Minitest::Test
    include MadeFindings

    # P5
    def test_exceptions_that_nobody_sees
      assert_equal ["raises and rescues exceptions 6 times per iteration (Miss)"],
                   texts(row("a", SET, set, exceptions: { "Miss" => 6 }))
      assert_equal ["raises and rescues an exception per iteration (Miss)"],
                   texts(row("a", SET, set, exceptions: { "Miss" => 1 }))
    end

    def test_exceptions_are_told_by_what_causes_them
      missing = [command("delete", misses: 3), command("get", misses: 3)]
      found = ->(commands, raised) { texts(row("a", "client/missing", commands, exceptions: raised)).grep(/raises/) }

      assert_equal ["raises and rescues exceptions 2 times per miss (Miss): 12 per iteration"], found[missing, { "Miss" => 12 }]
      assert_equal ["raises and rescues an exception per hit (Type): 3 per iteration"], found[get, { "Type" => 3 }]
      assert_equal ["raises and rescues an exception per refused write (No): 2 per iteration"],
                   found[[command("add", refused: 2)], { "No" => 2 }]
    end

    def test_what_several_may_have_caused_is_counted_only
      both = [command("get", hits: 2), command("delete", misses: 2)]
      found = ->(raised) { texts(row("a", "client/missing", both, exceptions: raised)).grep(/raises/) }

      assert_equal ["raises and rescues exceptions 4 times per iteration (E)"], found[{ "E" => 4 }]
      assert_equal ["raises and rescues exceptions 2 times per iteration (E, F)"], found[{ "E" => 1, "F" => 1 }]
      assert_equal ["raises and rescues exceptions 14 times per iteration (E)"], found[{ "E" => 14 }]
    end
  end
end
