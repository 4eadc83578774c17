# frozen_string_literal: true

require "test_helper"

class EnvVariablesTest < Minitest::Test
  GIVEN = { "PATH" => "/bin", "HOME" => "/home/me", "RUBYOPT" => "-w", "BUNDLE_GEMFILE" => "x", "GEM_HOME" => "y",
            "RUBYLIB" => "z", "HTTPS_PROXY" => "http://proxy" }.freeze

  def variables = Cachemark::Env::Variables.new(GIVEN)

  def test_keeps_what_would_change_a_measurement_out_of_a_driver
    assert_equal({ "LANG" => "C.UTF-8", "PATH" => "/bin", "HOME" => "/home/me" }, variables.for_driver)
  end

  def test_lets_a_build_reach_the_network_as_the_user_does
    assert_equal "http://proxy", variables.for_build["HTTPS_PROXY"]
    refute variables.for_build.key?("RUBYOPT")
  end
end
