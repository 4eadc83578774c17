# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::Selection::UserRingTest < Minitest::Test
    UserRing = CLI::Selection::UserRing
    LOGIN = Access::Login.new(by: "sasl", user: "u", password: "p")

    def test_without_servers_nothing_is_refused
      ring = UserRing.new([])

      assert_equal [false, nil, {}], [ring.any?, ring.size, ring.needs]
      assert_nil ring.check
      assert_nil ring.refuse([contender("socket,memcached=/bin/true"), contender("socket,rtt=1ms")])
    end

    def test_a_client_must_offer_the_ways_to_all_servers
      mixed = UserRing.new([Access.tcp("::1", 1), Access.tcp("h", 1)])

      assert_equal [2, %w[ipv6]], [mixed.size, mixed.needs.keys]
      assert_nil mixed.check
    end

    def test_a_server_is_named_once
      again = tcp("h:1").with(trust: Access::SYSTEM)

      assert_equal "--with server= names h:1 twice\nname each server once", refusal { UserRing.new([tcp("h:1"), again]).check }
      assert_nil UserRing.new([tcp("h:1"), tcp("h:2")]).check
    end

    { "TLS" => { trust: "/ca.pem" }, "a login" => { login: LOGIN } }.each do |name, differs|
      define_method(:"test_servers_that_differ_in_#{name.tr(" ", "_")}_are_refused") do
        message = refusal { UserRing.new([tcp("h:1"), tcp("h:2").with(**differs)]).check }

        assert_match(/\A--with server=: clients cannot reach h:1 and h:2 in the same way\n/, message)
        assert_nil UserRing.new([tcp("h:1"), tcp("h:2")].map { |one| one.with(**differs) }).check
      end
    end

    def test_unix_sockets_and_ports_are_not_mixed
      message = refusal { UserRing.new([Access.unix("/m.sock"), tcp("h:1")]).check }

      assert_match(%r{\A--with server=: clients cannot reach /m.sock and h:1 in the same way\n}, message)
      assert_nil UserRing.new([Access.unix("/m.sock"), Access.unix("/n.sock")]).check
    end

    def test_a_server_that_cachemark_starts_is_refused
      ring = UserRing.new([tcp("h:1")])

      %w[memcached=/bin/true transport=ipv6 tls=on auth=text].each do |option|
        assert_match(/\Asocket,#{option} names a server that Cachemark starts, and --with server= names yours\n/,
                     refusal { ring.refuse([contender("socket"), contender("socket,#{option}")]) })
      end
    end

    def test_a_network_is_possible_in_front_of_some
      slow = contender("socket,rtt=1ms")

      assert_equal "socket,rtt=1ms: a unix socket crosses no network\nremove the network (rtt, bandwidth)",
                   refusal { UserRing.new([Access.unix("/m.sock")]).refuse([slow]) }
      assert_match(/\Asocket,rtt=1ms: the certificate of h:1 does not name the network in front of it\n/,
                   refusal { UserRing.new([tcp("h:1").with(trust: Access::SYSTEM)]).refuse([slow]) })
      assert_nil UserRing.new([tcp("h:1").with(login: LOGIN), Access.tcp("::1", 1)]).refuse([slow])
    end

    private

    def tcp(text) = Access.new(address: Access::Address.parse(text))

    def contender(text) = DrivenClient.contender(text)

    def refusal(&) = assert_raises(Usage, &).message
  end
end
