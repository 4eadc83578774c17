# frozen_string_literal: true

require "test_helper"

# Clients on Debian trixie's Python, which runs with its own libc on any machine.
class PythonOfANewerDebianTest < Minitest::Test
  include PythonWorld

  each_takes 5

  CLIENTS = %w[pymemcache pylibmc python-memcached bmemcached].freeze
  MODES = { "threads-2" => "pymemcache", "processes-2" => "pylibmc", "gevent-2" => "pymemcache",
            "asyncio-2" => "aiomcache" }.freeze

  CLIENTS.each do |name|
    define_method(:"test_#{name.tr("-", "_")}_gets_what_it_set") { gets_what_it_set(name, "sync") }
  end

  MODES.each do |mode, name|
    define_method(:"test_#{name}_works_in_#{mode.sub(/-\d+/, "")}") { gets_what_it_set(name, mode) }
  end

  private

  def gets_what_it_set(name, mode)
    loaded = load_client("#{name}@newest,python=python3.13", mode: mode)
    open_cell([[step("set", "k1", "marshalled", raw: true, ttl: 0), stored], [step("get", "k1", raw: true), hit("marshalled")]],
              mode: mode)

    assert_equal "loaded", loaded["type"], loaded.inspect
    prove
  end
end
