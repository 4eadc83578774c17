# frozen_string_literal: true

require "test_helper"

# Comparisons and loads on hosts that are reached over ssh.
class SshHostsTest < Minitest::Test
  include OnHosts

  each_takes 30

  def setup
    super
    skip SshHosts.lacking if SshHosts.lacking
    @hosts = SshHosts.new.start
    @on = "#{@hosts.launcher}:h1,h2"
  end

  def teardown
    super
    @hosts&.stop
  end

  # Only the code needs room on a host; records are written here.
  def test_a_host_whose_daemon_dies_costs_no_other_whose_disk_is_full_and_whose_link_was_cut
    a_full_disk_is_named_before_anything_is_measured
    hosts_load_a_server_together
    start("--on", @on, "--for", "60s")
    measured(2)
    @hosts.fill("h1")
    @hosts.kill_daemon("h2")
    @hosts.link("h1", "down")
    sleep 2
    before = pairs_of_h1
    @hosts.link("h1", "up")
    interrupt_after { pairs_of_h1 > before }
    code, document = ended

    assert_equal 130, code, said
    assert_equal(%w[h1 h2], document["verdicts"].first["hosts"].map { |host| host["host"] })
    assert_equal ["h2"], document["notes"].filter_map { |note| note[/^lost (\w+): /, 1] }
    last = File.foreach(file("r.hosts/h1.jsonl")).select { |line| line.include?('"type":"end"') }.last
    assert_equal "interrupted", JSON.parse(last)["outcome"]
    assert(Processes.eventually { @hosts.processes("h1").empty? })
  end

  private

  def pairs_of_h1 = lines(file("r.hosts/h1.jsonl"), "pair").size

  def a_full_disk_is_named_before_anything_is_measured
    @hosts.fill("h2")
    code, = finished("--on", @on, "--for", "10s", record: file("full.jsonl"))

    assert_equal 3, code
    assert_match(/^cachemark: cannot copy Cachemark to h2: /, said)
    assert_empty Dir.glob(file("full.hosts/*.jsonl"))
    @hosts.empty("h2")
  end

  def hosts_load_a_server_together
    with_server(listening: @hosts.server_address) do |address|
      words = LOAD.map { |word| word.sub("dalli", "socket") }
      code, document = finished("--on", @on, "--with", "server=#{address}", command: words, record: file("load.jsonl"))
      row = document["rows"].find { |one| one["client"] == "ruby/socket" }

      assert_equal 0, code, said
      assert_equal(%w[h1 h2], row["hosts"].map { |host| host["host"] })
      assert_equal row.dig("tally", "least"), row.dig("tally", "counted")
    end
  end
end
