# frozen_string_literal: true

require "test_helper"

module Cachemark
  class AccessTest < Minitest::Test
    Authority = Access::Certificate::Authority

    def test_a_verified_server_is_talked_to
      serving(authority.issue) do |port|
        stream = access(port).open(timeout_s: 5)
        stream.write("hello" * 10_000)
        echoed = +""
        echoed << stream.readpartial(100_000) while echoed.bytesize < 50_000

        assert_equal "hello" * 10_000, echoed
        stream.close
      end
    end

    # As Python verifies from 3.13 on.
    def test_its_certificates_are_what_a_strict_client_asks_for
      store = OpenSSL::X509::Store.new
      store.flags = OpenSSL::X509::V_FLAG_X509_STRICT
      store.add_cert(OpenSSL::X509::Certificate.new(authority.text))

      assert store.verify(OpenSSL::X509::Certificate.new(authority.issue.text)), store.error_string
    end

    def test_a_certificate_of_another_authority_is_refused
      serving(Authority.new.issue) { |port| assert_match(/TLS handshake: .*certificate/, refusal(port)) }
    end

    def test_an_expired_certificate_is_refused
      serving(authority.issue(for_s: -60)) { |port| assert_match(/certificate has expired/, refusal(port)) }
    end

    def test_a_certificate_for_another_host_is_refused
      serving(authority.issue(names: { dns: ["cache.example"] })) { |port| assert_match(/hostname mismatch/i, refusal(port)) }
    end

    def test_a_server_without_tls_is_refused
      FakeMemcached.open(->(io) { io.readpartial(100) && io.write("ERROR\r\n") }) do |port|
        assert_match(/\Acompletes no TLS handshake: wrong version number/, refusal(port))
      end
    end

    def test_a_server_that_never_answers_is_refused_in_time
      FakeMemcached.open(->(io) { io.read }) do |port|
        error = assert_raises(Access::Refused) { access(port).open(timeout_s: 0.1) }

        assert_equal "completes no TLS handshake within 0.1 s", error.message
      end
    end

    def test_drivers_learn_what_to_trust
      assert_nil Access.tcp("127.0.0.1", 1).to_wire
      assert_equal({ "tls" => { "ca" => "/ca.pem" } }, Access.tcp("127.0.0.1", 1).with(trust: "/ca.pem").to_wire)
      assert_equal({ "tls" => { "ca" => nil } }, Access.tcp("127.0.0.1", 1).with(trust: Access::SYSTEM).to_wire)
    end

    def teardown
      @file&.close!
      super
    end

    private

    def authority = @authority ||= Authority.new

    # A server that sends back what it gets.
    def serving(certificate, &)
      echo = lambda do |io|
        stream = Access::TlsStream.accept(io, certificate, timeout_s: 5)
        loop { stream.write(stream.readpartial(100_000)) }
      rescue Access::Refused, IOError, SystemCallError
        nil
      end
      FakeMemcached.open(echo, &)
    end

    def access(port)
      @file ||= Tempfile.new("ca").tap { |file| file.write(authority.text) && file.flush }
      Access.tcp("127.0.0.1", port).with(trust: @file.path)
    end

    def refusal(port) = assert_raises(Access::Refused) { access(port).open(timeout_s: 5) }.message
  end
end
