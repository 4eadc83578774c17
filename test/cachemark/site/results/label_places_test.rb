# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::Results::LabelPlacesTest < Minitest::Test
    # {name => [µs, bad outcomes]}
    def places(points)
      made = Site::Results::LabelPlaces.new(points.map { |name, (at, bad)| { name: name, at: at, bad: bad } }).to_a
      made.to_h { |point| [point[:name], point.values_at(:side, :level)] }
    end

    def test_a_name_that_is_alone_is_next_to_its_dot_on_the_side_with_more_room
      assert_equal({ "dalli 5.3.2" => ["right", 40.0], "memcached 1.8.0" => ["left", 10.0] },
                   places("dalli 5.3.2" => [17.0, 40], "memcached 1.8.0" => [22.0, 10]))
    end

    def test_a_name_moves_until_it_covers_neither_a_name_nor_a_dot
      found = places("pymemcache" => [20.0, 1], "pymemcache, tcp_nodelay=on" => [20.4, 1], "pymemcache, pool=on" => [20.4, 2],
                     "pylibmc" => [24.0, 60])
      levels = found.values_at("pymemcache", "pymemcache, tcp_nodelay=on", "pymemcache, pool=on").map(&:last)

      assert_operator levels.sort.each_cons(2).map { |lower, upper| upper - lower }.min, :>=, 15 * 60 / 260.0 - 0.5
      assert_operator levels.first, :>, 1
    end

    def test_entries_without_bad_outcomes_or_with_one_time_have_places_too
      found = places("dalli 5.3.2" => [20.0, 0], "memcached 1.8.0" => [20.0, 0])

      assert_equal ["right", 0.0], found["dalli 5.3.2"]
      assert_operator found["memcached 1.8.0"].last, :>, 0
      assert_equal({ "dalli 5.3.2" => ["right", 3.0] }, places("dalli 5.3.2" => [20.0, 3]))
    end
  end
end
