# frozen_string_literal: true

require "test_helper"

module Cachemark
  # The errors about a server of the user that is not as its address says.
  class Host::Server::DiagnosisTest < Minitest::Test
    include MemcachedServer

    UserServer = Host::Server::UserServer

    def test_a_server_as_described_is_admitted
      [{}, { tls: true }, { transport: "unix" }, { auth: "sasl" }, { auth: "text", tls: true }].each do |how|
        server = start(**how)
        admitted = UserServer.admit(server.access)

        assert_equal server.pid, admitted.stats["pid"], how.inspect
        admitted.stop
      end
    end

    def test_a_server_of_sasl_reports_its_limits_and_counts
      admitted = UserServer.admit(start(auth: "sasl").access)

      assert_operator admitted.limits[:memory], :>, 1 << 20
      assert_match(/\A1\./, admitted.version)
      assert_equal [0, 0], Array.new(2) { admitted.counters(%w[bytes_read bytes_written]) }.transpose.map { |one, two| two - one }
    end

    def test_tls_where_none_was_asked_for
      access = start(tls: true).access

      assert_equal "#{access} speaks TLS\n--with 'server=tls://#{access}?ca=FILE'", trouble(access.with(trust: nil))
    end

    def test_no_tls_where_it_was_asked_for
      access = start.access

      assert_equal "#{access} speaks no TLS\n--with server=#{access}", trouble(access.with(trust: files.trust), deadline_s: 1)
    end

    def test_a_login_where_none_was_named
      text, sasl = start(auth: "text").access, start(auth: "sasl").access

      assert_match(/asks for a login\n--with 'server=tcp:\/\/USER@#{text}\?auth=text/, trouble(text.with(login: nil)))
      assert_match(/in the binary protocol only\n--with server=tcp:\/\/USER@#{sasl}/, trouble(sasl.with(login: nil)))
    end

    def test_a_wrong_password
      %w[sasl text].each do |by|
        access = start(auth: by).access
        message = trouble(access.with(login: access.login.with(password: "wrong")))

        assert_match(/memcached at #{access} refuses the user cachemark: .*auth.*\ncheck the user, the password/i, message)
      end
    end

    def test_a_certificate_that_nobody_vouches_for
      stranger = Host::Memcached::Files.new(keeper).trust

      assert_match(/completes no TLS handshake: .*certificate/, trouble(start(tls: true).access.with(trust: stranger)))
    end

    private

    def files = @files ||= Host::Memcached::Files.new(keeper)

    def start(**how)
      Host::Memcached.start(keeper: keeper, listening: Host::Memcached::Listening.new(files: files, **how))
    end

    def trouble(access, **more) = assert_raises(Trouble) { UserServer.admit(access, **more) }.message
  end
end
