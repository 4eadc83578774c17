# frozen_string_literal: true

require "test_helper"
require "open3"

# The driver's own parts, each tested in Python, by the Pythons that it supports.
class PythonUnitsTest < Minitest::Test
  include PythonWorld

  FOLDER = File.join(__dir__, "unit")

  Dir["#{FOLDER}/*_test.py"].sort.each do |path|
    %w[python3 python2.7].each do |version|
      define_method(:"test_#{File.basename(path, "_test.py")}_on_#{version}") do
        command = python("python/socket,python=#{version}").insert(-3, "MEMCACHED=#{memcached.address}")
        output, status = Open3.capture2e(*command[0..-2], "-W", "error::SyntaxWarning", path)

        assert_predicate status, :success?, output
        assert_match(/^Ran [1-9]/, output)
      end
    end
  end
end
