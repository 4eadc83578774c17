# frozen_string_literal: true

require "minitest/mock"
require "socket"
require "test_helper"

module Cachemark
  module Proxy
    # A proxy whose process has no descriptor or thread left.
    class ServerScarcityTest < Minitest::Test
      include MemcachedServer
      include ProxyTalk

      # A proxy to the server at the port of its first argument, with 7 descriptors left.
      SCARCE = <<~RUBY
        server = Cachemark::Proxy::Server.start(Cachemark::Access.tcp("127.0.0.1", ARGV.first.to_i))
        used = Dir.children("/proc/self/fd").map(&:to_i)
        Process.setrlimit(:NOFILE, (3..).find { |limit| limit - used.count { |number| number < limit } >= 7 })
        $stdout.puts(server.address)
        $stdout.flush
        sleep
      RUBY

      def test_it_accepts_again_after_descriptors_have_run_out
        address = scarce(memcached.port)
        fillers = Array.new(30) { TCPSocket.new(*address.split(":")) }
        fillers.each(&:close)

        assert_equal "END\r\n", Processes.eventually { late_answer(address) }
      ensure
        ::Process.kill("KILL", @child.pid) && @child.close if @child
      end

      def test_it_drains_settles_and_resets_without_a_descriptor
        proxy = proxy_to(memcached.port)
        client = Socket.new(:INET, :STREAM)
        without_descriptors do
          client.connect(Addrinfo.tcp(*proxy.address.split(":")))

          assert_equal Traffic.none, proxy.drain
          proxy.settle
          proxy.reset(Server::OPEN)
        end
        client.write("get a\r\n")

        assert_equal "END\r\n", client.gets
      ensure
        client&.close
      end

      def test_a_client_for_whom_there_is_no_thread_is_closed_and_the_next_is_served
        proxy = proxy_to(memcached.port)
        none = ->(*, **) { raise ThreadError, "can't create Thread: Resource temporarily unavailable" }
        Server::Connection.stub(:new, none) { assert_empty connect(proxy).read }

        assert_equal "END\r\n", 50.times.lazy.filter_map { late_answer(proxy.address) }.first
      end

      def test_it_stops_although_its_thread_has_died
        proxy = proxy_to(memcached.port)
        accepting = proxy.instance_variable_get(:@thread).tap { |thread| thread.report_on_exception = false }
        died = ->(*, **) { raise ArgumentError, "a defect" }
        Server::Connection.stub(:new, died) { connect(proxy) && assert_raises(ArgumentError) { accepting.join(5) } }
        proxy.stop

        assert_raises(Errno::ECONNREFUSED) { connect(proxy) }
      end

      private

      # Runs the block while the process can open nothing.
      def without_descriptors
        before = ::Process.getrlimit(:NOFILE)
        ::Process.setrlimit(:NOFILE, File.open(File::NULL, &:fileno), before.last)
        yield
      ensure
        ::Process.setrlimit(:NOFILE, *before)
      end

      # nil while the proxy has not accepted it, or ends it at once.
      def late_answer(address)
        Socket.tcp(*address.split(":")) do |client|
          client.write("get a\r\n")
          client.gets if client.wait_readable(0.2)
        end
      rescue SystemCallError
        nil
      end

      # The address of a proxy in a process that soon has no descriptor left. The process is a fresh one: Ruby collects all
      # garbage each time that a descriptor is missing, which takes long in a copy of a large process.
      def scarce(port)
        @child = IO.popen([RbConfig.ruby, *$LOAD_PATH.flat_map { |path| ["-I", path] }, "-rcachemark", "-e", SCARCE, port.to_s])
        @child.gets.chomp
      end
    end
  end
end
