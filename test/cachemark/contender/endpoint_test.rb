# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Contender::EndpointTest < Minitest::Test
    Endpoint = Contender::Endpoint

    def test_options_about_the_servers_make_an_endpoint
      found = Endpoint.of({ "memcached" => "1.6.45", "protocol" => "meta" })

      assert_equal [Endpoint.new(memcached: "1.6.45"), { "memcached" => "1.6.45" }], [found, found.options]
    end

    def test_a_default_that_is_written_out_is_still_the_default
      assert_nil Endpoint.of({ "transport" => "tcp", "tls" => "off" })
      assert_equal Endpoint.new(transport: "unix"), Endpoint.of({ "transport" => "unix", "tls" => "off" })
    end

    def test_what_it_needs_has_the_option_that_asks_for_it
      found = Endpoint.of({ "memcached" => "1.6.45", "transport" => "ipv6", "tls" => "on" })

      assert_equal({ "ipv6" => "transport=ipv6", "tls" => "tls=on" }, found.needs)
      assert_empty Endpoint.of({ "memcached" => "1.6.45" }).needs
    end

    def test_impossible_words_are_refused
      error = assert_raises(Usage) { Endpoint.of({ "transport" => "unxi" }, text: "dalli,transport=unxi") }

      assert_equal "dalli,transport=unxi: transport=unxi is not possible; transport is tcp, ipv6 or unix\n" \
                   "Did you mean unix?", error.message
      assert_equal "tls=yes is not possible; tls is off or on\ntls=on, or remove tls=",
                   assert_raises(Usage) { Endpoint.of({ "tls" => "yes" }) }.message
      both = { "transport" => "unix", "tls" => "on" }
      assert_match(/no TLS on a unix socket/, assert_raises(Usage) { Endpoint.of(both) }.message)
    end

    def test_a_contender_that_names_no_servers_has_none
      assert_nil Endpoint.of({ "protocol" => "meta" })
    end

    def test_a_network_has_a_round_trip_time_and_a_bandwidth
      found = Endpoint.of({ "rtt" => "200us", "bandwidth" => "1gbit" })

      assert_equal [{ "rtt" => "0.2ms", "bandwidth" => "1gbit" }, 200_000, 1_000_000_000, true],
                   [found.options, found.rtt_ns, found.bits_per_s, found.network?]
      assert_equal [0, 0, false], Endpoint.new(memcached: "1.6.45").then { |one| [one.rtt_ns, one.bits_per_s, one.network?] }
    end

    def test_a_unix_socket_has_no_network
      assert_match(/\Adalli,x: a unix socket crosses no network\n/,
                   assert_raises(Usage) { Endpoint.of({ "transport" => "unix", "rtt" => "1ms" }, text: "dalli,x") }.message)
    end

    def test_only_a_network_can_be_in_front_of_any_server
      assert_equal([true, true, true, false], [{ memcached: "1" }, { transport: "ipv6" }, { tls: "on" }, { rtt: "1ms" }]
        .map { |options| Endpoint.new(**options).started? })
    end

    def test_equal_quantities_are_equal
      assert_equal 1, %w[1ms 1000us 0.001s 1.0ms].map { |word| Endpoint.of({ "rtt" => word }) }.uniq.size
      assert_equal 1, %w[1.5mbit 1500kbit].map { |word| Endpoint.of({ "bandwidth" => word }) }.uniq.size
      words = { "1000mbit" => "1gbit", "1.5gbit" => "1500mbit", "100000kbit" => "100mbit", "123456.7kbit" => "123456.7kbit" }

      assert_equal(words.values, words.keys.map { |word| Endpoint.of({ "bandwidth" => word }).bandwidth })
    end

    def test_what_is_no_quantity_is_refused
      ["", "1", "ms", "-1ms", "0ms", "1us", "2s", "1ms ", "1e3us", "1mbit"].each do |text|
        assert_match(/\Artt must be a time from 10us to 1s \(got #{Regexp.escape(text.inspect)}\)/,
                     assert_raises(Usage) { Endpoint.of({ "rtt" => text }) }.message)
      end
      %w[0 0mbit 10 10mb 1kbit 200gbit 1ms].each do |text|
        assert_match(/--with bandwidth must be a rate from 100kbit to 100gbit/,
                     assert_raises(Usage) { Endpoint.word("bandwidth", text, as: "--with bandwidth") }.message)
      end
    end
  end
end
