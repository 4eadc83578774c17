# frozen_string_literal: true

require "test_helper"
require "json"
require "json_schemer"

module Cachemark
  class CLI::SelftestTest < Minitest::Test
    include ACommand
    include ALab

    SCHEMA = JSONSchemer.schema(Pathname("#{ROOT}/schema/selftest.json"))

    def teardown = unpin

    # So short that little can be known: what fails must say so.
    def test_what_could_not_be_judged_is_not_passed
      warm
      assert_equal 3, command("selftest", "--for", "2s", "--record", file("s.jsonl"), "--format", "json")

      document = JSON.parse(out.string)
      assert_empty(SCHEMA.validate(document).map { |error| error["error"] })
      assert_equal [false, "undecided", "selftest"], document.values_at("passed", "state", "command")
      assert_equal Lab::Controls::CONTENDERS.drop(1), document["controls"].map { |control| control["contender"] }.uniq
      assert_equal 0, command("show", file("s.jsonl"))
      assert_match(/\ASelftest not decided/, out.string)
    end

    def test_mistakes_start_nothing
      { %w[selftest dalli] => /dalli is too much/, %w[selftest --for x] => /--for x/, %w[selftest --format csv] => /--format csv/,
        %w[selftest --metric wall] => /invalid option/,
        %w[selftest --locked x] => /invalid option/,
        %w[selftest --condition A/A] => /--condition .*--calibrate/ }.each { |argv, wanted| assert_match wanted, refused(*argv) }
      refute_path_exists Paths.new.records
    end

    def test_a_report_that_cannot_be_written_is_refused_before_it_is_measured
      warm
      assert_match(%r{/nowhere/x has no folder}, refused("selftest", "--output", "/nowhere/x"))
    end

    def test_what_is_injected_lies_far_beyond_what_counts_as_the_same
      margin = CLI::Selftest.const_get(:JUDGING).fetch(:margin)
      controls = Stats::Selftest.of(Record::Reader.read("#{ROOT}/test/fixtures/selftest.jsonl")).controls
      changed = controls.select { |control| %w[slower faster].include?(control.expected) }

      changed.each { |control| assert_operator control.found.effect.abs, :>, margin * 1.5 }
    end
  end
end
