# frozen_string_literal: true

require "test_helper"

class CatalogOptionTest < Minitest::Test
  def option(**members) = Cachemark::Catalog::Option.new(name: "o", summary: "s", **members)

  def test_two_ways_to_write_a_value_are_equal
    assert_equal %w[0.5 0.5 1], %w[0.5 0.50 1.0].map { |word| option(type: "seconds").read(word) }
    assert_equal [true, false], %w[on off].map { |word| option(type: "switch").read(word) }
    assert_equal "8", option(type: "count").read("08")
  end

  def test_refuses_what_it_cannot_be
    refused = { "switch" => "yes", "seconds" => "0", "count" => "-1" }
    refused.each { |type, word| assert_nil option(type: type).read(word) }
    assert_nil option(values: %w[binary meta]).read("text")
  end

  def test_says_what_it_can_be
    assert_equal "binary or meta", option(values: %w[binary meta]).allowed
    assert_equal "on or off", option(type: "switch").allowed
  end
end
