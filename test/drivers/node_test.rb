# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"

class NodeDriverTest < Minitest::Test
  include APlannedDriver

  def setup
    skip "this machine has no node" unless NODE
    super
  end

  NODE = ENV.fetch("PATH").split(":").map { |folder| File.join(folder, "node") }.find { |path| File.executable?(path) }

  def argv = [NODE, File.join(Cachemark::ROOT, "drivers/node/driver.js")]
end
