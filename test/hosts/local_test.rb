# frozen_string_literal: true

require "test_helper"

# Comparisons, searches and loads by several replicas on this machine.
class LocalHostsTest < Minitest::Test
  include OnHosts

  each_takes 15

  def test_a_replica_that_dies_costs_only_its_own_data_and_the_merged_records_are_the_result
    start(*%w[--on local --on 2 --for 20s])
    measured(2)
    Processes.kill(replicas.first)
    code, document = ended

    assert_equal 0, code, said
    assert_equal 2, document["verdicts"].first["hosts"].size
    assert_match(/^lost .*: its measurements until then count/, document["notes"].join("\n"))
    code, document = finished(*%w[--on local --on 2 --resume], file("r.jsonl"), command: %w[compare], record: nil)

    assert_equal 0, code, said
    assert_equal 3, document["verdicts"].first["hosts"].size
    assert_equal 1, said.scan("started").size
    merged = Executable.run("merge", *host_files, "--output", file("again.jsonl"), env: environment)
    assert_equal 0, merged.status, merged.err
    assert FileUtils.identical?(file("r.jsonl"), file("again.jsonl"))
    code, = finished(*%w[--on local --on 2 --resume], file("r.jsonl"), command: %w[compare], record: nil)

    assert_equal 2, code
    assert_match(/2 hosts completed this already\nTry: add hosts to --on/, said)
  end

  def test_a_signal_ends_all_replicas_and_keeps_what_they_measured
    start(*%w[--on local --on 2 --for 60s])
    measured(2)
    Process.kill("INT", @pid)
    code, document = ended

    assert_equal [130, "interrupted"], [code, document["outcome"]], said
    assert_operator document["verdicts"].first["pairs"], :>, 0
    assert_nothing_left
  end

  def test_nothing_is_left_after_the_coordinator_was_killed
    start(*%w[--on local --on 2 --for 60s])
    measured(2, "block")
    kill_coordinator

    assert_nothing_left
  end

  def test_hosts_load_a_server_together
    with_server do |address|
      code, document = finished(*%w[--on local --on 2 --with], "server=#{address}", command: LOAD)
      rows = document["rows"].select { |row| row["client"] == "ruby/dalli" }

      assert_equal 0, code, said
      assert_equal([200, 400], rows.map { |row| row["rate"] })
      rows.each do |row|
        assert_equal row.dig("tally", "least", "hits"), row.dig("tally", "counted", "hits")
        assert_equal row.dig("tally", "counted", "hits"), row.dig("percentiles", "count")
        assert_equal([row["rate"] / 2] * 2, row["hosts"].map { |host| host["rate"] })
      end
    end
  end

  # The rest of their search is in test/cachemark/lab/find_test.rb.
  def test_hosts_search_together_from_the_pairs_of_all
    AClientRepository.open do |client|
      client.slow_down
      find = %w[find git:HEAD~1..HEAD --scenario client/get]
      start(*%w[--on local --on 2 --for 2m], command: find, chdir: client.dir)
      measured(2, "effect")
      Process.kill("INT", @pid)
      code, = ended
      effects = host_files.map { |path| Cachemark::Record::Reader.read(path).effects.first.except("host") }

      assert_equal 130, code, said
      assert_equal [2, 1], [effects.size, effects.uniq.size]
      assert_equal 2, effects.first["hosts"].count(&:any?)
    end
  end

  def test_a_load_ends_if_a_host_is_lost
    with_server do |address|
      start(*%w[--on local --on 2 --with], "server=#{address}", command: [*LOAD, "--for", "60s"])
      measured(2, "block")
      Processes.kill(replicas.first)
      code, document = ended

      assert_equal 3, code, said
      assert_equal "stopped early", document["outcome"]
      assert_match(/^lost .*: only blocks that all hosts finished count/, document["notes"].join("\n"))
      assert_nothing_left
    end
  end

  def test_a_server_that_somebody_uses_is_not_loaded
    with_server do |address|
      socket = TCPSocket.new(*address.split(":"))
      socket.write("set mine 0 0 1\r\n1\r\n")
      assert_equal "STORED\r\n", socket.gets
      code, document = finished(*%w[--on local --with], "server=#{address}", command: LOAD)

      assert_equal [2, nil], [code, document]
      assert_match(/holds 1 item/, said)
    end
  end

  def test_a_driver_that_dies_costs_only_its_own_row
    with_server do |address|
      start(*%w[--on local --on 2 --with], "server=#{address}", command: [*LOAD, "--for", "10s"])
      measured(2, "block")
      driver = nil
      assert(Processes.eventually { driver = driver_of_a_replica })
      Process.kill("KILL", driver)
      code, document = ended
      row = document["rows"].find { |one| one["client"] == "ruby/dalli" }

      assert_equal [3, "complete", "failed"], [code, document["outcome"], row["status"]], said
      assert_match(/: the driver .*KILL/, row["reason"])
      assert_nothing_left
    end
  end

  private

  def driver_of_a_replica = Processes.below(@pid).find { |pid| command(pid).include?("drivers/ruby/driver.rb") }

  # The pids of replicas on this machine.
  def replicas = Processes.below(@pid).select { |pid| command(pid).include?("--replica") }
end
