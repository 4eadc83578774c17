# frozen_string_literal: true

require "json"
require "socket"

# Runs of the real command on several hosts.
module OnHosts
  # A line about a pair of the A/A check.
  NOISE = %("comparisons":["n)
  COMPARE = %w[compare socket socket --scenario client/get].freeze

  LOAD = %w[run dalli --scenario client/get --rate 200..400/2 --for 6s].freeze

  def setup
    @dir = Dir.mktmpdir("cachemark-on-hosts")
  end

  def teardown
    Processes.kill(@pid) if @pid
    FileUtils.rm_rf(@dir)
  end

  private

  # Yields the address of a memcached of somebody else.
  def with_server(listening: "127.0.0.1")
    held = Cachemark::ReservedPort.hold(listening) # no other server gets the port before it listens there
    port = held.local_address.ip_port
    user = Process.uid.zero? ? %w[-u nobody] : []
    pid = Process.spawn("memcached", "-l", listening, "-p", port.to_s, *user, in: File::NULL)
    assert(Processes.eventually { TCPSocket.new(listening, port).close || true rescue false })
    yield "#{listening}:#{port}"
  ensure
    Processes.kill(pid) if pid
    held&.close
  end

  # [exit code, JSON]
  def finished(*words, **more)
    start(*words, **more)
    ended
  end

  def start(*words, command: COMPARE, chdir: Executable::ROOT, record: file("r.jsonl"))
    out = [file("out"), "w"]
    argv = [File.join(Executable::ROOT, "bin", "cachemark"), *command, *words, *(["--output", "record=#{record}"] if record)]
    argv.push("--output", file("r.json"))
    @pid = Process.spawn(environment, *argv, in: File::NULL, out: out, err: %i[child out], pgroup: true, chdir: chdir)
  end

  def ended
    _, status = Process.wait2(@pid)
    @pid = nil
    [status.exitstatus || (128 + status.termsig), (JSON.parse(File.read(file("r.json"))) if File.exist?(file("r.json")))]
  end

  # Sends Ctrl-C once the block is true.
  def interrupt_after(&true_yet)
    assert Processes.eventually(ARun::HANGS_S, &true_yet), said
    Process.kill("INT", @pid)
  end

  def kill_coordinator
    Processes.kill(@pid)
    @pid = nil
  end

  def environment = { **Executable::OURS, "XDG_STATE_HOME" => @dir, **variables }

  # What only these hosts need.
  def variables = {}

  # Waits until so many hosts have each measured such a line. A pair of the A/A check makes no verdict.
  def measured(hosts, name = "pair")
    assert Processes.eventually(ARun::HANGS_S) { host_files.count { |path| lines(path, name).any? } >= hosts }, said
  end

  def lines(path, name)
    File.foreach(path).select { |line| line.include?(%("of":"#{name}")) && !line.include?(NOISE) }
  end

  def host_files = Dir.glob(file("r.hosts/*.jsonl"))

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
end
