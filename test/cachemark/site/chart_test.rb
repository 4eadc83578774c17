# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::ChartTest < Minitest::Test
    MOVE = { group: "get", at: "2026-01-01T10:00:00Z", move: "slower", text: "slower" }.freeze
    WORDS = { title: "Title", words: "Words", axis: "x socket" }.freeze

    def test_a_panel_for_each_series_and_a_colour_for_each_line
      spec = Site::Chart.over_time("trend", [point("get"), point("set")], moves: [MOVE], **WORDS).spec

      assert_equal %w[get set], spec.dig(:facet, :sort)
      assert_equal %w[rule line rule point], spec.dig(:spec, :layer).map { |layer| layer.dig(:mark, :type) }
      assert_equal %w[datum.move !datum.move], spec.dig(:spec, :layer).map { |layer| layer.dig(:transform, 0, :filter) }.uniq
      assert_equal "line", spec.dig(:spec, :layer, 1, :encoding, :color, :field)
      assert_includes spec.dig(:data, :values), MOVE
    end

    def test_keeps_the_given_order_of_releases
      spec = Site::Chart.over_releases("releases", [point("get"), point("get")], versions: %w[9.0 10.0], **WORDS).spec

      assert_equal %w[9.0 10.0], spec.dig(:layer, 1, :encoding, :x, :sort)
    end

    def test_one_dot_is_no_trend
      assert_nil Site::Chart.over_time("trend", [point("get")], moves: [], **WORDS)
      assert_nil Site::Chart.differences("differences", [], title: "Title", words: "Words")
    end

    private

    def point(group)
      { group: group, line: "A", at: "2026-01-01T10:00:00Z", version: "9.0", value: 1.2, low: 1.1, high: 1.3, text: "" }
    end
  end
end
