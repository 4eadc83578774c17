# frozen_string_literal: true

require "test_helper"
require "json"

module Cachemark
  class CLI::CheckTest < Minitest::Test
    include ACommand

    CASE = "interrupt/timeout-in-get"
    # One trial and one mutant.
    SHORT = "key/longest"

    # What passes needs no reference.
    def test_the_reference_passes_and_its_broken_copy_is_caught
      assert_equal 0, command("check", "socket", "--case", CASE, "--format", "json", "--output", file("c.jsonl"))
      document = JSON.parse(out.string)

      assert_equal [[CASE, "socket", "PASS", 10]],
                   document["cases"].map { |one| one.values_at("case", "contender", "outcome", "n") }
      assert_equal 1, document.dig("options", "planned")
      assert_equal [["keeps-connection", true], ["notices-in-reads-only", true]],
                   document["controls"].map { |one| one.values_at("control", "right") }.uniq.sort_by(&:first)
      assert_equal 0, command("show", file("c.jsonl"))
    end

    def test_a_known_finding_passes_and_a_wrong_value_is_kept_as_a_warning
      assert_equal 0, command("check", "memcache-client@1.8.5", "--case", CASE, "--format", "json", "-o",
                              "baseline=#{file("known.json")}")
      first = JSON.parse(out.string)["cases"].first
      warnings = JSON.parse(File.read(Paths.new.corrupt_warnings)).values
      assert_equal [CASE], warnings.flat_map { |warning| warning["cases"].keys }
      assert_match(/known\.json: 1 finding is known from now on/, err.string)

      # By the command that the report names, the same is seen again.
      assert_equal 0, command(*first["replay"].split.drop(1), "--format", "json", "--baseline", file("known.json"))
      document = JSON.parse(out.string)
      assert_equal first.except("times", "discarded"), document["cases"].first.except("times", "discarded")
      assert_match(/\ANothing is new compared with .*known\.json/, document["summary"].first)
    end

    def test_an_outcome_that_is_not_to_fail_ends_with_0
      assert_equal 0, command("check", "memcache-client@1.8.5", "--case", CASE, "--fail-on", "HANG,first", "-o",
                              file("c.jsonl"))
      assert_match(/\A--fail-on HANG: 0 of 1 bad outcome fail the check\.$/, out.string)
      assert_equal [%w[HANG], true], Record::Reader.read(file("c.jsonl")).run["options"].values_at("fail_on", "fail_fast")
    end

    # With a client of Node.js, that of Node.js may be meant.
    def test_the_other_clients_of_a_name_are_named_where_one_of_them_may_be_meant
      hints = [%w[memcached memjs], %w[memcached dalli], %w[node/memcached memjs], %w[memcached node/memcached]].map do |words|
        command("check", *words, "--case", SHORT, "--dry-run")
        err.string
      end

      assert_equal ["note: memcached is ruby/memcached. Others have this name, too: node/memcached, php/memcached\n", "", "", ""],
                   hints
    end

    # A judge that never finds anything sees no mutant either.
    def test_a_judge_that_is_broken_makes_the_check_say_that_nothing_can_be_relied_on
      seeing = Fault::Outcomes.instance_method(:result)
      judge { |trials| Fault::Outcomes::Result.new(outcome: "PASS", reason: nil, n: trials.size) }
      assert_equal 3, command("check", "socket", "--case", SHORT, "-o", "baseline=#{file("known.json")}")

      assert_match(/\ANo result is reliable: control,mutant=cuts-long-keys /, out.string)
      assert_match(/is unchanged/, err.string)
      refute_path_exists file("known.json")
    ensure
      judge(seeing)
    end

    # One that finds wrong values everywhere finds them in the reference, where none can be.
    def test_a_judge_that_condemns_everything_makes_it_say_so_too
      seeing = Fault::Outcomes.instance_method(:result)
      judge { |trials| Fault::Outcomes::Result.new(outcome: "CORRUPT", reason: "of course", n: trials.size, times: trials.size) }
      assert_equal 3, command("check", "socket", "--case", SHORT, "-o", "baseline=#{file("known.json")}")

      assert_match(/\ANo result is reliable: socket \(control\) must pass .*, and was CORRUPT\.$/, out.string)
      refute_path_exists file("known.json")
    ensure
      judge(seeing)
    end

    private

    def judge(how = nil, &block)
      Fault::Outcomes.remove_method(:result)
      Fault::Outcomes.define_method(:result, how || block)
    end
  end
end
