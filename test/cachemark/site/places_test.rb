# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Site::PlacesTest < Minitest::Test
    def test_every_page_has_its_own_place
      assert_equal %w[clients/ruby-dalli.html releases/ruby-dalli.html versions/ruby-dalli/3.2.8..4.0.0.html],
                   [Site::Places.client("ruby/dalli"), Site::Places.releases("ruby/dalli"),
                    Site::Places.versions("ruby/dalli", "3.2.8", "4.0.0")]
    end

    def test_anchors_are_the_same_every_time_and_no_two_are_one
      tracks = [MadeSite.track, MadeSite.track(mode: "threads-4"), MadeSite.track(options: "threads-4")]
      anchors = tracks.flat_map { |track| [Site::Places.anchor(track), Site::Places.change(MadeSite.change(track))] }

      assert_equal anchors.uniq, anchors
      anchors.each { |anchor| assert_match(/\A(series|change)-\h{12}\z/, anchor) }
      assert_equal Site::Places.anchor(MadeSite.track), anchors.first
    end
  end

  class Site::Places::SlugTest < Minitest::Test
    PLAIN = { "ruby/mem_cache_store" => "ruby-mem_cache_store", "4.3.10" => "4.3.10", "3.0.0.pre-1" => "3.0.0.pre-1" }.freeze
    HOSTILE = ["", "..", "../x", "a/b/c", "ruby-dalli", "Ruby/Dalli", "<script>", "\u0000", "é", "con.", "x" * 300, "ruby/",
               ".git", "~", "a b", "4.3.10/..", "1..2"].freeze

    def test_plain_names_stay_readable
      PLAIN.each { |name, slug| assert_equal slug, of(name) }
    end

    def test_any_other_name_is_safe_in_a_folder_and_an_address
      HOSTILE.each do |name|
        assert_match(/\A[a-z0-9.-]*~\h{12}\z/, of(name), name)
        refute_match(/\A\.|\.\.$/, of(name), name)
        assert_operator of(name).size, :<=, 80
      end
    end

    def test_no_two_names_are_one
      names = PLAIN.keys + HOSTILE

      assert_equal names.size, names.map { |name| of(name).downcase }.uniq.size
    end

    private

    def of(name) = Cachemark::Site::Places::Slug.of(name)
  end
end
