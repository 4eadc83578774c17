# frozen_string_literal: true

require "test_helper"

# kill -9 leaves no process of a run, whatever it was doing.
class KilledTest < Minitest::Test
  def test_while_it_measures_and_its_record_can_be_shown
    Dir.mktmpdir do |folder|
      UserFile.with_pairs(60) do |pairs|
        arguments = ["socket", "--with", "ring=2", "--scenario", "client/set-pairs", "--with", "data=#{pairs}", "--for", "30s"]
        ARun.start(*arguments, env: { "TMPDIR" => folder }) do |run|
          run.wait_until { run.lines("block").size > 3 }
          family = run.family.map(&:last)
          [/keeper_program/, /memcached -m/, /driver\.rb/].each { |kind| assert(family.any?(kind), "#{kind} of #{family}") }
          refute_empty Dir.glob("#{folder}/cachemark-pairs*/*.json")
          run.signal("KILL")

          assert_equal 137, run.finish
          assert_empty run.left(2)
          assert_empty Dir.glob("#{folder}/cachemark-pairs*")
          shown = Executable.run("show", run.record)
          assert_equal [0, ""], [shown.status, shown.err]
          assert_match(/the run has not ended/, shown.out)
        end
      end
    end
  end

  def test_nor_the_unix_socket_of_a_proxy
    Dir.mktmpdir do |folder|
      File.chmod(0o755, folder) # memcached does not run as root
      arguments = ["socket,transport=unix", "--case", "key/*"]
      ARun.start(*arguments, command: "check", env: { "TMPDIR" => folder }) do |run|
        run.wait_until { Dir.glob("#{folder}/cachemark-proxy*/*").any? }
        run.family
        run.signal("KILL")
        run.finish

        assert_empty run.left(20)
        assert_empty Dir.glob("#{folder}/cachemark-proxy*")
      end
    end
  end

  def test_while_it_builds
    SlowBuild.open do |client, began, cache|
      ARun.start(client, "--scenario", "client/set", env: cache) do |run|
        run.wait_until { File.exist?(began) }
        run.wait_for(/extconf/)
        run.signal("KILL")

        assert_equal 137, run.finish
        assert_empty run.left(2)
      end
    end
  end

  # One of the driver processes of a mode, while it measures either scenario.
  def test_a_killed_worker_costs_its_row_alone
    ARun.start("python/socket", "socket", "--with", "mode=processes-2", "--for", "4x", "--format", "json",
               *%w[client/get client/set].flat_map { |id| ["--scenario", id] }) do |run|
      run.wait_until { run.lines("proof").any? }
      Process.kill("KILL", run.family.reverse.find { |_, command| command.include?("driver.py") }.first)
      run.finish
      rows = JSON.parse(run.out)["rows"]
      failed = rows.reject { |row| row["status"] == "ok" }

      assert_equal [4, ["python/socket"]], [rows.size, failed.map { |row| row["contender"] }], run.err
      assert_match(/the driver was killed by SIGKILL/, failed.first["reason"])
      assert_empty run.left
    end
  end
end
