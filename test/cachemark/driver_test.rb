# frozen_string_literal: true

require "test_helper"

class DriverTest < Minitest::Test
  def test_a_refusal_says_what_the_driver_said
    refused = Cachemark::Driver::Refused.new("class" => "Dalli::RingError", "message" => "No server available\n")

    assert_equal "Dalli::RingError: No server available", refused.message
    assert_equal 3, refused.exit_code
  end

  def test_speaks_the_protocol_that_is_written_down
    spec = File.read(File.join(Cachemark::ROOT, "protocol", "spec.md"))

    assert_match(/\A# The driver protocol, version #{Cachemark::Driver::PROTOCOL}$/, spec)
  end
end
