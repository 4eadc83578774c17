# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::OpenLoop::MarkdownTest < Minitest::Test
    def test_a_table_for_each_contender_with_footnotes_and_origin
      table = MadeRates.table(rates: [1_000], slo_ns: 1_000_000) { |_, _| Array.new(1_000) { |at| [at * 1_000_000, 2_000_000] } }
      text = Report::OpenLoop::Markdown.new(table).to_s

      assert_match(/^### dalli +\(dalli@1.0\)$/, text)
      assert_match(%r{^\| get \| 1,000/s \| \*\*50\d/s\*\* \| 100 % \| .* ms \\\[.*\\\] \| .* \| 1 \|$}, text)
      assert_match(/^- get: no rate held p99 under 1 ms/, text)
      assert_match(/^1\. fell behind/, text)
      assert_match(/^- memcached 1.6.18, placement one-core$/, text)
    end
  end
end
