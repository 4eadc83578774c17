# frozen_string_literal: true

require "test_helper"

module Cachemark
  class CLI::UserServerTest < Minitest::Test
    def test_the_password_comes_from_the_environment
      login = access("tcp://u@h:1", "CACHEMARK_PASSWORD" => "secret").login

      assert_equal ["u", "secret"], [login.user, login.password]
      refute_match(/secret/, access("tcp://u@h:1", "CACHEMARK_PASSWORD" => "secret").inspect)
    end

    def test_or_from_a_file_that_only_its_user_can_read
      with_file("secret\n", 0o600) { |path| assert_equal "secret", access("tcp://u@h:1?password_file=#{path}").login.password }
      with_file("secret\n", 0o640) do |path|
        assert_match(/can be read by others \(its mode is 640\)\nchmod 600 #{path}/, refusal("tcp://u@h:1?password_file=#{path}"))
      end
      with_file("", 0o600) { |path| assert_match(/is empty/, refusal("tcp://u@h:1?password_file=#{path}")) }
      assert_match(/password_file=\/nowhere cannot be read: No such file/, refusal("tcp://u@h:1?password_file=/nowhere"))
    end

    REFUSED = {
      "tcp://u@h:1" => /no password for u\nset CACHEMARK_PASSWORD, or add password_file=FILE/,
      "tcp://u:secret@h:1" => /visible to others\nput the password into CACHEMARK_PASSWORD/,
      "nowhere" => /nowhere: the address is not HOST:PORT\n--with server=127.0.0.1:11211 \(or HOST:PORT, tcp:/,
      "tls://h:1?cas=x" =>
        %r{\A--with server=tls://h:1\?cas=x: tls:// has no parameter cas, only ca, auth, password_file\nDid you mean ca\?\z},
      "tcp://u@h:1?passwd_file=x" => /\nDid you mean password_file\?\z/, "tcp://h:1?ttl=x" => /\n--with server=127.0.0.1:11211 /
    }.freeze

    def test_refusals_show_no_password
      REFUSED.each { |text, message| assert_match message, refusal(text) }
      %w[user:secret@host:11211 tcp://user:pa@secret@h:1 tls://user:a/secret@h:1 user:secret@host tcp://u:secret@h:1]
        .each { |text| refute_includes refusal(text), "secret" }
    end

    def test_the_authorities_are_looked_at
      authority = Access::Certificate::Authority.new
      with_file(authority.text, 0o644) { |path| assert_equal path, access("tls://h:1?ca=#{path}").trust }
      with_file("nothing", 0o644) { |path| assert_match(/has no certificate in PEM form/, refusal("tls://h:1?ca=#{path}")) }
      assert_match(%r{--with server=tls://h:1\?ca=/nowhere: ca=/nowhere does not exist}, refusal("tls://h:1?ca=/nowhere"))
    end

    private

    def access(text, environment = {}) = CLI::UserServer.new("--with server=", text, environment: environment).access

    def refusal(text) = assert_raises(Usage) { access(text) }.message

    def with_file(text, mode)
      Tempfile.create("secret") do |file|
        file.write(text)
        file.chmod(mode)
        file.flush
        yield file.path
      end
    end
  end
end
