# frozen_string_literal: true

require "test_helper"

class EnvSourceTest < Minitest::Test
  Source = Cachemark::Env::Source

  def test_hands_credentials_to_bundler_by_its_own_name_for_the_host
    found = Source.credentials("https://me:secret@gems.my-house.example/")

    assert_equal({ "BUNDLE_GEMS__MY___HOUSE__EXAMPLE" => "me:secret" }, found)
    assert_empty Source.credentials("https://gems.example/")
  end

  def test_shows_an_address_without_them
    assert_equal "https://gems.example:8080/x/", Source.public("https://me:secret@gems.example:8080/x/")
  end
end
