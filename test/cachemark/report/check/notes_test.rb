# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Check::NotesTest < Minitest::Test
    SAID = "get of k2 returned another key's value"
    DIED = "the driver died: exit 7"

    def test_each_reason_for_what_is_unsupported_is_said_once
      assert_equal ["dalli: 2 cases: #{SAID}"], notes(lacking("dalli", %w[get set]))
      assert_equal ["dalli: interrupt/kill-in-get: #{SAID}"], notes(lacking("dalli", %w[get]))
    end

    def test_and_once_of_all_who_lack_the_same_in_as_many_cases
      dalli = lacking("dalli", %w[get set])

      assert_equal ["dalli, socket: 2 cases each: #{SAID}"], notes(dalli.merge(lacking("socket", %w[get set])))
      assert_equal ["dalli: 2 cases: #{SAID}", "socket: interrupt/kill-in-get: #{SAID}"],
                   notes(dalli.merge(lacking("socket", %w[get])))
    end

    def test_a_case_that_cost_a_driver_is_told_of_by_its_entry_alone
      lost = MadeCheck.line("dalli", "interrupt/kill-in-get", "UNSUPPORTED", reason: DIED)

      assert_equal ["dalli: interrupt/kill-in-get: #{DIED}"], notes({}, lost, failure("dalli", "interrupt/kill-in-get: #{DIED}"))
      assert_equal ["dalli: interrupt/kill-in-get: #{DIED}"], notes({}, lost, failure("dalli", DIED))
    end

    def test_a_failure_that_no_entry_tells_of_is_told_once
      assert_equal ["socket (control): #{DIED}"], notes({}, *Array.new(2) { failure("socket (control)", DIED) })
    end

    def test_trials_that_looked_worse_at_first_are_told_of
      worse = MadeCheck.line("dalli", "interrupt/kill-in-get", "PASS", anew: { "FAIL" => 2 })

      assert_match(/\Amade anew: 2 trials of 1 case that came out FAIL and then did not/, notes({}, worse).first)
      assert_empty notes({ "dalli" => { "interrupt/kill-in-get" => "PASS" } })
    end

    private

    # That a contender lacks it for these calls.
    def lacking(name, calls) = { name => calls.to_h { |call| ["interrupt/kill-in-#{call}", "UNSUPPORTED"] } }

    def failure(contender, reason) = { "type" => "failure", "contender" => contender, "reason" => reason }

    def notes(outcomes, *lines) = Report::Check::Notes.new(MadeCheck.of(outcomes, lines: lines)).to_a
  end
end
