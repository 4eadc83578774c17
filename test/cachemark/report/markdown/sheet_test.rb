# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Markdown::SheetTest < Minitest::Test
    def test_parts_stand_in_their_order_and_without_gaps
      sheet = Report::Markdown::Sheet.new(MadeRates.table(rates: [1_000]))
      text = sheet.text("how to read it", after: "below") { |rows| "#{rows.size} row of #{sheet.labels.short(rows.first)}" }
      parts = text.split("\n\n")

      assert_equal ["## Clients", "how to read it"], parts.first(2)
      assert_match(/\A### dalli +\(dalli@1.0\)\z/, parts[2])
      assert_equal ["1 row of get", "below"], parts[3, 2]
      assert_match(/^- memcached 1.6.18, placement one-core$/, parts.last)
      refute_match(/\n\n\n/, text)
    end
  end
end
