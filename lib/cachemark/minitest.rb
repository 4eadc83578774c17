# frozen_string_literal: true

require "minitest"
require_relative "gate_process"

module Cachemark
  # The assertion that `require "cachemark/minitest"` adds to every test of a client's suite:
  #
  #   def test_get_is_not_slower_than_on_main
  #     assert_no_slowdown(scenario: "client/get", for: "60s")
  #   end
  module NoSlowdown
    # Fails if `cachemark gate` finds that the client in `dir` is slower than `base` (default: its merge-base with main), or
    # if it cannot decide. With `allow_unresolved`, an undecided test is skipped. It still fails if a cell is invalid (a
    # client that does not load, wrong replies). Options are those of `gate`: base, head, scenario, metric, for, margin,
    # threshold. `program` is an argv that runs cachemark.
    #: (?String?, ?dir: String, ?allow_unresolved: bool, ?program: Array[String], **Object) -> true
    def assert_no_slowdown(client = nil, dir: Dir.pwd, allow_unresolved: false, program: GateProcess.program, **options)
      answer = GateProcess.ask(client, dir: dir, program: program, **options)
      skip(answer.sentences.join("\n")) if allow_unresolved && answer.undecided?
      assert(answer.code.zero?, -> { answer.sentences.join("\n") })
    end
  end
end

Minitest::Assertions.include(Cachemark::NoSlowdown)
