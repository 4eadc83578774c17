# frozen_string_literal: true

require "test_helper"
require "tmpdir"
require_relative "../contract/a_driver"
require_relative "../contract/a_planned_driver"

# The contract of every folder of drivers/ whose language has no test file here, on a runtime as `cachemark run` finds it:
#
#   bin/test test/drivers/planned_test.rb -n /NodeDriver/
module PlannedDrivers
  # The environment of the reference `socket`, in which `null` loads, too.
  module Environment
    def setup
      skip "#{language_name}: #{environment.reason}" if environment.is_a?(Cachemark::Env::Unavailable)
      super
    end

    def environment = DrivenClient.environment(DrivenClient.contender("#{language_name}/socket"))

    def argv
      program = Cachemark::Vocabulary::Language.all.fetch(language_name).program
      ["env", *environment.env.map { |pair| pair.join("=") }, *environment.argv, program]
    end
  end

  separate = Dir["#{__dir__}/*_test.rb"].map { |path| File.basename(path, "_test.rb") }
  (Cachemark::Vocabulary::Language.all.keys - separate).each do |name|
    const_set(:"#{name.capitalize}DriverTest", Class.new(Minitest::Test) do
      include APlannedDriver
      include Environment

      define_method(:language_name) { name }
    end)
  end
end
