# frozen_string_literal: true

require "test_helper"
require_relative "../../contract/a_driver_of_level_3"

# The Ruby driver keeps its contract on JRuby too.
class JRubyDriverTest < Minitest::Test
  include ADriverOfLevel3

  CALL = ADriver::WithActors::GET

  # A JVM collects when it has to.
  undef_method :test_collects_no_garbage_where_a_request_forbids_it

  def setup = @ruby = JRuby.path_for(self)

  def argv = [@ruby, File.join(Cachemark::ROOT, "drivers", "ruby", "driver.rb")]

  def language_name = "ruby"

  def modes = %w[threads processes]

  def test_says_why_it_has_no_other_mode
    load_socket("sync")
    reply = open_socket(memcached.address, mode: "fibers-2", workers: WORKERS)

    assert_equal "not offered by this driver: mode fibers-2 (JRuby's fibers have no scheduler)", reply["reason"]
  end

  def test_an_exception_comes_at_a_line_of_the_library
    assert_equal "not offered by this driver: an interrupt by line", lack("interrupt" => { "by" => "line", "number" => 1 })
  end

  def test_reports_interrupts_that_it_does_not_support
    %w[signal fiber].each do |way|
      assert_equal "not offered by this driver: an interrupt by #{way}", lack("interrupt" => { "by" => way, "after_ms" => 5 })
    end
    forks = { "together" => { "by" => "fork", "lanes" => [[CALL], [CALL]] } }
    assert_equal "not offered by this driver: a fork of its process", entering(memcached.address, steps: [forks])["reason"]
  end

  def test_an_actor_may_take_a_limited_amount_of_memory
    assert_equal "not offered by this driver: a limit of its memory", entering(memcached.address, memory_mb: 1)["reason"]
  end

  # Of what the system has given it most is room for what is to come.
  def test_an_actor_holds_what_is_alive_on_its_heap
    pid = enter(memcached.address)
    events, = act([{ "look" => true }])
    resident = File.read("/proc/#{pid}/statm").split[1].to_i * 4096

    assert_includes 1_000_000..(resident / 2), events.last["value"]["pairs"].to_h["memory_bytes"]
  end

  private

  def endings = %w[timeout timeout_error raise_in kill]
  def lane_ways = %w[threads]

  # The reply of the driver for an actor with such a call.
  def lack(more) = entering(memcached.address, steps: [CALL.merge(more)])["reason"]
end

# And clients run in it.
class JRubyClientsTest < Minitest::Test
  include DrivenClient
  include AClient

  def setup = @ruby = JRuby.path_for(self)

  %w[2.7.11 3.2.8].each do |version|
    define_method(:"test_dalli_#{version.tr(".", "_")}") do
      loaded = load_client("dalli@#{version},ruby=#{@ruby}")

      assert_equal version, loaded["version"]
      prove_client
      prove_counter
      check_the_wire
      block = run_once
      assert_equal %w[block true], [block["type"], block["checked"].to_s], block.inspect
      assert_operator block["wall_ns"], :>, 0
      assert_equal [Integer, Integer], block.values_at("user_ns", "system_ns").map(&:class)
      assert_equal [nil, nil], block.values_at("allocations", "gc_ns")
    end
  end
end
