# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Access::LocatorTest < Minitest::Test
    def test_host_and_port_are_enough
      found = parse("10.0.0.1:11211")

      assert_equal ["10.0.0.1:11211", false, nil], [found.address.to_s, found.tls, found.user]
      assert_equal "[::1]:1", parse("tcp://[::1]:1").address.to_s
    end

    def test_a_url_has_a_transport_an_authority_and_a_user
      found = parse("tls://user%40site@cache.example:11207?ca=/ca.pem&auth=text&password_file=/p")

      assert_equal ["cache.example:11207", true, "/ca.pem", "user@site", "text", "/p"],
                   [found.address.to_s, *found.to_h.values_at(:tls, :ca, :user, :auth, :password_file)]
      assert_equal ["/run/m.sock", "sasl"], [parse("unix:///run/m.sock").address.path, parse("tcp://u@h:1").auth]
    end

    def test_its_access_trusts_the_machine_or_a_file
      assert_equal [nil, Access::SYSTEM, "/ca.pem"], %w[h:1 tls://h:1 tls://h:1?ca=/ca.pem].map { |text| parse(text).access.trust }
      assert_equal Access::Login.new(by: "sasl", user: "u", password: "p"), parse("tcp://u@h:1").access(password: "p").login
    end

    { "http://h:1" => /scheme/, "tls://h" => /is not HOST:PORT/, "h" => /is not HOST:PORT/,
      "tls://u:secret@h:1" => /visible to others/,
      "unix://run/m.sock" => /absolute path/, "tcp://h:1?ca=x" => /no parameter ca/, "tls://h:1?ca=" => /ca= is empty/,
      "tls://h:1?ca=a&ca=b" => /given twice/, "tls://u@h:1?auth=md5" => /auth is sasl or text/, "tls://@h:1" => /user is missing/,
      "tls://h:1?auth=text" => /needs a user/, "tls://a%20b@h:1" => /blank/ }.each do |text, why|
      define_method(:"test_refuses_#{text}") { assert_match why, assert_raises(ArgumentError) { parse(text) }.message }
    end

    private

    def parse(text) = Access::Locator.parse(text)
  end
end
