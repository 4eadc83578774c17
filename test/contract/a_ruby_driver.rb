# frozen_string_literal: true

require "tmpdir"
require_relative "a_driver_of_level_3"

# The duties of Ruby's driver on any MRI. A test that includes this has `command`, which starts that Ruby.
module ARubyDriver
  include ADriverOfLevel3

  DRIVER = File.join(Cachemark::ROOT, "drivers", "ruby", "driver.rb")

  def argv = [*command, *@required, DRIVER]

  def language_name = "ruby"

  def modes = %w[threads processes fibers]

  def test_the_output_of_a_client_goes_to_stderr
    Dir.mktmpdir do |folder|
      noisy = File.join(folder, "noisy.rb")
      File.write(noisy, <<~RUBY)
        module Kernel
          alias quiet_require require
          def require(name)
            (puts "noise"; system "echo", "more") if name == "socket"
            quiet_require(name)
          end
        end
      RUBY
      @required = ["-r", noisy]

      opened(memcached.address)
      _, said, errors = talk.finish

      assert_empty said
      assert_includes errors, "noise"
      assert_includes errors, "more"
    end
  end

  def test_an_exception_of_the_client_fails_the_block
    opened(memcached.address)
    memcached.stop

    reply = talk.ask(type: "block", cell: "c", iterations: 2, batch: 1)

    assert_equal "failed", reply["type"]
    refute_empty reply["class"]
  end

  def test_a_call_that_waits_is_ended_in_each_way_that_ruby_has
    ended_from_outside("timeout_error", "raise_in", "kill", "fiber")
  end

  def test_a_call_that_is_not_ended_from_outside_returns
    enter(memcached.address)
    act([ADriver::WithActors::SET])
    events = %w[timeout_error raise_in kill fiber signal].flat_map do |way|
      act([ADriver::WithActors::GET.merge("interrupt" => { "by" => way, "after_ms" => 5_000 })]).first
    end

    assert_equal ["value|1"] * 5, events.filter_map { |event| event["value"] }.map { |value| plain(value) }
  end

  def test_a_block_collects_the_values_of_a_bulk_get_or_gives_up
    enter(memcached.address)
    act([ADriver::WithActors::SET])
    steps = %w[all break raise].map { |block| { "op" => "get_multi", "keys" => %w[k1 k2], "raw" => true, "block" => block } }
    all, broken, raised = act(steps).first.reject { |event| event["type"] == "invoke" }

    assert_equal [%w[one value|1]], all["value"]["pairs"].map { |pair| pair.map { |one| plain(one) } }
    assert_equal({ "pairs" => [] }, broken["value"])
    assert raised["error"]["injected"], raised.to_json
  end

  # A client that counts letters in place of bytes is found by such a text only.
  def test_a_raw_text_stays_a_text
    text = { "values" => { "v" => { "kind" => "string", "text" => "süß" } } }
    talk.read_line
    ask("load", client: "socket", adapter: "socket", shims: [], options: {})
    ask("enter", actor: "a", client: "socket", servers: [memcached.address], options: {}, mode: "sync", steps: [],
                 scenario: ADriver::WithActors::ACTED.merge(text))
    events, = act([ADriver::WithActors::SET])

    assert_equal({ "bytes" => ["süß"].pack("m0"), "encoding" => "UTF-8" }, events.first["wrote"])
  end

  def test_signals_whose_handlers_do_nothing_end_no_call = survives_signals

  def test_harness_overhead_has_no_allocations
    talk.read_line
    talk.ask(type: "load", client: "null", adapter: "null", shims: [], options: {})
    talk.ask(type: "open", cell: "c", client: "null", servers: [memcached.address], options: {}, scenario: GET)
    replies = [[4, false], [1, false], [50, false], [4, true], [1, true]].map do |iterations, latencies|
      talk.ask(type: "block", cell: "c", iterations: iterations, batch: 1, latencies: latencies)
    end
    warm = replies.values_at(1, 2, 4)

    assert_equal [0, 0, 0], warm.map { |reply| reply["allocations"] }
  end

  def test_harness_overhead_has_no_allocations_in_any_mode
    in_modes do |mode|
      talk.ask(type: "load", client: "null", adapter: "null", shims: [], options: {}, mode: mode)
      talk.ask(type: "open", cell: "c", client: "null", servers: [memcached.address], options: {}, scenario: GET, mode: mode,
               workers: WORKERS)
      replies = [50, 50, 2, 400].map { |iterations| talk.ask(type: "block", cell: "c", iterations: iterations) }

      assert_equal [0, 0, 0], replies.drop(1).map { |reply| reply["allocations"] }, mode
    end
  end

  def test_loads_nothing_that_an_old_client_may_forget_to_ask_for
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "list.rb"), "at_exit { warn $LOADED_FEATURES }")
      @required = ["-r", File.join(folder, "list.rb")]
      talk.read_line

      _, _, errors = talk.finish

      refute_match(%r{/(logger|bigdecimal|timeout|socket|zlib|delegate|monitor_mixin|erb|set/sorted_set)\.(rb|so)$}, errors)
    end
  end
end
