# frozen_string_literal: true

require "tmpdir"
require_relative "a_driver_of_level_3"
require File.join(Cachemark::ROOT, "drivers/ruby/lib/clients.rb")

# The duties of Python's driver on any Python 3. A test that includes this has `command`, which starts that Python by `env`.
module APythonDriver
  include ADriverOfLevel3

  SPECS = { "noise" => { "kind" => "binary", "bytes" => 500 }, "text" => { "kind" => "string", "bytes" => 300 },
            "tail" => { "kind" => "string", "text" => "süß", "times" => 7 } }.freeze

  def argv = [*command[0..-2], *@variables, command.last, PythonWorld::DRIVER]

  def language_name = "python"

  # Without gevent, which only Debian's packages bring.
  def modes = %w[threads processes asyncio]

  def test_the_output_of_a_client_goes_to_stderr
    in_a_world_with("import os, sys\nprint('noise')\nsys.stdout.flush()\nos.system('echo more')\n") do
      reply = load_and_say("pylibmc")
      _, said, errors = talk.finish

      assert_equal "failed", reply["type"]
      assert_empty said
      assert_match(/noise.*more/m, errors)
    end
  end

  def test_a_client_cannot_end_the_driver
    in_a_world_with("import sys\nsys.exit(3)\n") do
      assert_equal %w[failed SystemExit], load_and_say("pylibmc").values_at("type", "class")
      assert_equal "loaded", load_and_say("null")["type"]
    end
  end

  def test_an_exception_of_the_client_fails_the_block
    opened(memcached.address)
    memcached.stop

    reply = talk.ask(type: "block", cell: "c", iterations: 2, batch: 1)

    assert_equal "failed", reply["type"]
    assert_match(/Error\z/, reply["class"])
  end

  def test_watches_exceptions_and_knows_of_no_locks
    opened(memcached.address)
    first, second = Array.new(2) { talk.ask(type: "block", cell: "c", iterations: 1, watch: %w[exceptions locks]) }

    assert_includes first["exceptions"], "IndexError" # nobody has connected yet
    assert_equal [{}, nil], second.values_at("exceptions", "locks")
  end

  def test_watches_all_workers
    in_modes(modes.map { |name| "#{name}-4" }) do |mode|
      open_socket(memcached.address, mode: mode, workers: ADriver::InModes::WORKERS, scenario: ADriver::InModes::ABSENT)
      first, second = Array.new(2) { talk.ask(type: "block", cell: "c", iterations: 8, watch: %w[exceptions locks]) }

      assert_operator first["exceptions"].values.sum, :>=, mode.start_with?("asyncio") ? 0 : 4, mode # each connects
      assert_equal [{}, nil], second.values_at("exceptions", "locks"), mode
    end
  end

  def test_without_ctypes_memory_is_unknown_and_everything_else_is_measured
    without_ctypes("PYTHONMALLOC=malloc", "LD_PRELOAD=libc_malloc_debug.so.0") do
      opened(memcached.address)
      watched = talk.ask(type: "block", cell: "c", iterations: 2, watch: %w[exceptions allocated_bytes])
      memory, calls = %w[allocations calls].map { |kind| talk.ask(type: "block", cell: "c", iterations: 2, trace: kind)["trace"] }

      assert_equal [nil, nil, 2], watched.values_at("allocated_bytes", "allocations", "iterations")
      assert_nil memory
      refute_empty calls
    end
  end

  def test_without_ctypes_other_ways_are_not_offered
    step = ADriver::WithActors::GET.merge("interrupt" => { "by" => "raise_in", "after_ms" => 5 })
    without_ctypes { assert_match(/an interrupt by raise_in/, entering(memcached.address, steps: [step])["reason"]) }
  end

  def test_a_call_with_a_block_is_not_offered
    step = { "op" => "get_multi", "keys" => %w[k1 k2], "block" => "all" }

    assert_equal "not offered by this client: get_multi with a block", entering(memcached.address, steps: [step])["reason"]
  end

  def test_a_task_that_waits_is_cancelled = ended_from_outside("task", mode: "asyncio-1")

  def test_signals_whose_handlers_do_nothing_end_no_call = survives_signals

  def test_a_call_of_a_task_that_is_not_ended_returns = returns_if_not_ended("task", mode: "asyncio-1")

  def test_ways_of_another_mode_are_not_offered
    step = ADriver::WithActors::GET.merge("interrupt" => { "by" => "task", "after_ms" => 5 })
    reply = entering(memcached.address, steps: [step])

    assert_equal "not offered by this driver: an interrupt by task", reply["reason"]
  end

  def test_a_mutant_that_there_is_not_is_refused
    talk.read_line
    replies = ["", "../adapters/null", "none"].map do |mutant|
      talk.ask(type: "load", client: "control", adapter: "control", shims: [], options: { "mutant" => mutant })
    end

    assert_equal [%w[failed ValueError]] * 3, replies.map { |reply| reply.values_at("type", "class") }
  end

  def test_sends_the_bytes_that_every_language_sends
    load_socket("sync")
    keys = SPECS.keys
    steps = keys.map { |name| { op: "set", key: name, value: name, raw: true, ttl: 0 } }
    scenario = { keys: keys.zip(keys).to_h, values: SPECS, prelude: steps, steps: steps, wrap: nil }
    open_socket(memcached.address, scenario: scenario)
    talk.ask(type: "prepare", cell: "c")

    assert_equal values, keys.map { |name| on_the_server(name) }
  end

  private

  # Where a way to end a call comes too late.
  def returns_if_not_ended(way, mode:)
    enter(memcached.address, mode: mode)
    interrupt = { "by" => way, "after_ms" => 5_000 }
    events, = act([ADriver::WithActors::SET, ADriver::WithActors::GET.merge("interrupt" => interrupt)])

    assert_equal [true, "value|1"], events.filter_map { |event| event["value"] }.map { |value| plain(value) }, way
  end

  def values = SPECS.values.map { |spec| Cachemark::Driver::Planned::Values.build(spec, raw: true).b }

  # A driver that finds this source where it looks for pylibmc.
  def in_a_world_with(source)
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "pylibmc.py"), source)
      @variables = ["PYTHONPATH=#{folder}"]
      talk.read_line
      yield
    end
  end

  # A Python whose ctypes cannot be imported.
  def without_ctypes(*variables)
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "ctypes.py"), "raise ImportError('no ctypes')\n")
      @variables = ["PYTHONPATH=#{folder}", *variables]
      yield
      hang_up
    end
  end

  def load_and_say(client) = talk.ask(type: "load", client: client, adapter: client, shims: [], options: {})

  def on_the_server(key)
    TCPSocket.open(*memcached.address.split(":")) do |io|
      io.write("get #{key}\r\n")
      io.read(io.gets[/\d+\r\n\z/].to_i)
    end
  end
end
