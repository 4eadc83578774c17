# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"
require_relative "../contract/in_its_environment"

# The contract of every folder of drivers/ whose language has no test file here:
#
#   bin/test test/drivers/planned_test.rb -n /PhpDriver/
module PlannedDrivers
  separate = Dir["#{__dir__}/*_test.rb"].map { |path| File.basename(path, "_test.rb") }
  (Cachemark::Vocabulary::Language.all.keys - separate).each do |name|
    const_set(:"#{name.capitalize}DriverTest", Class.new(Minitest::Test) do
      include APlannedDriver
      include InItsEnvironment

      define_method(:language_name) { name }
    end)
  end
end
