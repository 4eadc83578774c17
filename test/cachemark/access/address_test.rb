# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Access::AddressTest < Minitest::Test
    Address = Access::Address

    def test_an_address_reads_what_it_writes
      ["127.0.0.1:11211", "[::1]:11211", "cache-1.example_x:1"].each { |text| assert_equal text, Address.parse(text).to_s }
      assert_equal ["::1", 11_211], Address.parse("[::1]:11211").to_h.values_at(:host, :port)
    end

    def test_a_malformed_address_is_nil
      ["", "localhost", "localhost:0", "localhost:65536", "::1:11211", "a/b:1", "a b:1", ":1"].each do |text|
        assert_nil Address.parse(text), text
      end
    end

    def test_a_unix_socket_is_its_path
      address = Address.new(path: "/run/memcached.sock")

      assert_equal ["/run/memcached.sock", true, false], [address.to_s, address.unix?, Address.parse("a:1").unix?]
    end
  end
end
