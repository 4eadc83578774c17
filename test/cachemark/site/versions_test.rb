# frozen_string_literal: true

require "test_helper"

class SiteVersionsTest < Minitest::Test
  def test_releases_stand_in_their_order_after_what_is_no_number
    all = %w[10.0 9.1 main 9.0.pre].to_h { |version| [version, nil] }

    assert_equal %w[main 9.0.pre 9.1 10.0], Cachemark::Site::Versions.sorted(all).keys
    assert_equal ["", "1.0"], Cachemark::Site::Versions.sorted({ "1.0" => 1, "" => 2 }).keys
  end
end
