# frozen_string_literal: true

require "test_helper"

class DriverTest < Minitest::Test
  def test_a_refusal_says_what_the_driver_said
    refused = Cachemark::Driver::Refused.new("class" => "Dalli::RingError", "message" => "No server available\n")

    assert_equal "Dalli::RingError: No server available", refused.message
    assert_equal 3, refused.exit_code
  end

  def test_a_mistake_in_an_adapter_has_its_place_and_one_line
    backtrace = ["/a/drivers/ruby/lib/gem_adapter.rb:3:in `call'", "/a/drivers/ruby/adapters/oldmc.rb:12:in `connect'"]
    refused = Cachemark::Driver::Refused.new("class" => "NameError", "message" => "uninitialized constant MemCahe\n\n  ^^^",
                                             "backtrace" => backtrace)

    assert_equal "NameError: uninitialized constant MemCahe (drivers/ruby/adapters/oldmc.rb:12)", refused.message
  end

  def test_a_failure_inside_libraries_has_the_places_of_two
    backtrace = ["/s/ruby/3.3.0/gems/connection_pool-3.0.2/lib/connection_pool.rb:48:in `initialize'",
                 "/s/ruby/3.3.0/gems/activesupport-7.1.5/lib/active_support/cache/mem_cache_store.rb:103:in `new'",
                 "/s/ruby/3.3.0/gems/activesupport-7.1.5/lib/active_support/cache/mem_cache_store.rb:103:in `build_mem_cache'"]
    refused = Cachemark::Driver::Refused.new("class" => "ArgumentError", "message" => "wrong number", "backtrace" => backtrace)

    assert_equal "ArgumentError: wrong number (connection_pool-3.0.2/lib/connection_pool.rb:48 " \
                 "from activesupport-7.1.5/lib/active_support/cache/mem_cache_store.rb:103)", refused.message
  end

  def test_speaks_the_protocol_that_is_written_down
    spec = File.read(File.join(Cachemark::ROOT, "protocol", "spec.md"))

    assert_match(/\A# The driver protocol, version #{Cachemark::Driver::PROTOCOL}$/, spec)
  end
end
