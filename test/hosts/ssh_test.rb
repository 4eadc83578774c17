# frozen_string_literal: true

require "test_helper"

# Comparisons and loads on hosts that are reached over ssh.
class SshHostsTest < Minitest::Test
  include OnHosts

  each_takes 30

  def test_hosts_over_ssh_load_a_server_and_one_whose_daemon_dies_or_whose_link_is_cut_costs_no_other
    on_ssh do |hosts|
      load_a_server_together
      start("--on", hosts, "--for", "20s")
      measured(2)
      @hosts.kill_daemon("h2")
      @hosts.link("h1", "down")
      sleep 5
      @hosts.link("h1", "up")
      code, document = ended

      assert_equal 0, code, said
      assert_match(/^lost h2: /, document["notes"].join("\n"))
      last = File.foreach(file("r.hosts/h1.jsonl")).select { |line| line.include?('"type":"end"') }.last
      assert_equal "complete", JSON.parse(last)["outcome"]
    end
  end

  # Only the code needs room on a host; records are written here.
  def test_a_full_disk_of_a_host_is_named_before_anything_is_measured_and_disturbs_nothing_later
    on_ssh do |hosts|
      @hosts.fill("h2")
      code, = finished("--on", hosts, "--for", "10s", record: file("full.jsonl"))
      assert_equal 3, code
      assert_match(/^cachemark: cannot copy Cachemark to h2: /, said)
      assert_empty Dir.glob(file("full.hosts/*.jsonl"))

      @hosts.empty("h2")
      start("--on", hosts, "--for", "60s")
      measured(2)
      @hosts.fill("h2")
      measured(2, pairs: 3)
      Process.kill("INT", @pid)
      code, document = ended

      assert_equal 130, code, said
      assert_equal(%w[h1 h2], document["verdicts"].first["hosts"].map { |host| host["host"] })
      refute_match(/^lost/, document["notes"].join("\n"))
      SshHosts::NAMES.each { |name| assert(Processes.eventually { @hosts.processes(name).empty? }, name) }
    end
  end

  private

  def load_a_server_together
    with_server(listening: @hosts.server_address) do |address|
      words = LOAD.map { |word| word.sub("dalli", "socket") }
      code, document = finished("--on", "#{@hosts.launcher}:h1,h2", "--with", "server=#{address}", command: words,
                                                                                         record: file("load.jsonl"))
      row = document["rows"].find { |one| one["client"] == "ruby/socket" }

      assert_equal 0, code, said
      assert_equal(%w[h1 h2], row["hosts"].map { |host| host["host"] })
      assert_equal row.dig("tally", "least"), row.dig("tally", "counted")
    end
  end

  def on_ssh
    skip SshHosts.lacking if SshHosts.lacking
    @hosts = SshHosts.new.start
    yield "#{@hosts.launcher}:h1,h2"
  ensure
    @hosts&.stop
  end
end
