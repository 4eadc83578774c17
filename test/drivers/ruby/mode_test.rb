# frozen_string_literal: true

require "test_helper"
%w[sync threads fibers processes].each do |part|
  require File.join(Cachemark::ROOT, "drivers/ruby/lib/modes/#{part}.rb")
end
%w[step adapter names compiler mode].each { |part| require File.join(Cachemark::ROOT, "drivers/ruby/lib/#{part}.rb") }

class DriverModeTest < Minitest::Test
  Mode = CachemarkDriver::Mode

  def test_reads_what_a_request_asks_for
    { nil => [1, false, true], "sync" => [1, false, true], "threads-4" => [4, false, false],
      "fibers-08,shared" => [8, true, false], "processes-16" => [16, false, false] }.each do |text, expected|
      mode = Mode.named(text)
      assert_equal expected, [mode.workers, mode.shared?, mode.sync?], text
    end
  end

  def test_says_what_it_does_not_offer
    { "gevent-4" => "", "threads" => "", "threads-0" => "", "threads-4,spread" => "",
      "processes-2,shared" => " (processes cannot share a client)" }.each do |text, reason|
      error = assert_raises(CachemarkDriver::NotOffered) { Mode.named(text) }
      assert_equal "not offered by this driver: mode #{text}#{reason}", error.message
    end
  end
end
