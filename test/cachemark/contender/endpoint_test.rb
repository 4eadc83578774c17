# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Contender::EndpointTest < Minitest::Test
    Endpoint = Contender::Endpoint

    def test_options_about_the_servers_make_an_endpoint
      found = Endpoint.of("memcached" => "1.6.45", "protocol" => "meta")

      assert_equal [Endpoint.new(memcached: "1.6.45"), { "memcached" => "1.6.45" }], [found, found.options]
    end

    def test_a_contender_that_names_no_servers_has_none
      assert_nil Endpoint.of("protocol" => "meta")
    end
  end
end
