# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"

class CDriverTest < Minitest::Test
  include APlannedDriver

  FOLDER = File.join(Cachemark::ROOT, "drivers/c")
  COMPILER = ENV.fetch("PATH").split(":").map { |folder| File.join(folder, "cc") }.find { |path| File.executable?(path) }
  # CHECKED=1 finds wrong uses of memory. memcached and this process are not checked.
  CHECKS = ENV["CHECKED"] ? %w[-g -fsanitize=address,undefined -fno-sanitize-recover=all] : []

  # The driver with the references, built once.
  def self.program
    @program ||= File.join(Dir.mktmpdir, "driver").tap do |path|
      Minitest.after_run { FileUtils.rm_rf(File.dirname(path)) }
      sources = Dir[File.join(FOLDER, "{driver,lib/**/*,adapters/null,adapters/socket}.c")]
      system(COMPILER, *Cachemark::Env::Cc::FLAGS, *CHECKS, *sources, "-o", path, exception: true)
    end
  end

  def setup
    skip "this machine has no cc" unless COMPILER
    super
  end

  def argv = [self.class.program, File.join(FOLDER, "driver.c")]

  def language_name = "c"

  # Its clients are not safe for threads.
  def unshared = %w[processes threads]

  def test_threads_share_no_client
    load_socket("threads-2,shared")
    reply = open_socket(memcached.address, mode: "threads-2,shared", workers: ADriver::InModes::WORKERS)

    assert_equal ["not_offered", "not offered by this driver: a client that several threads share"],
                 reply.values_at("type", "reason")
  end
end
