# frozen_string_literal: true

require "test_helper"
require "json"
require "tmpdir"

# The Rubies that `env runtime` makes are real ones: made, measured with, and removed again.
class RuntimeTest < Minitest::Test
  def test_a_ruby_of_debians_is_made_and_measures_what_this_one_cannot
    name = ENV["CACHEMARK_BUILD_RUNTIME"] or
      skip "downloads 130 MB and takes a minute, as root: set CACHEMARK_BUILD_RUNTIME=ruby-3.3"
    Dir.mktmpdir do |home|
      env = { "XDG_CACHE_HOME" => "#{home}/cache", "XDG_STATE_HOME" => "#{home}/state" }
      made = Executable.run("env", "runtime", name, env: env)
      assert_equal 0, made.status, made.err
      path = made.out[%r{^(#{Regexp.escape(home)}\S+/#{name})  }, 1]

      assert_equal [["ok", "ruby 3.3"]], rows(path, env, "dalli@5.3.2")
      assert_empty OtherRoot.mounts_below(home)
      assert_match(/and #{name}: /, Executable.run("env", "prune", "--unused-for", "0", env: env).out)
    end
  end

  private

  # [status, the Ruby that it ran on] of each row.
  def rows(path, env, contender)
    measure = ["--scenario", "client/get", "--iterations", "2000", "--format", "json"]
    run = Executable.run("run", contender, "--ruby", path, *measure, env: env)
    JSON.parse(run.out).fetch("rows").map { |row| [row["status"], row["runtime"][/\A\w+ \d\.\d/]] }
  end
end
