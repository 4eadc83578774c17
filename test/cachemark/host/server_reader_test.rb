# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Host::ServerReaderTest < Minitest::Test
    include MemcachedServer

    def test_reads_the_values_that_the_server_holds
      TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("set a 0 0 5\r\n1\r\n2x\r\n") && io.gets }
      reader = Host::ServerReader.new(memcached.access)

      assert_equal({ "a" => "1\r\n2x", "b" => nil, "c" => nil }, reader.values(%w[a b c]))
    end

    def test_knows_every_key
      TCPSocket.open("127.0.0.1", memcached.port) do |io|
        ["a", "app:b%\u00fc"].each { |key| io.write("set #{key} 0 0 1\r\n1\r\n") && io.gets }
      end
      keys = Host::ServerReader.new(memcached.access).keys

      assert_equal ["a", "app:b%\u00fc".b], keys.map(&:b).sort
    end

    # An error in the place of the list is not an empty server.
    def test_a_server_that_lists_its_keys_for_somebody_else_is_asked_again
      answers = ["BUSY currently processing crawler request\r\n", "key=a exp=-1 la=1 cas=1 fetch=no cls=1 size=60\r\nEND\r\n"]
      FakeMemcached.open(->(io) { io.gets && io.write(answers.shift) }) do |port|
        assert_equal ["a"], Host::ServerReader.new(Cachemark::Access.tcp("127.0.0.1", port)).keys
      end
    end

    def test_a_server_that_cannot_list_its_keys_is_named
      FakeMemcached.open(->(io) { io.gets && io.write("ERROR\r\n") }) do |port|
        error = assert_raises(Host::ServerReader::Silent) { Host::ServerReader.new(Cachemark::Access.tcp("127.0.0.1", port)).keys }

        assert_match(/cannot be read: "ERROR/, error.message)
      end
    end

    def test_a_server_that_is_gone_is_named
      port = memcached.port
      memcached.stop
      error = assert_raises(Host::ServerReader::Silent) { Host::ServerReader.new(Cachemark::Access.tcp("127.0.0.1", port)).values(["a"]) }

      assert_match(/memcached at 127\.0\.0\.1:#{port} cannot be read/, error.message)
    end

    def test_one_that_never_answers_is_waited_for_no_longer_than_a_deadline
      other = TCPServer.new("127.0.0.1", 0)
      error = assert_raises(Host::ServerReader::Silent) { Host::ServerReader.new(Cachemark::Access.tcp("127.0.0.1", other.addr[1]), deadline_s: 0.1).values(["a"]) }

      assert_match(/cannot be read: no answer within 0.1 s/, error.message)
    ensure
      other.close
    end

    def test_one_that_speaks_otherwise_is_refused
      other = TCPServer.new("127.0.0.1", 0)
      thread = Thread.new { other.accept.write("HTTP/1.0 400\r\n") }

      assert_raises(Host::ServerReader::Silent) { Host::ServerReader.new(Cachemark::Access.tcp("127.0.0.1", other.addr[1])).values(["a"]) }
    ensure
      thread.kill.join
      other.close
    end
  end
end
