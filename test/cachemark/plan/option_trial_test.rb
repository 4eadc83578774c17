# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::OptionTrialTest < Minitest::Test
    def test_every_option_is_tried_with_each_other_value_than_its_default
      words = all("dalli@4.3.10").map { |trial| [trial.option, trial.value, trial.default] }

      assert_equal [["compress", "off", "on"], ["failover", "off", "on"], ["namespace", "example", nil],
                    ["pool", "on", "off"], ["pool_size", "1", "5"], ["pool_size", "3", "5"], ["pool_timeout", "0.001", "5"],
                    ["protocol", "meta", "binary"],
                    ["retry_delay", "off", "30"], ["string_fastpath", "on", "off"], ["threadsafe", "off", "on"],
                    ["timeout", "1.5", "1"], ["timeout", "off", "1"]], words
    end

    def test_an_option_that_was_given_is_tried_with_its_value_and_the_others_are_tried_next_to_it
      trials = all("dalli@4.3.10,protocol=meta,timeout=0.25")

      pairs = trials.map { |one| [one.option, one.value] }

      assert_equal [%w[protocol meta], %w[timeout 0.25]], pairs.select { |name, _| %w[protocol timeout].include?(name) }
      assert_equal 12, trials.size
      assert_equal [["meta"], ["meta"]],
                   trials.find { |one| one.option == "compress" }.then { |one| sides(one, "protocol") }
    end

    def test_both_sides_differ_in_the_option_alone
      trial = all("dalli@4.3.10").find { |one| one.option == "namespace" }

      assert_equal [[nil], ["example"]], sides(trial, "namespace")
      assert_equal trial.with_default.contender.options, trial.with_value.contender.options.except("namespace")
      assert_equal [trial.contender.id] * 2, [trial.with_default, trial.with_value].map { |one| one.contender.id }
    end

    def test_an_option_is_tried_where_it_acts
      assert_equal [[1, "asyncio-4,shared"]] * 2, all("aiomcache").map { |one| [one.servers, one.mode] }
      delay = all("pymemcache@3.5.2").find { |one| one.option == "retry_timeout" }

      assert_equal [2, "sync", %w[2 2]],
                   [delay.servers, delay.mode,
                    [delay.with_default, delay.with_value].map { |one| one.contender.surroundings.fetch("servers") }]
      of_several = %w[dead_timeout retry_attempts retry_timeout]
      several, one = all("pymemcache@3.5.2").partition { |trial| of_several.include?(trial.option) }
      assert_equal [[2], [1]], [several, one].map { |trials| trials.map(&:servers).uniq }
    end

    def test_an_option_of_a_part_is_tried_with_that_part
      assert_equal [[true], [true]], sides(all("django_pymemcache").find { |one| one.option == "pool_size" }, "pool")
      off = all("django_pymemcache,pool=off").find { |one| one.option == "pool_size" }

      assert_equal [[false], [false]], sides(off, "pool")
    end

    def test_in_a_table_an_option_is_examined_as_it_is_used_there
      delay = Plan::OptionTrial.departures(DrivenClient.contender("pymemcache@3.5.2,retry_timeout=off")).first

      assert_equal [1, "sync"], [delay.servers, delay.mode]
    end

    def test_in_a_table_with_its_mode_an_option_is_examined_there
      modes = %w[sync threads-4 threads-8,shared].map { |mode| pool_size_in(mode) }

      assert_equal %w[sync sync threads-8,shared], modes
    end

    def test_a_companion_that_only_one_of_the_values_needs_is_with_that_one
      trial = Plan::OptionTrial.departures(DrivenClient.contender("dalli@4.3.10,pool=on")).first
      sides = [trial.with_default, trial.with_value].map { |one| one.contender.gems.keys }

      assert_equal [%w[dalli], %w[dalli connection_pool]], sides
    end

    def test_configurations_have_other_names_if_anything_differs
      names = [*all("pymemcache@3.5.2"), *all("aiomcache")].flat_map { |one| [one.with_default.name, one.with_value.name] }

      assert_equal 18, names.uniq.size
      assert_includes names, "aiomcache: pool_size=3; asyncio-4,shared"
    end

    def test_only_given_options_that_differ_from_the_default_and_can_be_judged_are_departures
      assert_equal [%w[compress off]], departures("dalli@4.3.10,compress=off,protocol=binary,retry_delay=3")
      assert_empty departures("dalli@4.3.10")
    end

    private

    def all(notation) = Plan::OptionTrial.all(DrivenClient.contender(notation))

    def pool_size_in(mode)
      contender = DrivenClient.contender("dalli@4.3.10,pool=on,pool_size=2")
      Plan::OptionTrial.departures(contender, ["sync", mode]).find { |one| one.option == "pool_size" }.mode
    end

    def departures(notation)
      Plan::OptionTrial.departures(DrivenClient.contender(notation)).map { |one| [one.option, one.value] }
    end

    def sides(trial, name) = [trial.with_default, trial.with_value].map { |one| [one.contender.options[name]] }
  end
end
