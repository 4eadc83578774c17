# frozen_string_literal: true

require "test_helper"

class HistoryTest < Minitest::Test
  POINT = { entry_id: "a", at: "2026-01-01T00:00:00Z", version: "1.0", contender: "dalli", notation: "dalli@1.0", wall_ns: 100.0,
            socket_ratio: 2.0, socket_ratio_interval: nil }.freeze

  def test_a_point_knows_how_precise_it_is
    assert_in_delta 0.01, Cachemark::History::Point.new(**POINT, interval: [100 / 1.01, 101.0])&.precision
    assert_nil Cachemark::History::Point.new(**POINT, interval: nil).precision
  end

  def test_releases_are_in_their_order_after_any_other_name
    order = ->(*versions) { versions.sort_by { |version| Cachemark::History.place_of(version) } }

    assert_equal %w[main 9.0.pre 9.1 10.0], order.call("10.0", "9.1", "main", "9.0.pre")
    assert_equal ["", "1.0"], order.call("1.0", "")
  end

  def test_a_change_has_a_direction
    words = [0.1, -0.1].map do |effect|
      Cachemark::History::Change.new(client: "ruby/dalli", options: "", scenario: "client/get", mode: "sync", metric: "wall_ns",
                                     from: nil, to: nil, effect: effect, interval: nil, p: 0.005).direction
    end

    assert_equal %w[slower faster], words
  end
end
