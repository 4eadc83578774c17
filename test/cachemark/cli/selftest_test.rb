# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::SelftestTest < Minitest::Test
    include ACommand

    # So short that little can be known: what fails must say so.
    def test_a_selftest_without_a_decision_does_not_pass
      assert_equal 3, command("selftest", "--for", "2s", "--output", file("s.jsonl"), "--format", "json")

      document = JSON.parse(out.string)
      assert_equal [false, "undecided", "selftest"], document.values_at("passed", "state", "command")
      assert_equal Lab::Selftest::Controls::EXPECTED.map { |_shows, name| name }.uniq,
                   document["controls"].map { |control| control["contender"] }.uniq
      assert_equal 0, command("show", file("s.jsonl"))
      assert_match(/\ASelftest not decided/, out.string)
    end

    def test_a_report_that_cannot_be_written_is_refused_before_it_is_measured
      assert_match(%r{/nowhere/x has no folder}, refused("selftest", "--output", "/nowhere/x"))
    end

    def test_an_unavailable_client_is_trouble_with_the_reason
      begin_cold("bundler", "registry")
      assert_match(/dalli@[\d.]+ is unavailable: /, assert_raises(Trouble) {
 command("selftest", "--with", "install=no") }.message)
    end

    def test_the_injected_change_is_far_larger_than_the_margin
      margin = CLI::Selftest.const_get(:JUDGING).fetch(:margin)
      controls = Stats::Selftest.of(Record::Reader.read("#{ROOT}/test/fixtures/selftest.jsonl")).controls
      changed = controls.select { |control| %w[slower faster].include?(control.expected) }

      changed.each { |control| assert_operator control.found.effect.abs, :>, margin * 1.5 }
    end
  end
end
