# frozen_string_literal: true

require "test_helper"
require_relative "../../contract/a_driver"

# The Ruby driver keeps its contract on JRuby too.
class JRubyDriverTest < Minitest::Test
  include ADriver

  def setup = @ruby = JRuby.path_for(self)

  def argv = [@ruby, File.join(Cachemark::ROOT, "drivers", "ruby", "driver.rb")]

  def modes = %w[threads]

  def test_says_why_it_has_no_other_mode
    load_socket("sync")
    reasons = %w[fibers-2 processes-2].map { |mode| open_socket(memcached.address, mode: mode, workers: WORKERS)["reason"] }

    assert_equal ["not offered by this driver: mode fibers-2 (JRuby's fibers have no scheduler)",
                  "not offered by this driver: mode processes-2 (this runtime cannot fork)"], reasons
  end
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
      assert_operator block["user_ns"], :>=, 0
      assert_equal [nil, nil], block.values_at("allocations", "gc_ns")
    end
  end
end
