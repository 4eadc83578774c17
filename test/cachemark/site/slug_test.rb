# frozen_string_literal: true

require "test_helper"

class SlugTest < Minitest::Test
  PLAIN = { "ruby/mem_cache_store" => "ruby-mem_cache_store", "4.3.10" => "4.3.10", "3.0.0.pre-1" => "3.0.0.pre-1" }.freeze
  HOSTILE = ["", "..", "../x", "a/b/c", "ruby-dalli", "Ruby/Dalli", "<script>", "\u0000", "é", "con.", "x" * 300, "ruby/", ".git",
             "~", "a b", "4.3.10/..", "1..2"].freeze

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

  def of(name) = Cachemark::Site::Slug.of(name)
end
