# frozen_string_literal: true

require "test_helper"

module Cachemark
  class ReservedPortTest < Minitest::Test
    HOST = "127.0.0.1"

    def setup
      @held = ReservedPort.hold(HOST)
      @port = @held.local_address.ip_port
    end

    def teardown = @held.close

    def test_nobody_listens_there_and_somebody_may
      assert_raises(Errno::ECONNREFUSED) { TCPSocket.new(HOST, @port) }

      server = Socket.new(:INET, :STREAM)
      server.setsockopt(:SOCKET, :REUSEADDR, true)
      server.bind(Addrinfo.tcp(HOST, @port))
      server.listen(1)
      TCPSocket.new(HOST, @port).close
    ensure
      server&.close
    end

    def test_nobody_else_is_given_the_port
      assert_raises(Errno::EADDRINUSE) { Socket.new(:INET, :STREAM).bind(Addrinfo.tcp(HOST, @port)) }
    end
  end
end
