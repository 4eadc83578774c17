# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Tapping::AccountTest < Minitest::Test
    Account = Lab::Tapping::Account

    def test_counts_as_servers_do
      work = Account.of([exchange("get", %w[hit miss miss]), exchange("set", %w[stored]), exchange("add", %w[not_stored]),
                         exchange("delete", %w[deleted]), exchange("delete", %w[not_found]), exchange("incr", %w[counted]),
                         exchange("decr", %w[not_found])])

      assert_equal Plan::Work.new(hits: 1, misses: 2, sets: 2, delete_hits: 1, delete_misses: 1, incr_hits: 1, decr_misses: 1),
                   work
    end

    def test_counts_touches_and_stores_of_a_version_as_servers_do
      version = { "cas" => 7 }
      work = Account.of([exchange("touch", %w[touched]), exchange("touch", %w[not_found]), exchange("cas", %w[stored], version),
                         exchange("set", %w[exists], version), exchange("cas", %w[not_found], version),
                         exchange("mg", %w[hit], { "request" => %w[T60] }, "meta"),
                         exchange("mg", %w[miss], { "request" => %w[T60] }, "meta")])

      assert_equal Plan::Work.new(misses: 1, sets: 3, touch_hits: 2, touch_misses: 1, cas_hits: 1, cas_conflicts: 1,
                                  cas_misses: 1), work
    end

    def test_knows_of_what_it_cannot_tell
      assert_equal %i[delete_hits delete_misses], Account.unknown([exchange("delete", %w[unknown]), exchange("set", %w[unknown])])
      assert_equal %i[incr_hits incr_misses], Account.unknown([exchange("incr", %w[counted], "initial" => 1)])
      assert_empty Account.unknown([exchange("incr", %w[counted])])
    end

    private

    def exchange(name, outcomes, details = {}, protocol = "text")
      items = outcomes.map { |outcome| Proxy::Item.new(key: "k", outcome: outcome) }
      Proxy::Exchange.new(name: name, protocol: protocol, outcome: outcomes.first, items: items, details: details)
    end
  end
end
