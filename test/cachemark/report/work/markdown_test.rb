# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Report::Work::MarkdownTest < Minitest::Test
    def test_a_table_for_each_contender_with_footnotes_and_origin
      rows = [MadeWork.row("a", "client/set", [MadeWork.command("set", ttls: [9], value_bytes: [4], encodings: %w[marshalled])]),
              MadeWork.row("a", "client/get", []).first(2)]
      text = Report::Work::Markdown.new(Said::WorkTable.of(MadeWork.record(*rows))).to_s

      assert_match(/^### a \(a@1.0\)$/, text.squeeze(" "))
      assert_match(/^\| set \| 3 set \| 3 \| 300 \| 30 \| 0 \| 0 \| \| 4 marshalled \| 1 \|$/, text)
      assert_match(/^\| get \| \*\*failed\*\* \|/, text)
      assert_match(/^1\. ttl 9 where the scenario says none$/, text)
      assert_match(/^- memcached 1.6.18, placement one-core$/, text)
    end
  end
end
