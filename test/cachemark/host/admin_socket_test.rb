# frozen_string_literal: true

require "test_helper"

class AdminSocketTest < Minitest::Test
  include MemcachedServer
  AdminSocket = Cachemark::Host::AdminSocket

  def test_reads_the_version_and_the_statistics
    admin = AdminSocket.new(memcached.access)
    stats = admin.stats

    assert_match(/\A\d+\.\d+/, admin.version)
    assert_equal [admin.version, memcached.pid, 0], stats.values_at("version", "pid", "curr_items")
    assert_instance_of String, stats["rusage_user"]
  end

  def test_reads_the_counters_that_are_named_in_their_order
    admin = AdminSocket.new(memcached.access)
    TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("set a 0 0 1\r\n1\r\nget a b\r\n") && 4.times { io.gets } }

    assert_equal [memcached.pid, 1, 1, 1], admin.counters(%w[pid cmd_set get_misses get_hits])
    assert_match(/counts no cmd_dance/, assert_raises(KeyError) { admin.counters(%w[pid cmd_dance]) }.message)
  end

  def test_bytes_are_those_of_others
    admin = AdminSocket.new(memcached.access)
    bytes = -> { admin.counters(%w[bytes_read bytes_written]) }
    before = bytes.call
    3.times { admin.stats && admin.flush_all && admin.version }
    assert_equal before, bytes.call

    TCPSocket.open("127.0.0.1", memcached.port) { |io| io.write("get a\r\n") && io.gets }
    assert_equal ["get a\r\n", "END\r\n"].map(&:bytesize), bytes.call.zip(before).map { |now, then_| now - then_ }
  end

  def test_counters_that_come_in_pieces_are_read_to_their_end
    behaviour = lambda do |io|
      io.gets
      ["STAT pid 1\r\nSTAT cmd_", "set 12", "34\r\nEN", "D\r\n"].each { |piece| io.write(piece) && sleep(0.005) }
    end
    FakeMemcached.open(behaviour) do |port|
      assert_equal [1234, 1], AdminSocket.new(Cachemark::Access.tcp("127.0.0.1", port)).counters(%w[cmd_set pid])
    end
  end

  def test_keeps_one_connection
    admin = AdminSocket.new(memcached.access)

    assert_equal admin.stats["total_connections"], admin.stats["total_connections"]
  end

  def test_opens_a_dropped_connection_again
    behaviour = lambda do |io|
      io.gets
      io.write("VERSION 1\r\n")
    end
    FakeMemcached.open(behaviour) do |port|
      admin = AdminSocket.new(Cachemark::Access.tcp("127.0.0.1", port))

      assert_equal %w[1 1 1], Array.new(3) { admin.version }
    end
  end

  def test_a_server_that_says_nothing_is_given_up_at_the_deadline
    error = asked(deadline_s: 0.05) { sleep }

    assert_instance_of AdminSocket::Silent, error
    assert_match(/127.0.0.1:\d+ did not answer within 0.05 s/, error.message)
  end

  def test_a_reply_that_never_ends_is_given_up_at_the_deadline
    error = asked(deadline_s: 0.05) { |io| io.write("STAT a 1\r\n") while sleep(0.005) }

    assert_instance_of AdminSocket::Silent, error
  end

  def test_a_reply_that_is_too_long_is_refused
    error = asked(deadline_s: 30) { |io| loop { io.write("STAT a #{"1" * 100_000}\r\n") } }

    assert_instance_of AdminSocket::NotMemcached, error
  end

  def test_a_server_that_hangs_up_is_named
    assert_match(/hung up/, asked { |io| io.gets && io.write("STAT a") }.message)
  end

  def test_a_server_of_another_kind_is_refused
    error = asked { |io| io.gets && io.write("-ERR unknown command 'stats'\r\n") }

    assert_instance_of AdminSocket::NotMemcached, error
    assert_match(/does not answer as a memcached does: "-ERR unknown command/, error.message)
  end

  def test_bytes_that_are_no_text_are_refused
    assert_instance_of AdminSocket::NotMemcached, asked { |io| io.gets && io.write("\x15\x03\xFF\n") }
  end

  def test_a_closed_port_and_an_unknown_host_are_named
    port = TCPServer.open("127.0.0.1", 0) { |socket| socket.addr[1] }
    closed = assert_raises(AdminSocket::Silent) { AdminSocket.new(Cachemark::Access.tcp("127.0.0.1", port)).stats }
    unknown = assert_raises(AdminSocket::Silent) { AdminSocket.new(Cachemark::Access.tcp("no-such-host.invalid", 1)).stats }

    assert_match(/refused the connection/, closed.message)
    assert_match(/no-such-host.invalid:1 cannot be reached/, unknown.message)
  end

  def test_a_flush_that_is_refused_is_no_flush
    FakeMemcached.open(->(io) { io.gets && io.write("CLIENT_ERROR flush_all not allowed\r\n") }) do |port|
      assert_raises(AdminSocket::NotMemcached) { AdminSocket.new(Cachemark::Access.tcp("127.0.0.1", port)).flush_all }
    end
  end

  private

  def asked(deadline_s: 2, &behaviour)
    FakeMemcached.open(behaviour) do |port|
      assert_raises(Cachemark::Trouble) { AdminSocket.new(Cachemark::Access.tcp("127.0.0.1", port), deadline_s: deadline_s).stats }
    end
  end
end
