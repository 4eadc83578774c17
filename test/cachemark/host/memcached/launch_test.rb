# frozen_string_literal: true

require "test_helper"
require "tmpdir"

class LaunchTest < Minitest::Test
  include MemcachedServer
  Host = Cachemark::Host
  Launch = Host::Memcached::Launch

  def test_the_command_to_the_word
    assert_equal %w[memcached -m 64 -t 1 -l 127.0.0.1 -p 11311 -U 0], Launch.argv(11_311)
    assert_equal %w[memcached -m 8 -t 1 -l 127.0.0.1 -p 1 -U 0 -u nobody], Launch.argv(1, memory_mb: 8, user: "nobody")
  end

  def test_many_connections_are_allowed_where_they_are_needed
    assert_equal %w[memcached -m 64 -t 1 -c 1025 -l 127.0.0.1 -p 1 -U 0], Launch.argv(1, connections: 1025)
    refute_includes Launch.argv(1, connections: 1024), "-c"

    server = Launch.new(keeper: keeper, connections: 2_000).server
    assert_operator server.stats["max_connections"], :>=, 2_000
  end

  def test_published_arguments_take_the_place_of_ours_to_the_word
    assert_equal %w[memcached -vv -m 64 -l 127.0.0.1 -p 1 -U 0], Launch.argv(1, arguments: %w[-vv -m 64])
    assert_equal %w[memcached -l 127.0.0.1 -p 1 -U 0], Launch.argv(1, arguments: [])
  end

  def test_a_taken_port_is_left_to_its_owner
    free = Launch.free_port
    ports = [memcached.port, memcached.port, free]

    assert_equal free, Launch.new(keeper: keeper, ports: -> { ports.shift }).server.port
    assert_empty ports
  end

  def test_gives_up_when_every_port_is_taken
    error = assert_raises(Cachemark::Trouble) { Launch.new(keeper: keeper, ports: -> { memcached.port }).server }

    assert_match(/no free port for memcached after 10 attempts/, error.message)
  end

  def test_an_absent_memcached_is_told_with_the_remedy
    bare = Host::Keeper.start(env: { "PATH" => "/no/such/folder" })
    error = assert_raises(Cachemark::Trouble) { Launch.new(keeper: bare).server }

    assert_match(/memcached is not installed\napt-get install memcached/, error.message)
  ensure
    bare.stop
  end

  def test_a_memcached_that_dies_at_once_is_quoted
    error = trouble_with("echo 'libevent is too old' >&2; exit 71")

    assert_match(/memcached ended with exit code 71: libevent is too old\ntry by hand: memcached -m 64/, error.message)
  end

  def test_a_launcher_that_is_absent_is_told
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
