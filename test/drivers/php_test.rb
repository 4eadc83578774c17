# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"

class PhpDriverTest < Minitest::Test
  include APlannedDriver

  def setup
    skip "this machine has no php" unless PHP
    super
  end

  PHP = ENV.fetch("PATH").split(":").map { |folder| File.join(folder, "php") }.find { |path| File.executable?(path) }

  def argv = [PHP, "-n", File.join(Cachemark::ROOT, "drivers/php/driver.php")]
end
