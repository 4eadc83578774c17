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
      both = { "transport" => "unix", "tls" => "on" }
      assert_match(/no TLS on a unix socket/, assert_raises(Usage) { Endpoint.of(both) }.message)
    end

    def test_a_contender_that_names_no_servers_has_none
      assert_nil Endpoint.of({ "protocol" => "meta" })
    end
  end
end
