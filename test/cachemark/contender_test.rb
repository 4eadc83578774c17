# frozen_string_literal: true

require "test_helper"

class ContenderTest < Minitest::Test
  def resolve(text) = MadeRegistry.resolver.resolve(text)

  def test_a_default_written_out_makes_the_same_contender
    assert resolve("memcached").same_as?(resolve("memcached,binary=off"))
    refute resolve("memcached").same_as?(resolve("memcached,binary=on"))
    refute resolve("dalli").same_as?(resolve("dalli@3.2.15"))
  end

  def test_knows_its_declared_differences_in_work
    assert_empty resolve("dalli").quirks("client/get")
  end
end
