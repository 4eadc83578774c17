# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::WordsTest < Minitest::Test
    def test_describes_a_change_with_its_evidence
      change = MadeSite.change(MadeSite.track)

      assert_equal "dalli 4.0.0 made client/get slower: +33.3 % [31.0, 35.0] compared with 3.2.8 (× socket, 2026-01-03).",
                   Site::Words.change(change)
      assert_equal "p 0.005, between the runs of 2026-01-02 10:00 and 2026-01-03 10:00 (UTC)", Site::Words.evidence(change)
    end

    def test_uses_the_notation_of_a_point_without_a_version
      assert_equal ["4.0.0", "dalli@path:../dalli"],
                   [point("4.0.0"), point("").with(notation: "dalli@path:../dalli")].map { |point| Site::Words.version(point) }
    end

    def point(version) = MadeSite.point(0, "dalli", version, 1)
  end
end
