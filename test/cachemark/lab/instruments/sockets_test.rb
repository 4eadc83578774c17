# frozen_string_literal: true

require "test_helper"

module Cachemark
  class Lab::Instruments::SocketsTest < Minitest::Test
    NODELAY = "7 setsockopt(5<socket:[12]>, SOL_TCP, TCP_NODELAY, [1], 4) = 0\n"
    # As strace 6.1 writes 500 microseconds, and 1.5 seconds.
    SHORT = "7 setsockopt(5<TCP:[127.0.0.1:1->127.0.0.1:2]>, SOL_SOCKET, SO_RCVTIMEO_OLD, " \
            "\"\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\xf4\\x01\\x00\\x00\\x00\\x00\\x00\\x00\", 16) = 0\n"
    LONG = "7 setsockopt(5<socket:[12]>, SOL_SOCKET, SO_RCVTIMEO_OLD, " \
           "\"\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x20\\xa1\\x07\\x00\\x00\\x00\\x00\\x00\", 16) = 0\n"
    LINGER = "7 setsockopt(5<socket:[12]>, SOL_SOCKET, SO_LINGER, {l_onoff=1, l_linger=0}, 8) = 0\n"
    TIME = "7 setsockopt(5<socket:[12]>, SOL_SOCKET, SO_SNDTIMEO_OLD, {tv_sec=1, tv_usec=500000}, 16) = 0\n"
    BLOCKING = ["7 fcntl(5<socket:[12]>, F_SETFL, O_RDWR|O_NONBLOCK) = 0\n", "7 fcntl(5<pipe:[3]>, F_SETFL, O_NONBLOCK) = 0\n",
                "7 fcntl(5<socket:[12]>, F_GETFL) = 0x802 (flags O_RDWR|O_NONBLOCK)\n"].freeze
    WAITS = ["7 poll([{fd=3<socket:[12]>, events=POLLIN}], 1, 1500) = 1 ([{fd=3, revents=POLLIN}])\n",
             "7 ppoll([{fd=6<TCP:[1->2]>, events=POLLIN}, {fd=3<anon_inode:[eventfd]>, events=POLLIN}], 2, " \
             "{tv_sec=0, tv_nsec=249999873}, NULL, 8 <unfinished ...>\n",
             "7 pselect6(7, [3<anon_inode:[eventfd]> 6<socket:[12]>], NULL, NULL, {tv_sec=3, tv_nsec=0}, NULL) = 0 (Timeout)\n",
             "7 poll([{fd=3<socket:[12]>, events=POLLIN}], 1, -1) = 1\n",
             "7 ppoll([{fd=3<pipe:[12]>, events=POLLIN}], 1, {tv_sec=9, tv_nsec=0}, NULL, 8) = 1\n"].freeze

    def test_options_of_sockets_have_the_values_that_reached_them
      assert_equal({ "TCP_NODELAY" => ["1"], "SO_RCVTIMEO" => ["0.0005 s", "1.5 s"] }, calls(NODELAY, SHORT, LONG).options)
    end

    def test_values_with_fields_are_read_too
      assert_equal({ "SO_LINGER" => ["l_onoff=1, l_linger=0"], "SO_SNDTIMEO" => ["1.5 s"] }, calls(LINGER, TIME).options)
    end

    def test_a_socket_that_does_not_block_is_an_option_of_it
      assert_equal [{ "O_NONBLOCK" => ["1"] }, {}, {}], BLOCKING.map { |line| calls(line).options }
    end

    def test_waits_for_sockets_have_limits_in_seconds
      assert_equal [0.25, 1.5, 3.0], calls(*WAITS).limits
    end

    def test_attempts_to_connect_count_whether_they_succeed_or_not
      lines = ["7 connect(5<socket:[1]>, {sa_family=AF_INET}, 16) = -1 EINPROGRESS (Operation now in progress)\n",
               "7 connect(5<socket:[1]>, {sa_family=AF_INET}, 16) = 0\n", NODELAY]

      assert_equal 2, calls(*lines).connects
    end

    private

    def calls(*lines) = Lab::Instruments::Sockets::SocketCalls.new(lines.join)
  end
end
