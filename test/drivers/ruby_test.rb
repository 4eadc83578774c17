# frozen_string_literal: true

require "test_helper"
require "rbconfig"
require_relative "../contract/a_ruby_driver"

class RubyDriverTest < Minitest::Test
  include ARubyDriver

  def command = [RbConfig.ruby]
end

# The same on the other Rubies of this machine.
OtherRuntimes.repeat(ARubyDriver, OtherRuntimes.rubies)
