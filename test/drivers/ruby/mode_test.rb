# frozen_string_literal: true

require "test_helper"
%w[sync threads fibers].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/modes/#{part}.rb") }
%w[step adapter compiler mode].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverModeTest < Minitest::Test
  Mode = CachemarkDriver::Mode

  def test_reads_what_a_request_asks_for
    { {} => [1, false], { "mode" => "sync" } => [1, false], { "mode" => "threads", "workers" => [{}] * 4 } => [4, false],
      { "mode" => "fibers", "workers" => [{}] * 8, "shared" => true } => [8, true] }.each do |message, expected|
      mode = Mode.of(message)
      assert_equal expected, [mode.workers, mode.shared?], message
    end
  end

  def test_an_unknown_mode_is_not_offered
    error = assert_raises(CachemarkDriver::NotOffered) { Mode.of("mode" => "gevent", "workers" => [{}, {}], "shared" => true) }

    assert_equal "not offered by this driver: mode gevent-2,shared", error.message
  end
end
