# frozen_string_literal: true

require "test_helper"

class ContenderTest < Minitest::Test
  def resolve(text) = MadeRegistry.resolver.resolve(text)

  def test_a_default_written_out_has_the_same_options
    assert_equal resolve("memcached").options, resolve("memcached,binary=off").options
    refute_equal resolve("memcached").options, resolve("memcached,binary=on").options
  end

  def test_knows_its_declared_differences_in_work
    assert_empty resolve("dalli").quirks("client/get")
  end
end
