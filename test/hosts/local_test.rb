# frozen_string_literal: true

require "test_helper"

# Comparisons, searches and loads by several replicas on this machine.
class LocalHostsTest < Minitest::Test
  include OnHosts

  each_takes 15

  def test_a_replica_that_dies_or_is_interrupted_keeps_its_data_and_the_merged_records_are_the_result
    start(*%w[--on local --on 2 --for 60s])
    measured(2)
    Processes.kill(replicas.first)
    interrupt_after { said.include?("ended early") }
    code, document = ended

    assert_equal [130, "interrupted", 2], [code, document["outcome"], document["verdicts"].first["hosts"].size], said
    assert_match(/^lost .*: its measurements until then count/, document["notes"].join("\n"))
    assert_nothing_left

    start(*%w[--on local --on 2 --resume], file("r.jsonl"), command: %w[compare], record: nil)
    measured(4)
    interrupt_after { true }
    code, document = ended

    assert_equal [130, 4], [code, document["verdicts"].first["hosts"].size], said
    assert_operator document["verdicts"].first["pairs"], :>, 0
    merged = Executable.run("merge", *host_files, "--output", file("again.jsonl"), env: environment)
    assert_equal 0, merged.status, merged.err
    assert FileUtils.identical?(file("r.jsonl"), file("again.jsonl"))
  end

  def test_nothing_is_left_after_the_coordinator_was_killed
    start(*%w[--on local --on 2 --for 60s])
    measured(2, "block")
    kill_coordinator

    assert_nothing_left
  end

  # The rest of their search is in test/cachemark/lab/find_test.rb.
  def test_hosts_search_together_from_the_counts_of_all
    find = %w[find git:HEAD~1..HEAD --metric allocations --scenario client/get]
    start(*%w[--on local --on 2 --for 2m], command: find, chdir: AClientRepository.slower.dir)
    measured(2, "effect")
    interrupt_after { true }
    code, = ended
    effects = host_files.map { |path| Cachemark::Record::Reader.read(path).effects.first.except("host") }

    assert_equal 130, code, said
    assert_equal [2, 1], [effects.size, effects.uniq.size]
    assert_equal 2, effects.first["hosts"].count(&:any?)
  end

  def test_hosts_load_a_server_together_and_a_driver_that_dies_costs_only_its_own_row
    with_server do |address|
      start(*%w[--on local --on 2 --with], "server=#{address}", command: [*LOAD, "socket"])
      measured(2, "block")
      driver = nil
      assert(Processes.eventually { driver = driver_of_a_replica })
      Process.kill("KILL", driver)
      code, document = ended
      failed, rows = document["rows"].partition { |row| row["client"] == "ruby/dalli" }

      assert_equal [3, "complete", ["failed"]], [code, document["outcome"], failed.map { |row| row["status"] }.uniq], said
      assert_match(/: the driver .*KILL/, failed.first["reason"])
      assert_equal([200, 400], rows.map { |row| row["rate"] })
      rows.each do |row|
        assert_equal row.dig("tally", "least", "hits"), row.dig("tally", "counted", "hits")
        assert_equal row.dig("tally", "counted", "hits"), row.dig("percentiles", "count")
        assert_equal([row["rate"] / 2] * 2, row["hosts"].map { |host| host["rate"] })
      end
      assert_nothing_left
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

  private

  # The driver of dalli, whose folder is in its command line.
  def driver_of_a_replica
    Processes.below(@pid).find { |pid| %w[drivers/ruby/driver.rb dalli].all? { |words| command(pid).include?(words) } }
  end

  # The pids of replicas on this machine.
  def replicas = Processes.below(@pid).select { |pid| command(pid).include?("--replica") }
end
