# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Instruments::FunctionsTest < Minitest::Test
    # Names are written once; the line after `calls=` is the cost of the called function.
    DUMP = <<~TEXT
      events: Ir sysCount sysTime

      ob=(1) /usr/lib/libmine.so.3
      fl=(1) ???
      fn=(1) outer.isra.0
      0 10 1
      +3 5
      cfn=(2) 0x00000000000028d0
      calls=4 0
      0 9000
      cob=(2) /lib/libc.so.6
      cfn=(3) malloc'2
      calls=1 0
      0 800

      fn=(2)
      0 70

      ob=(2)
      fn=(3)
      0 6
      * 1

      fn=(1)
      0 2
    TEXT
    SITES = [["outer", "libmine.so.3", 15, nil], ["0x28d0", "libmine.so.3", 70, "called by outer"],
             ["malloc", "libc.so.6", 7, nil], ["outer", "libc.so.6", 2, nil]].freeze

    def test_a_function_has_its_own_instructions_and_an_unnamed_one_its_caller
      keeper = Struct.new(:path) { def folder(_) = path }.new("/nowhere")
      sites = Lab::Instruments::Functions.new(keeper).send(:read, DUMP)

      assert_equal SITES, sites.map { |site| site.values_at("name", "place", "count", "text") }
    end

    def test_callers_of_callers_are_asked_for_a_name_but_not_for_ever
      text = "ob=(1) a.so\nfn=(1) 0x1\ncfn=(2) 0x2\ncalls=1 0\n0 1\nfn=(2)\n0 1\ncfn=(1)\ncalls=1 0\n0 1\n"
      profile = Lab::Instruments::Functions::Profile.new(text)

      assert_nil(profile.caller(["a.so", "0x1"]) { |name| !name.start_with?("0x") })
    end
  end
end
