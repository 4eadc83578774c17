# frozen_string_literal: true

require "test_helper"

class SelftestPageTest < Minitest::Test
  def html(**made) = Cachemark::Report::Selftest::HTML.new(MadeSelftest.of(**made)).to_s

  def test_it_says_what_was_known_and_what_was_made_of_it
    assert_includes html, "The gate should stop slow in client/get, and stopped slow in client/get."
    assert_includes html, "<h1>Selftest passed</h1>"
    assert_includes html(wrong: { "twin" => "slower" }), %(<span class="verdict wrong">WRONG</span>)
  end
end
