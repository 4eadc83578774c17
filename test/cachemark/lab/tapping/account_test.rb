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

    def test_knows_of_what_it_cannot_tell
      assert_equal %i[delete_hits delete_misses], Account.unknown([exchange("delete", %w[unknown]), exchange("set", %w[unknown])])
      assert_equal %i[incr_hits incr_misses], Account.unknown([exchange("incr", %w[counted], "initial" => 1)])
      assert_empty Account.unknown([exchange("incr", %w[counted])])
    end

    private

    def exchange(name, outcomes, details = {})
      items = outcomes.map { |outcome| Proxy::Item.new(key: "k", outcome: outcome) }
      Proxy::Exchange.new(name: name, protocol: "text", outcome: outcomes.first, items: items, details: details)
    end
  end
end
