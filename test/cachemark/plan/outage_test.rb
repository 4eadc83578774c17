# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Plan::OutageTest < Minitest::Test
    OUTAGE = Plan::Outage.new(incident: Vocabulary::Incidents["kill"], struck: 1, servers: 3, rate: 500)

    def test_an_incident_that_does_not_end_lasts_to_the_end_of_the_run
      ending = Vocabulary::Incidents["kill"].with(back: "back")

      assert_nil OUTAGE.end_s
      assert_equal 5.0, OUTAGE.with(incident: ending).end_s
    end

    def test_calls_are_due_at_even_distances_within_the_run
      dues = traffic.dues

      assert_equal [0, 2_000_000], dues.first(2)
      assert_equal [5_000, 9_998_000_000], [dues.size, dues.last]
    end

    def test_a_seed_decides_the_calls
      assert_equal traffic, traffic
      refute_equal traffic.keys, traffic(2).keys
      refute_equal traffic.own_keys.names, traffic(2).own_keys.names
    end

    def test_versions_of_a_key_grow_with_each_write_and_reads_have_the_last
      traffic.keys.zip(traffic.writes, traffic.versions).group_by(&:first).each_value do |calls|
        expected = calls.map { |_, write, _| write }.each_with_object([1]) { |write, all| all << (all.last + write) }.drop(1)

        assert_equal expected, calls.map(&:last)
      end
      assert_in_delta 0.2, traffic.writes.sum.fdiv(5_000), 0.02
    end

    def test_values_name_their_key_and_first_version_and_stay_below_what_clients_compress
      key, value = traffic.own_keys.texts.first

      assert_equal [key, "1", traffic.own_keys.tail], value.split("|")
      assert_operator value.bytesize, :<, 128
      assert_equal Plan::Outage::KEYS, traffic.own_keys.texts.size
    end

    def test_the_probe_writes_each_key_in_a_version_after_all_others
      probe = traffic.probe

      assert_equal (0...Plan::Outage::KEYS).to_a, probe.keys
      assert_operator probe.versions.uniq.first, :>, traffic.versions.max
      assert_equal [[1], [0]], [probe.writes.uniq, probe.dues.uniq]
    end

    def test_a_store_reads_and_writes_in_its_own_words
      operations = %w[client store].map { |kind| traffic.scenario(kind).steps.map { |step| step["op"] } }

      assert_equal [%w[set get], %w[write read]], operations
    end

    private

    def traffic(seed = 1) = Plan::Outage::Traffic.of(OUTAGE, seed)
  end
end
