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

    def test_writes_values
      reader = Host::ServerReader.new(memcached.access)
      reader.write("a" => "1\r\n2", "b" => "")

      assert_equal({ "a" => "1\r\n2", "b" => "" }, reader.values(%w[a b]))
      assert_raises(Host::ServerReader::Silent) { reader.write("a b" => "1") }
    end

    def test_replaces_the_bytes_of_an_item_and_keeps_its_flags
      TCPSocket.open("127.0.0.1", memcached.port) do |io|
        io.write("set a 7 0 1\r\nx\r\n") && io.gets
        reader = Host::ServerReader.new(memcached.access)

        replaced = [reader.replace("a") { |held| "#{held}y" }, reader.replace("a") { nil }, reader.replace("b") { "z" }]

        assert_equal [true, false, false], replaced
        io.write("get a\r\n")
        assert_equal "VALUE a 7 2\r\n", io.gets
      end
    end

    def test_knows_every_key
      TCPSocket.open("127.0.0.1", memcached.port) do |io|
        ["a", "app:b%\u00fc"].each { |key| io.write("set #{key} 0 0 1\r\n1\r\n") && io.gets }
      end
      keys = Host::ServerReader.new(memcached.access).keys

      assert_equal ["a", "app:b%\u00fc".b], keys.map(&:b).sort
    end

    Env::Servers::OFFERS.each do |offer|
      define_method(:"test_reads_keys_and_values_of_memcached_#{offer.version}") do
        server = memcached(program: release(offer.version).argv)
        reader = server.reader
        empty = reader.keys
        TCPSocket.open("127.0.0.1", server.port) { |io| 2.times { |at| io.write("set k#{at} 0 0 1\r\n#{at}\r\n") && io.gets } }

        assert_equal [[], %w[k0 k1], { "k1" => "1", "k2" => nil }], [empty, reader.keys.sort, reader.values(%w[k1 k2])]
      end
    end

    LISTED = "key=a exp=-1 la=1 cas=1 fetch=no cls=1 size=60\n"
    BUSY = "BUSY currently processing crawler request\r\n"
    LOCKED = "ERROR locked try again later\r\n"
    private_constant :LISTED, :BUSY, :LOCKED

    def test_a_list_may_begin_with_ok_and_a_busy_server_is_asked_again
      { ["#{LISTED}END\r\n"] => ["a"], ["#{LISTED * 2}END\r\n"] => ["a"], ["OK\r\n#{LISTED}END\r\n"] => ["a"],
        ["OK\r\nEND\r\n"] => [], [BUSY, "OK\r\n#{LISTED}END\r\n"] => ["a"] }
        .each { |answers, keys| assert_equal keys, listed(*answers) }
    end

    def test_anything_else_is_no_list
      { [BUSY] * 100 => "it lists its keys for somebody else", ["ERROR\r\n"] => '"ERROR', ["OK\r\n#{LOCKED}"] => '"ERROR',
        ["#{LISTED}#{LOCKED}"] => '"ERROR', ["OK\r\nOK\r\nEND\r\n"] => '"OK', ["#{LISTED}OK\r\nEND\r\n"] => '"OK',
        ["OK\r\n#{LISTED}key=b"] => "" }.each do |answers, why|
        error = assert_raises(Host::ServerReader::Silent) { listed(*answers) }

        assert_match(/cannot be read: #{why}/, error.message)
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

    private

    def release(version)
      Env::Servers.new(cache: WarmCache.path, spawn: keeper).program(version)
    rescue Trouble => error
      skip error.what
    end

    # The keys that a reader takes from the answers of a server, one per connection.
    def listed(*answers)
      FakeMemcached.open(->(io) { io.gets && io.write(answers.shift) }) do |port|
        Host::ServerReader.new(Access.tcp("127.0.0.1", port)).keys
      end
    end
  end
end
