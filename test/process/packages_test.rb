# frozen_string_literal: true

require "test_helper"

# setup/packages.sh against an apt-get of our own and a root folder of its own.
class PackagesTest < Minitest::Test
  SCRIPT = File.expand_path("../../setup/packages.sh", __dir__)

  def test_starts_no_service_and_enables_none
    in_root do |root|
      result = install(root, "apt-get" => <<~SH)
        [ $1 = update ] && exit
        "$POLICY" memcached start
        echo $? >"$ROOT/asked"
        : >"$ROOT/installed"
      SH
      assert_equal 0, result.status, result.err
      assert_equal "101\n", File.read(File.join(root, "asked"))
      assert_equal "disable memcached.service\nmemcached disable\n", File.read(File.join(root, "disabled"))
      refute_path_exists policy(root)
    end
  end

  def test_leaves_a_memcached_that_was_there_alone
    in_root do |root|
      FileUtils.touch(File.join(root, "installed"))
      assert_equal 0, install(root, "apt-get" => "exit 0").status
      refute_path_exists File.join(root, "disabled")
    end
  end

  def test_restores_after_a_failure
    in_root do |root|
      assert_equal 100, install(root, "apt-get" => "[ $1 = update ] || { : >\"$ROOT/installed\"; exit 100; }").status
      assert_path_exists File.join(root, "disabled")
      refute_path_exists policy(root)
    end
  end

  def test_restores_after_a_signal
    in_root do |root|
      assert_equal 143, install(root, "apt-get" => "[ $1 = update ] || { : >\"$ROOT/installed\"; kill -TERM $PPID; }").status
      assert_path_exists File.join(root, "disabled")
      refute_path_exists policy(root)
    end
  end

  def test_leaves_behind_nothing_that_lasts_when_it_is_killed
    in_root do |root|
      assert_equal 137, install(root, "apt-get" => "[ $1 = update ] || kill -KILL $PPID").status
      assert system(policy(root), "nginx", "start"), "services are forbidden for ever"
      refute_path_exists policy(root)
    end
  end

  def test_keeps_a_policy_of_the_machines_own
    in_root do |root|
      File.write(policy(root), "#!/bin/sh\nexit 101\n", perm: 0o755)
      assert_equal 0, install(root, "apt-get" => "exit 0").status
      assert_equal "#!/bin/sh\nexit 101\n", File.read(policy(root))
    end
  end

  private

  TOOLS = { "dpkg-query" => "[ -e \"$ROOT/installed\" ] && echo installed",
            "deb-systemd-helper" => "echo \"$@\" >>\"$ROOT/disabled\"",
            "update-rc.d" => "echo \"$@\" >>\"$ROOT/disabled\"" }.freeze

  def policy(root) = File.join(root, "usr/sbin/policy-rc.d")

  def in_root
    Dir.mktmpdir do |root|
      FileUtils.mkdir_p(%w[usr/sbin run/lock bin].map { |path| File.join(root, path) })
      yield root
    end
  end

  def install(root, tools)
    TOOLS.merge(tools).each do |name, body|
      File.write(File.join(root, "bin", name), "#!/bin/sh\n#{body}\n", perm: 0o755)
    end
    env = { "PATH" => "#{root}/bin:#{ENV.fetch("PATH")}", "CACHEMARK_SYSTEM_ROOT" => root, "ROOT" => root,
            "POLICY" => policy(root) }
    Executable.run("memcached", "make", program: SCRIPT, env: env)
  end
end
