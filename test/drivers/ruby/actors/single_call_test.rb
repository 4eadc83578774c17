# frozen_string_literal: true

require "test_helper"
%w[meter reported step adapter loops compiler actors/single_call].each do |part|
  require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb")
end

class DriverSingleCallTest < Minitest::Test
  # Its client writes down what it is asked.
  class Offering < Adapter
    def set(key, value, _step) = "c << [:set, #{key}, #{value}]"

    def get(key, step) = step.raw? ? nil : "c << [:get, #{key}]; c.size"

    def get_multi(_keys, step) = "c << #{step.array}; {}"
  end

  SET = { "op" => "set", "key" => "a", "value" => 0, "ttl" => 0 }.freeze

  def setup
    @asked = []
  end

  def test_returns_the_reply_and_its_neutral_form
    call = single({ "op" => "get", "key" => "a" })

    assert_equal [1, 1], [call.make, call.reply(1)]
    assert_equal [[:get, "a"]], @asked
  end

  def test_each_call_has_its_own_client_key_and_value
    other = []
    calls = [single(SET), single(SET.merge("key" => "b", "value" => 1), other),
             single({ "op" => "get_multi", "keys" => %w[a b] }), single({ "op" => "get_multi", "keys" => %w[c] }, other)]
    calls.each(&:make)

    assert_equal [[:set, "a", "x"], %w[a b]], @asked
    assert_equal [[:set, "b", "y"], %w[c]], other
  end

  def test_calls_that_differ_in_keys_and_values_only_are_compiled_once
    single(SET)
    compiled = CachemarkDriver::Actors::SingleCall::PROGRAMS.size
    single(SET.merge("key" => "b", "value" => 1))

    assert_equal compiled, CachemarkDriver::Actors::SingleCall::PROGRAMS.size
  end

  def test_says_what_a_client_does_not_offer
    error = assert_raises(CachemarkDriver::NotOffered) { single({ "op" => "get", "key" => "a", "raw" => true }) }

    assert_equal "not offered by this client: get (raw)", error.message
  end

  private

  def single(step, client = @asked)
    CachemarkDriver::Actors::SingleCall.new(Offering.new, client, step, %w[x y])
  end
end
