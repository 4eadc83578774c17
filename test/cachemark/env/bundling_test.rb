# frozen_string_literal: true

require "test_helper"
require "open3"

class EnvBundlingTest < Minitest::Test
  # Builds one contender in a process of its own, as another cachemark would.
  PROGRAM = <<~'RUBY'
    require "cachemark"; require "made_contender"; require "warm_cache"
    built = WarmCache.build([MadeContender.gem("dalli", "4.3.10")], cache: ARGV[0]) { |event| warn event[:kind] }
    environment = built.values.first
    puts environment.respond_to?(:gems) ? environment.gems.inspect : environment.reason
  RUBY

  def command(cache) = [RbConfig.ruby, "-I", [*$LOAD_PATH, "#{Cachemark::ROOT}/test/support"].join(":"), "-e", PROGRAM, cache]

  def test_two_processes_that_build_the_same_at_once_both_succeed
    WarmCache.fresh do |cache|
      outcomes = Array.new(2) { Thread.new { Open3.capture3(*command(cache)) } }.map(&:value)

      assert_equal(['{"dalli"=>"4.3.10", "logger"=>"1.7.0"}'] * 2, outcomes.map { |out, _| out.chomp })
      assert_equal(2, outcomes.sum { |_, events,| events.scan("building").size })
    end
  end

  def test_one_that_was_killed_leaves_nothing_that_looks_ready
    WarmCache.fresh do |cache|
      Open3.popen3(*command(cache)) do |_, _, events, process|
        assert_equal "resolving", events.gets.chomp
        Process.kill("KILL", process.pid)
      end

      assert_empty Dir["#{cache}/envs/*/env.json"]
      environment = WarmCache.build([MadeContender.gem("dalli", "4.3.10")], cache: cache).values.first
      assert_equal "4.3.10", environment.gems["dalli"]
    end
  end

  def test_a_gem_that_is_gone_from_the_store_is_built_again
    WarmCache.fresh do |cache|
      contender = MadeContender.gem("dalli", "3.2.8")
      2.times do
        environment = WarmCache.build([contender], cache: cache).values.first
        assert_path_exists environment.expected.first.fetch(:dir)
        FileUtils.rm_rf([environment.expected.first.fetch(:dir), *Dir["#{cache}/store/**/dalli-3.2.8.gemspec"]])
      end
    end
  end

  def test_a_runtime_with_another_name_has_an_environment_of_its_own
    WarmCache.fresh do |dir|
      File.write("#{dir}/ruby", "#!/bin/sh\nexec #{RbConfig.ruby} \"$@\"\n")
      File.chmod(0o755, "#{dir}/ruby")
      contenders = [nil, "#{dir}/ruby"].map { |ruby| MadeContender.gem("dalli", "3.2.8", runtime: ruby) }
      own, other = contenders.map { |contender| WarmCache.build([contender], cache: dir).values.first }

      assert_equal "#{dir}/ruby", other.argv.first
      refute_equal own.dir, other.dir
      assert_equal own.argv.drop(1), other.argv.drop(1)
    end
  end
end
