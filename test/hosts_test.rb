# frozen_string_literal: true

require "test_helper"
require "json"
require "socket"

# Comparisons and loads on several hosts, by the real command: on this machine, on a Slurm of three nodes, and over ssh.
class HostsTest < Minitest::Test
  # A line about a pair of the A/A check.
  NOISE = %("comparisons":["n)
  COMPARE = %w[compare socket socket --scenario client/get].freeze

  LOAD = %w[run dalli --scenario client/get --rate 200..400/2 --for 6s].freeze

  def setup
    @dir = Dir.mktmpdir("cachemark-on-hosts")
    @hosts = nil
  end

  def teardown
    kill(@pid) if @pid
    @hosts&.stop
    FileUtils.rm_rf(@dir)
  end

  def test_the_merged_records_of_the_hosts_are_the_result
    code, document = finished(*%w[--on local --replicas 2 --for 10s])
    assert_equal 0, code, said
    assert_equal 2, document["verdicts"].first["hosts"].size
    assert_operator document["verdicts"].first["pairs"], :>=, 6
    merged = Executable.run("merge", *host_files, "--record", file("again.jsonl"), env: environment)

    assert_equal 0, merged.status, merged.err
    assert FileUtils.identical?(file("r.jsonl"), file("again.jsonl"))
  end

  def test_a_replica_that_dies_costs_only_its_own_data
    start(*%w[--on local --replicas 2 --for 10s])
    measured(2)
    kill(replicas.first)
    code, document = ended

    assert_equal 0, code, said
    assert_equal 2, document["verdicts"].first["hosts"].size
    assert_match(/^lost .*: its measurements until then count/, document["notes"].join("\n"))
    code, document = finished(*%w[--on local --replicas 2 --resume], file("r.jsonl"), command: %w[compare], record: nil)

    assert_equal 0, code, said
    assert_equal 3, document["verdicts"].first["hosts"].size
    assert_equal 1, said.scan("started").size
    code, = finished(*%w[--on local --replicas 2 --resume], file("r.jsonl"), command: %w[compare], record: nil)

    assert_equal 2, code
    assert_match(/2 hosts completed this already\nTry: add hosts to --on/, said)
  end

  def test_a_signal_ends_all_replicas_and_keeps_what_they_measured
    start(*%w[--on local --replicas 2 --for 60s])
    measured(2)
    Process.kill("INT", @pid)
    code, document = ended

    assert_equal [130, "interrupted"], [code, document["outcome"]], said
    assert_operator document["verdicts"].first["pairs"], :>, 0
    assert_nothing_left
  end

  def test_nothing_is_left_after_the_coordinator_was_killed
    start(*%w[--on local --replicas 2 --for 60s])
    measured(2)
    kill(@pid)
    @pid = nil

    assert_nothing_left
  end

  def test_nodes_of_slurm
    on_slurm do
      code, document = finished(*%w[--on slurm --replicas 3 --for 15s])

      assert_equal 0, code, said
      assert_equal(%w[n1 n2 n3], document["verdicts"].first["hosts"].map { |host| host["host"] })
      assert_empty @hosts.jobs
    end
  end

  def test_nodes_of_slurm_gate_a_repository_that_they_share
    AClientRepository.open do |client|
      client.slow_down
      gate = %w[gate --base git:HEAD~1 --scenario client/get --for 15s]
      on_slurm do
        code, document = finished(*%w[--on slurm --replicas 3], command: gate, chdir: client.dir)

        assert_equal [1, "regression"], [code, document["decision"]], said
        assert_equal(%w[n1 n2 n3], document["verdicts"].first["hosts"].map { |host| host["host"] })
      end
    end
  end

  def test_a_node_of_slurm_that_dies_costs_only_its_own_data
    on_slurm do
      start(*%w[--on slurm --replicas 2 --for 20s])
      measured(2)
      @hosts.kill_node("n2")
      code, document = ended

      assert_equal 0, code, said
      assert_match(/^lost n2: /, document["notes"].join("\n"))
    end
  end

  def test_a_signal_cancels_the_jobs_of_slurm
    on_slurm do
      start(*%w[--on slurm --replicas 2 --for 60s])
      measured(2)
      Process.kill("TERM", @pid)

      assert_equal 143, ended.first, said
      assert(Processes.eventually { @hosts.jobs.empty? })
      assert_nothing_left
    end
  end

  def test_the_jobs_of_slurm_end_with_a_coordinator_that_is_killed
    on_slurm do
      start(*%w[--on slurm --replicas 2 --for 60s])
      measured(2)
      kill(@pid)
      @pid = nil

      assert_nothing_left
      assert(Processes.eventually(20) { @hosts.jobs.empty? })
    end
  end

  def test_hosts_over_ssh
    on_ssh do |launcher|
      code, document = finished("--on", "#{launcher}:h1,h2", "--for", "10s")

      assert_equal 0, code, said
      assert_equal(%w[h1 h2], document["verdicts"].first["hosts"].map { |host| host["host"] })
      SshHosts::NAMES.each { |name| assert(Processes.eventually { @hosts.processes(name).empty? }, name) }
    end
  end

  def test_a_host_whose_daemon_dies_and_one_whose_link_is_cut
    on_ssh do |launcher|
      start("--on", "#{launcher}:h1,h2", "--for", "20s")
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

  def test_hosts_load_a_server_together
    with_server do |address|
      code, document = finished(*%w[--on local --replicas 2 --server], address, command: LOAD)
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

  def test_hosts_search_together
    find = %w[find dalli,protocol=meta 3.2.15..4.0.0 --metric writes --scenario client/set]
    code, = finished(*%w[--on local --replicas 2 --for 5m], command: find)
    records = host_files.map { |path| Cachemark::Record::Reader.read(path) }

    assert_equal 0, code, said
    found = JSON.parse(File.read(file("r.json")))["found"]
    assert_equal([["3.2.15", "4.0.0"]], found.map { |change| change.values_at("from", "to") })
    assert_equal 1, records.map { |record| record.effects.map { |line| line.except("host") } }.uniq.size
    own = Cachemark::Stats::Counts.new(records.first).effects("f1", "writes").size
    assert_equal [own, own], records.first.effects.first["hosts"].map(&:size)
  end

  def test_a_load_ends_if_a_host_is_lost
    with_server do |address|
      start(*%w[--on local --replicas 2 --server], address, command: [*LOAD, "--for", "60s"])
      measured(2, "block")
      kill(replicas.first)
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
      code, document = finished(*%w[--on local --server], address, command: LOAD)

      assert_equal [2, nil], [code, document]
      assert_match(/holds 1 item/, said)
    end
  end

  # Records are written here, so a host needs no room for them.
  def test_a_host_whose_disk_is_full_measures_on
    on_ssh do |launcher|
      start("--on", "#{launcher}:h1,h2", "--for", "10s")
      measured(2)
      @hosts.fill("h2")
      code, document = ended

      assert_equal 0, code, said
      assert_equal(%w[h1 h2], document["verdicts"].first["hosts"].map { |host| host["host"] })
      refute_match(/^lost/, document["notes"].join("\n"))
    end
  end

  def test_a_host_without_room_for_the_code_is_named_before_anything_is_measured
    on_ssh do |launcher|
      @hosts.fill("h2")
      code, = finished("--on", "#{launcher}:h1,h2", "--for", "10s")

      assert_equal 3, code
      assert_match(/^cachemark: cannot copy Cachemark to h2: /, said)
      assert_empty host_files
    end
  end

  def test_a_driver_that_dies_costs_only_its_own_row
    with_server do |address|
      start(*%w[--on local --replicas 2 --server], address, command: [*LOAD, "--for", "60s"])
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

  def test_hosts_over_ssh_load_a_server_together
    on_ssh do |launcher|
      with_server(listening: @hosts.server_address) do |address|
        load = LOAD.map { |word| word.sub("dalli", "socket") }
        code, document = finished("--on", "#{launcher}:h1,h2", "--server", address, command: load)
        row = document["rows"].find { |one| one["client"] == "ruby/socket" }

        assert_equal 0, code, said
        assert_equal(%w[h1 h2], row["hosts"].map { |host| host["host"] })
        assert_equal row.dig("tally", "least"), row.dig("tally", "counted")
      end
    end
  end

  private

  # Yields the address of a memcached of somebody else.
  def with_server(listening: "127.0.0.1")
    port = TCPServer.open(listening, 0) { |server| server.addr[1] }
    user = Process.uid.zero? ? %w[-u nobody] : []
    pid = Process.spawn("memcached", "-l", listening, "-p", port.to_s, *user, in: File::NULL)
    assert(Processes.eventually { TCPSocket.new(listening, port).close || true rescue false })
    yield "#{listening}:#{port}"
  ensure
    kill(pid) if pid
  end

  def on_slurm
    skip SlurmCluster.lacking if SlurmCluster.lacking
    @hosts = SlurmCluster.new.start
    yield
  end

  def on_ssh
    skip SshHosts.lacking if SshHosts.lacking
    @hosts = SshHosts.new.start
    yield @hosts.launcher
  end

  # [exit code, JSON]
  def finished(*words, **more)
    start(*words, **more)
    ended
  end

  def start(*words, command: COMPARE, chdir: Executable::ROOT, record: file("r.jsonl"))
    out = [file("out"), "w"]
    argv = [File.join(Executable::ROOT, "bin", "cachemark"), *command, *words, *(["--record", record] if record)]
    argv.push("--output", file("r.json"))
    @pid = Process.spawn(environment, *argv, in: File::NULL, out: out, err: %i[child out], pgroup: true, chdir: chdir)
  end

  def ended
    _, status = Process.wait2(@pid)
    @pid = nil
    [status.exitstatus || (128 + status.termsig), (JSON.parse(File.read(file("r.json"))) if File.exist?(file("r.json")))]
  end

  def environment = { **Executable::OURS, "XDG_STATE_HOME" => @dir, **(@hosts.respond_to?(:variables) ? @hosts.variables : {}) }

  # Waits until so many hosts have measured a pair, or a block. A pair of the A/A check makes no verdict.
  def measured(hosts, type = "pair")
    assert Processes.eventually(90) { host_files.count { |path| lines(path, type).any? } >= hosts }, said
  end

  def lines(path, type)
    File.foreach(path).select { |line| line.include?(%("type":"#{type}")) && !line.include?(NOISE) }
  end

  def host_files = Dir.glob(file("r.hosts/*.jsonl"))

  def driver_of_a_replica = Processes.below(@pid).find { |pid| command(pid).include?("drivers/ruby/driver.rb") }

  # The pids of replicas on this machine.
  def replicas = Processes.below(@pid).select { |pid| command(pid).include?("--replica") }

  def command(pid)
    File.read("/proc/#{pid}/cmdline").tr("\0", " ")
  rescue SystemCallError
    ""
  end

  # Each process of a run has the seed's command line, its folder or the record's name in its arguments or environment.
  def assert_nothing_left
    left = []
    gone = Processes.eventually(20) { (left = ours).empty? }

    assert gone, left.map { |pid| command(pid) }.join("\n")
  end

  def ours
    Dir.glob("/proc/[0-9]*").select { |path| File.read("#{path}/environ").include?("XDG_STATE_HOME=#{@dir}") rescue false }
       .map { |path| path[/\d+/].to_i }.select { |pid| Processes.alive?(pid) }
  end

  def file(name) = File.join(@dir, name)
  def said = File.exist?(file("out")) ? File.read(file("out")) : ""

  def kill(pid)
    Process.kill("KILL", pid)
    Process.wait(pid)
  rescue SystemCallError
    nil
  end
end
