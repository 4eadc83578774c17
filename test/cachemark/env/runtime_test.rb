# frozen_string_literal: true

require "test_helper"
require "open3"

class EnvRuntimeTest < Minitest::Test
  Runtime = Cachemark::Env::Runtime

  def test_what_this_process_knows_is_what_a_probe_would_say
    output, = Open3.capture2({ "RUBYOPT" => nil }, *Runtime.probe_argv(RbConfig.ruby))

    assert_equal Runtime.current, Runtime.parse(RbConfig.ruby, output)
  end

  def test_says_whether_it_meets_a_requirement
    runtime = Runtime.current.with(version: "3.1.2")

    assert runtime.meets?(nil)
    assert runtime.meets?(">= 2.5, < 4")
    refute runtime.meets?(">= 3.3")
  end

  def test_builds_of_one_version_in_two_places_have_two_stores
    refute_equal Runtime.current.key, Runtime.current.with(build: "elsewhere").key
  end

  def test_takes_nothing_else_for_a_ruby
    assert_nil Runtime.parse("/bin/echo", "hello\n")
  end
end
