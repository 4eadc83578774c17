# frozen_string_literal: true

require "test_helper"
require "delegate"

module Cachemark
  class Host::Memcached::ListeningTest < Minitest::Test
    include MemcachedServer

    def test_ipv6_listens_on_its_loopback
      skip "no IPv6 here" unless Ipv6.here?

      server = start(transport: "ipv6")
      assert_equal ["[::1]:#{server.port}", server.pid], [server.address, server.stats["pid"]]
    end

    def test_a_unix_socket_is_for_its_user_only_and_goes_with_the_server
      server = start(transport: "unix")
      path = server.address

      assert_equal server.pid, server.stats["pid"]
      assert_equal [0o700] * 2, [path, File.dirname(path)].map { |one| File.stat(one).mode & 0o777 }
      server.stop
      refute_path_exists path
    end

    def test_each_server_has_another_socket
      assert_equal 2, Array.new(2) { start(transport: "unix").address }.uniq.size
    end

    def test_a_unix_socket_in_a_deep_folder_is_refused
      deep = Struct.new(:root) { def folder(_name) = File.join(root, "x" * 100).tap { |path| FileUtils.mkdir_p(path) } }
      Dir.mktmpdir do |root|
        error = assert_raises(Trouble) { Host::Memcached::Files.new(deep.new(root)).socket }

        assert_match(/is too long for a unix socket, which may have 107 bytes\nset TMPDIR/, error.message)
      end
    end

    def test_tls_is_spoken_with_a_certificate_of_the_run_and_our_requests_need_none
      server = start(tls: true)

      assert_equal "VERSION #{server.version}\r\n", said(server.access, "version\r\n")
      assert_equal server.pid, server.stats["pid"]
    end

    def test_tls_is_spoken_over_ipv6
      skip "no IPv6 here" unless Ipv6.here?

      assert_match(/\AVERSION/, said(start(transport: "ipv6", tls: true).access, "version\r\n"))
    end

    def test_keys_are_for_their_user_only
      start(tls: true)

      assert_equal [0o600], files.certificate_paths.map { |path| File.stat(path).mode & 0o777 }.uniq
      refute_includes files.certificate.inspect, "PRIVATE"
    end

    { "sasl" => {}, "sasl over TLS" => { tls: true }, "text" => {}, "text over TLS" => { tls: true },
      "text over a unix socket" => { transport: "unix" } }.each do |name, how|
      define_method(:"test_only_who_logs_in_is_served_by_#{name.tr(" ", "_")}") do
        server = start(auth: name[/\w+/], **how)
        login = server.access.login

        server.access.enter(timeout_s: 5).close
        refused = assert_raises(Access::Refused) { server.access.with(login: login.with(password: "wrong")).enter(timeout_s: 5) }
        assert_match(/\Arefuses the user cachemark: .*auth/i, refused.message)
        assert_equal [server.pid, "1"], [server.stats["pid"], held(server)]
      end
    end

    def test_a_password_is_nowhere_to_be_seen
      server = start(auth: "sasl")
      password = server.access.login.password

      [server.inspect, server.access.inspect, server.argv.join(" "), files.inspect].each { |text| refute_includes text, password }
      assert_empty Dir.glob("/proc/#{server.pid}/{cmdline,environ}").select { |path| File.read(path).include?(password) }
    end

    # A keeper that is slow to make the folder, so that all threads ask for a file before the first has it.
    class SlowKeeper < SimpleDelegator
      attr_reader :spawned

      def folder(...)
        sleep(0.05)
        super
      end

      def spawn(...)
        @spawned = @spawned.to_i + 1
        super
      end
    end
    private_constant :SlowKeeper

    %i[trust certificate_paths text_logins].each do |name|
      define_method(:"test_threads_that_ask_at_once_get_one_#{name}") do
        files = Host::Memcached::Files.new(SlowKeeper.new(keeper))

        assert_equal 1, Array.new(4) { Thread.new { files.public_send(name) } }.map { |thread| thread.value.object_id }.uniq.size
      end
    end

    def test_threads_that_ask_at_once_get_one_database_of_logins
      files = Host::Memcached::Files.new(slow = SlowKeeper.new(keeper))
      Array.new(4) { Thread.new { files.sasl_folder } }.each(&:join)

      assert_equal 1, slow.spawned
    end

    private

    # A value that was written by the admin's way, and read back.
    def held(server)
      admin = server.instance_variable_get(:@own_access).enter(timeout_s: 5)
      admin.write("set a 0 0 1\r\n1\r\n")
      admin.readpartial(100)
      server.reader.values(["a"])["a"]
    ensure
      admin&.close
    end

    def files = @files ||= Host::Memcached::Files.new(keeper)

    def start(**how) = Host::Memcached.start(keeper: keeper, listening: Host::Memcached::Listening.new(files: files, **how))

    def said(access, text)
      stream = access.open(timeout_s: 5)
      stream.write(text)
      stream.readpartial(1_000)
    ensure
      stream&.close
    end
  end
end
