# frozen_string_literal: true

require "test_helper"
require "delegate"
require "socket"
require "tmpdir"

class MemcachedTest < Minitest::Test
  include MemcachedServer
  Host = Cachemark::Host

  def test_is_private_empty_and_on_loopback
    assert_predicate memcached, :private?
    assert_predicate memcached, :alive?
    assert_match(/\A127\.0\.0\.1:\d+\z/, memcached.address)
    assert_equal 0, memcached.stats["curr_items"]
    assert_equal memcached.pid, memcached.stats["pid"]
  end

  def test_its_command_is_the_whole_one
    memcached = Host::Memcached.start(keeper: keeper, argv_prefix: ["env", "A=b"])
    user = Process.uid.zero? ? ["-u", memcached.argv.last] : []

    assert_equal ["env", "A=b", "memcached", "-m", "64", "-t", "1", "-l", "127.0.0.1", "-p", memcached.port.to_s,
                  "-U", "0", *user], memcached.argv
  end

  def test_a_flush_empties_it
    TCPSocket.open("127.0.0.1", memcached.port) do |io|
      io.write("set a 0 0 1\r\nx\r\n")
      io.gets
      memcached.flush
      io.write("get a\r\n")

      assert_equal "END\r\n", io.gets
    end
  end

  def test_notices_a_killed_server_and_reports_how_it_ended
    Process.kill("KILL", memcached.pid)
    error = assert_raises(Cachemark::Trouble) { memcached.flush }

    assert_equal "the private memcached at #{memcached.address} was killed by SIGKILL\nrun the command again", error.message
    refute_predicate memcached, :alive?
    assert_equal "was killed by SIGKILL", memcached.how_it_ended
    assert_raises(Cachemark::Trouble) { memcached.stats }
  end

  def test_stop_ends_it_and_may_be_repeated
    2.times { memcached.stop }

    refute Processes.alive?(memcached.pid)
  end

  def test_a_server_that_hangs_is_trouble_and_is_stopped_all_the_same
    server = Host::Memcached.start(keeper: keeper)
    server.instance_variable_set(:@admin, Host::AdminSocket.new(server.access, deadline_s: 0.05))
    Process.kill("STOP", server.pid)

    assert_raises(Host::AdminSocket::Silent) { server.stats }
    server.stop
    refute Processes.alive?(server.pid)
  end

  def test_a_server_lost_with_its_keeper_is_noticed
    memcached
    Process.kill("KILL", keeper.pid)
    Processes.eventually { !memcached.alive? }

    refute_predicate memcached, :alive?
    assert_raises(Cachemark::Trouble) { Processes.eventually { memcached.flush && nil } }
  end

  # How one is started.
  class Launch < Minitest::Test
    include MemcachedServer
    Host = Cachemark::Host
    Launch = Host::Memcached::Launch

    # Gives a taken place so many times, before a free one.
    class Taken < SimpleDelegator
      attr_reader :left

      def initialize(times, access)
        super(Host::Memcached::Listening.new)
        @left = times
        @taken = Host::Memcached::Listening::Place.new(access: access, admin: access)
      end

      def place = @left.zero? ? super : @taken.tap { @left -= 1 }
    end

    def test_the_command_to_the_word
      assert_equal %w[memcached -m 64 -t 1 -l 127.0.0.1 -p 11311 -U 0], Launch.argv(%w[-l 127.0.0.1 -p 11311 -U 0])
      assert_equal %w[memcached -m 8 -t 1 -p 1 -u nobody], Launch.argv(%w[-p 1], memory_mb: 8, user: "nobody")
    end

    def test_many_connections_are_allowed_where_they_are_needed
      assert_equal %w[memcached -m 64 -t 1 -c 1025 -p 1], Launch.argv(%w[-p 1], connections: 1025)
      refute_includes Launch.argv(%w[-p 1], connections: 1024), "-c"

      server = Launch.new(keeper: keeper, connections: 2_000).server
      assert_operator server.stats["max_connections"], :>=, 2_000
    end

    def test_published_arguments_take_the_place_of_ours_to_the_word
      assert_equal %w[memcached -vv -m 64 -p 1], Launch.argv(%w[-p 1], arguments: %w[-vv -m 64])
      assert_equal %w[memcached -p 1], Launch.argv(%w[-p 1], arguments: [])
    end

    def test_a_taken_port_is_left_to_its_owner
      taken = Taken.new(2, memcached.access)

      assert_operator Launch.new(keeper: keeper, listening: taken).server.port, :!=, memcached.port
      assert_equal 0, taken.left
    end

    def test_gives_up_when_every_port_is_taken
      error = assert_raises(Cachemark::Trouble) { Launch.new(keeper: keeper, listening: Taken.new(99, memcached.access)).server }

      assert_match(/no free port for memcached after 10 attempts/, error.message)
    end

    def test_reports_an_absent_memcached_with_the_remedy
      bare = Host::Keeper.start(env: { "PATH" => "/no/such/folder" })
      error = assert_raises(Cachemark::Trouble) { Launch.new(keeper: bare).server }

      assert_match(/memcached is not installed\napt-get install memcached/, error.message)
    ensure
      bare.stop
    end

    def test_a_memcached_that_dies_at_once_is_quoted
      error = trouble_with("echo 'libevent is too old' >&2; exit 71")

      assert_match(/memcached ended with exit code 71: libevent is too old\nrun it yourself: memcached -m 64/, error.message)
    end

    def test_reports_an_absent_launcher
      error = assert_raises(Cachemark::Trouble) { Launch.new(keeper: keeper, argv_prefix: ["no-such-launcher"]).server }

      assert_match(/no-such-launcher/, error.message)
    end

    def test_a_terminal_is_drained
      server = Launch.new(keeper: keeper, arguments: %w[-vv -m 16], terminal: true).server
      2000.times { server.version && server.stats }

      assert_equal %w[memcached -vv -m 16], server.argv.first(4)
      assert_predicate server, :alive?
    end

    private

    def trouble_with(script)
      Dir.mktmpdir do |folder|
        File.write(File.join(folder, "memcached"), "#!/bin/sh\n#{script}\n", perm: 0o755)
        Host::Keeper.start(env: { "PATH" => folder }) do |keeper|
          assert_raises(Cachemark::Trouble) { Launch.new(keeper: keeper).server }
        end
      end
    end
  end

  # What one prints.
  class Output < Minitest::Test
    Output = Cachemark::Host::Memcached::Output

    def test_keeps_the_end_of_what_was_said
      output = Output.new
      output.sink.write("first\n#{"x" * 200_000}\nlast words\n\n")
      output.close

      assert_equal "last words", output.last_line
      assert_equal Output::KEPT_BYTES, output.text.size
    end

    def test_waits_for_output_that_arrives_late
      output = Output.new
      late = Thread.new do
        sleep 0.05
        output.sink.write("last words\n")
        output.release_sink
      end

      assert_equal "last words", output.last_line
    ensure
      late.join
      output.close
    end

    def test_silence_is_nil
      output = Output.new
      output.close

      assert_nil output.last_line
    end

    def test_can_be_a_terminal
      output = Output.new(terminal: true)

      assert_predicate output.sink, :tty?
      output.sink.write("hello\n")
      output.close
      assert_equal "hello", output.last_line
    end
  end
end
