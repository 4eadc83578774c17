# frozen_string_literal: true

require "test_helper"

class ContenderTest < Minitest::Test
  def resolve(text) = MadeRegistry.resolver.resolve(text)

  def test_an_option_that_does_not_wait_is_a_footnote_where_it_is_on
    said = %w[memcache-client,no_reply=on memcached,buffer_requests=on memcache-client,no_reply=off dalli].map do |notation|
      DrivenClient.contender(notation).footnotes
    end

    assert_match(/no_reply=on: calls return before/, said[0].join)
    assert_match(/buffer_requests=on: calls return before/, said[1].join)
    assert_equal [[], []], said.last(2)
  end

  def test_a_default_written_out_has_the_same_options
    assert_equal resolve("memcached").options, resolve("memcached,binary=off").options
    refute_equal resolve("memcached").options, resolve("memcached,binary=on").options
  end

  def test_knows_what_was_typed_that_it_does_not_ship_with
    assert_equal({ "binary" => %w[on off] }, resolve("memcached,binary=on,timeout=0.25").departures)
    assert_equal({ "namespace" => ["n", nil] }, resolve("dalli,namespace=n").departures)
    assert_empty resolve("memcached,binary=off").departures
  end

  def test_knows_its_declared_differences_in_work
    assert_empty resolve("dalli").quirks("client/get")
  end
end
