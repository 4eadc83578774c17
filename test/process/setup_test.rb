# frozen_string_literal: true

require "test_helper"

# bin/cachemark as a machine meets it that lacks something.
class SetupTest < Minitest::Test
  NEEDED = %w[sh ruby memcached cc c++ make git taskset dirname readlink cksum cat id cut getent sort tr sed grep tail uname
              mkdir].freeze

  def test_runs_through_a_link_from_anywhere_with_blanks_in_the_path
    Dir.mktmpdir("with blanks") do |folder|
      File.symlink(Executable::ROOT, File.join(folder, "a house"))
      File.symlink("a house/bin/cachemark", File.join(folder, "cm"))
      result = Executable.run("--version", program: File.join(folder, "cm"), chdir: folder)
      assert_equal [0, "cachemark #{Cachemark::VERSION}\n", ""], result.to_a
    end
  end

  def test_keeps_the_users_own_ruby_settings_out
    env = { "RUBYOPT" => "-rnothing_of_that_name", "RUBYLIB" => "/nowhere", "BUNDLE_GEMFILE" => "/nowhere",
            "GEM_HOME" => "/nowhere" }
    assert_equal [0, "cachemark #{Cachemark::VERSION}\n", ""], Executable.run("--version", env: env).to_a
  end

  # The tools of a machine without memcached, and words => what it says.
  LACKING = {
    [{}, "--with", "install=no"] => /\Acachemark: missing on this machine: memcached
Try: repeat without install=no, or as root: apt-get install --no-install-recommends memcached\n\z/,
    [{}] => /^Try: install your system's packages for: memcached/,
    [{ "uname" => "echo Darwin" }] => /xcode-select --install; brew install memcached$/,
    [{ "apt-get" => "exit 0", "id" => "echo 1000" }] => /^Try, as root: apt-get install --no-install-recommends memcached$/
  }.freeze

  def test_says_how_to_get_what_it_may_or_can_not_install
    LACKING.each do |(tools, *words), said|
      with_path_without("memcached", tools) do |path|
        result = Executable.run("env", "list", *words, env: { "PATH" => path })
        assert_equal [3, ""], [result.status, result.out]
        assert_match said, result.err
      end
    end
  end

  def test_says_what_it_installs_and_why_it_failed
    tools = { "apt-get" => "exit 0", "id" => "echo 1000",
              "sudo" => "[ \"$1\" = -n ] && exit 0; echo 'E: Unable to locate'; exit 100" }
    with_path_without("memcached", tools) do |path|
      Dir.mktmpdir do |cache|
        result = Executable.run("env", "list", env: { "PATH" => path, "XDG_CACHE_HOME" => cache })
        assert_equal 3, result.status
        assert_match(/\ACachemark will install these Debian packages, once: memcached$/, result.err)
        assert_empty result.out
        assert_match(%r{E: Unable to locate\nComplete output: .*/packages.log$}, result.err)
      end
    end
  end

  def test_reports_why_its_gems_could_not_be_installed
    Dir.mktmpdir do |cache|
      gemrc = File.join(cache, "gemrc")
      File.write(gemrc, ":sources: [\"http://127.0.0.1:9\"]\n")
      result = Executable.run("env", "list", env: { "XDG_CACHE_HOME" => cache, "GEMRC" => gemrc, "HOME" => cache })
      assert_equal 3, result.status, result.err
      assert_match(/\ACachemark will install its gems, once, into/, result.err)
      assert_empty result.out
      assert_match(%r{cannot install its gems.*\n(  .*\n)+Complete output: .*/run.log$}, result.err)
    end
  end

  def test_refuses_to_install_gems_when_it_must_not
    Dir.mktmpdir do |cache|
      result = Executable.run("env", "list", "--with", "install=no", env: { "XDG_CACHE_HOME" => cache })
      assert_equal [3, "", 2], [result.status, result.out, result.err.lines.size]
      assert_match(/its gems are not installed yet/, result.err)
    end
  end

  READING = ["list", "audit gems", "init", "help", "show x.jsonl", "completion zsh", "--version", "version", "",
             "run dalli --dry-run", "env runtime ruby-3.3 --dry-run", "gate --help"].freeze

  def test_commands_that_only_read_install_nothing_and_write_nothing
    with_path_without("memcached", "ruby" => "exec #{RbConfig.ruby} --disable-gems \"$@\"") do |path|
      Dir.mktmpdir do |cache|
        READING.each do |line|
          result = Executable.run(*line.split, env: { "PATH" => path, "XDG_CACHE_HOME" => cache })
          assert_equal [3, ""], [result.status, result.out], line
          assert_equal "cachemark: missing on this machine: memcached and its gems\n" \
                       "Try: #{Executable::ROOT}/bin/cachemark doctor, which installs what is missing\n", result.err
        end
        assert_empty Dir.children(cache)
      end
    end
  end

  def test_commands_that_only_read_run_with_what_is_there
    script = "root=#{Executable::ROOT}; . $root/setup/common.sh; missing_commands() { echo memcached; }; " \
             "use_what_is_here; echo $gems"
    out, err, = Open3.capture3(Executable::OURS, "/bin/sh", "-uc", script, "bin/cachemark")

    assert_path_exists out.chomp
    assert_equal "note: missing on this machine: memcached (bin/cachemark doctor installs it)\n", err
  end

  # Its parts run at the same time, and some of them start Cachemark.
  def test_the_checks_need_the_gems_of_cachemark_before_they_start
    Dir.mktmpdir do |cache|
      script = "root=#{Executable::ROOT}; . $root/setup/common.sh; cache=#{cache}/cachemark; find_ruby; find_home; echo $home"
      home, = Open3.capture2("/bin/sh", "-c", script)
      FileUtils.mkdir_p(home.chomp)
      FileUtils.touch(File.join(home.chomp, "check.ready"))
      program = File.join(Executable::ROOT, "bin/check")
      result = Executable.run("--no-install", program: program, env: { "XDG_CACHE_HOME" => cache })

      assert_equal 3, result.status
      assert_match(/its gems are not installed yet/, result.err)
    end
  end

  def test_ends_its_processes_when_it_is_terminated
    Dir.mktmpdir do |cache|
      pid = spawn(Executable::OURS.merge("XDG_CACHE_HOME" => cache), File.join(Executable::ROOT, "bin/cachemark"), "env", "list",
                  out: File::NULL, err: File::NULL)
      sleep 0.02 until Dir[File.join(cache, "cachemark/setup/*/run.log")].any? { |log| File.size?(log) }
      Process.kill("TERM", pid)
      assert_equal 143, Process.wait2(pid).last.exitstatus
      assert_empty Dir["/proc/[0-9]*/environ"].select { |path| mentions?(path, cache) }
    end
  end

  def test_prints_each_gem_that_it_installs_and_what_an_interrupt_keeps
    Dir.mktmpdir do |folder|
      pid, err = gems(folder, "check", "echo Fetching erubi 1.13.1; echo Installing erubi 1.13.1; sleep 60")
      sleep 0.02 until File.read(err).include?("Installing")
      Process.kill("INT", pid)

      assert_equal 130, Process.wait2(pid).last.exitstatus
      assert_equal ["Cachemark will also install the gems of its own checks, once, into #{folder}", "  Installing erubi 1.13.1",
                    "Stopped. The gems that are already installed are kept.", "Try: the same command again, to continue"],
                   File.readlines(err, chomp: true)
    end
  end

  def test_says_that_it_cannot_write_its_cache
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "cachemark"), "a file in the way")
      result = Executable.run("env", "list", env: { "XDG_CACHE_HOME" => folder })
      assert_equal 3, result.status
      assert_match(/cannot write the cache/, result.err)
    end
  end

  # An offer with its settings => its texts.
  OFFERS = {
    ["offer_browser", "no_install=yes"] => [/are skipped \(install=no\). As root: apt-get install .*chromium$/],
    ["offer_browser", "home=$PATH"] => [/\AWithout chromium the tests of pages are skipped. As root: apt-get/],
    ["offer_shells", "no_install=yes"] => %w[zsh fish].map { |name| /^Without #{name} .* completion are skipped \(install=no/ },
    ["PATH=/none; offer_hosts", "no_install=yes"] => [/^Without rsync the tests over ssh are skipped \(install=no\)/],
    ["offer_linter", "no_install=yes"] => [/\AWithout shellcheck the tests of shell scripts are skipped \(install=no\)/]
  }.freeze

  def test_tests_go_on_without_programs_and_say_how_to_get_them
    OFFERS.each do |(asked, settings), said|
      result = offer(settings, asked: asked)
      assert_equal [0, ""], [result.status, result.out], asked
      said.each { |text| assert_match text, result.err }
    end
  end

  def test_a_browser_that_apt_does_not_have_is_tried_once
    Dir.mktmpdir do |cache|
      tools = { "apt-get" => "exit 0", "id" => "echo 1000", "sudo" => "[ \"$1\" = -n ] && exit 0; exit 100" }
      first, second = Array.new(2) { offer("cache=#{cache} home=#{cache}", tools) }
      assert_match(/\ACachemark will install this Debian package.*: chromium\n/, first.err)
      assert_match(/^apt-get failed\. .*packages\.log$/, first.err)
      assert_match(/\AWithout chromium the tests of pages are skipped. As root: apt-get install .* chromium\n\z/, second.err)
      assert_equal [0, 0], [first.status, second.status]
    end
  end

  private

  # Runs the last step of set-up for the tests with these settings and a separate PATH.
  def offer(settings, tools = {}, asked: "offer_browser")
    with_path_without("memcached", tools) do |path|
      script = "root=#{Executable::ROOT}; . $root/setup/common.sh; #{settings}; #{asked}"
      out, err, status = Open3.capture3({ "PATH" => path }, "/bin/sh", "-uc", script)
      return Executable::Result.new(status.exitstatus, out, err)
    end
  end

  # Starts setup/gems.rb with this shell script as its Ruby. Returns its pid and the file of its error output.
  def gems(folder, group, script)
    ruby = File.join(folder, "ruby")
    File.write(ruby, "#!/bin/sh\n#{script}\n", perm: 0o755)
    # A shell starts jobs in the background with INT ignored, and so are all their processes.
    own = "trap('INT', 'DEFAULT'); require 'rbconfig'; def RbConfig.ruby = #{ruby.dump}; load ARGV.shift"
    err = File.new(File.join(folder, "err"), "w")
    pid = spawn(RbConfig.ruby, "-e", own, File.join(Executable::ROOT, "setup/gems.rb"), Executable::ROOT, folder, group, "no",
                "true", err: err)
    [pid, err]
  end

  def mentions?(path, text)
    File.binread(path).include?(text)
  rescue SystemCallError
    false
  end

  # A PATH of links to what set-up needs, without one command, with small scripts for others.
  def with_path_without(absent, scripts = {})
    Dir.mktmpdir do |folder|
      (NEEDED - [absent, *scripts.keys]).each do |command|
        found = ENV["PATH"].split(":").map { |place| File.join(place, command) }.find { |path| File.executable?(path) }
        File.symlink(found, File.join(folder, command)) if found
      end
      scripts.each { |name, body| File.write(File.join(folder, name), "#!/bin/sh\n#{body}\n", perm: 0o755) }
      yield folder
    end
  end
end

# setup/packages.sh with our own apt-get and a separate root folder.
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

  def test_the_daemons_of_tests_are_not_enabled_either
    in_root do |root|
      result = install(root, { "apt-get" => "[ $1 = update ] || : >\"$ROOT/installed\"" }, {}, %w[slurm-wlm openssh-server])

      assert_equal 0, result.status, result.err
      services = %w[munge slurmctld slurmd ssh]
      assert_equal services.flat_map { |name| ["disable #{name}.service\n", "#{name} disable\n"] },
                   File.readlines(File.join(root, "disabled"))
    end
  end

  def test_packages_do_not_get_the_password_of_a_server
    in_root do |root|
      assert_equal 0, install(root, { "apt-get" => "env > $ROOT/seen" }, "CACHEMARK_PASSWORD" => "secret").status
      refute_includes File.read(File.join(root, "seen")), "secret"
    end
  end

  def test_leaves_a_memcached_that_was_there_alone
    in_root do |root|
      FileUtils.touch(File.join(root, "installed"))
      assert_equal 0, install(root, "apt-get" => "exit 0").status
      refute_path_exists File.join(root, "disabled")
    end
  end

  def test_restores_after_a_failure_or_a_signal
    { 100 => "exit 100", 143 => "kill -TERM $PPID" }.each do |status, ending|
      in_root do |root|
        assert_equal status, install(root, "apt-get" => "[ $1 = update ] || { : >\"$ROOT/installed\"; #{ending}; }").status
        assert_path_exists File.join(root, "disabled")
        refute_path_exists policy(root)
      end
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

  def install(root, tools, more = {}, packages = %w[memcached make])
    TOOLS.merge(tools).each do |name, body|
      File.write(File.join(root, "bin", name), "#!/bin/sh\n#{body}\n", perm: 0o755)
    end
    env = { "PATH" => "#{root}/bin:#{ENV.fetch("PATH")}", "CACHEMARK_SYSTEM_ROOT" => root, "ROOT" => root,
            "POLICY" => policy(root), **more }
    Executable.run(*packages, program: SCRIPT, env: env)
  end
end
