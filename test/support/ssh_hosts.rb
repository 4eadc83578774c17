# frozen_string_literal: true

require "fileutils"
require "tmpdir"
require "yaml"

# Two hosts that are reached by ssh: network namespaces of this machine with their own addresses and names, each with an
# sshd. Their files are those of this machine. Each has a disk of its own for Cachemark, its cache and its records.
class SshHosts
  NAMES = %w[h1 h2].freeze
  READY_S = 10
  DISK = "64m"

  # Why there can be none here; nil if there can.
  def self.lacking
    return "only root may make network namespaces" unless Process.uid.zero?

    missing = %w[ip nsenter unshare ssh ssh-keygen rsync sshd].reject { |name| Processes.program(name) }
    return "no #{missing.join(", ")}: apt-get install iproute2 openssh-server rsync" if missing.any?

    "no network namespaces here" unless system("unshare", "--net", "true", err: File::NULL)
  end

  # The path of a launcher file: the catalogue's, with the configuration of these hosts.
  attr_reader :launcher

  # The hosts reach no registry, so they have the gems of this test run.
  def initialize
    @dir = Dir.mktmpdir("cachemark-ssh")
    NAMES.each { |name| disk(name) }
    @tag = Process.pid.to_s(36)
    @pids = {}
    @launcher = File.join(@dir, "ours.yml")
  end

  def start
    keys
    NAMES.each_with_index { |name, at| host(name, at) }
    File.write("#{@dir}/config", NAMES.map.with_index { |name, at| entry(name, at) }.join)
    File.write(@launcher, YAML.dump(configured(YAML.load_file(File.join(Cachemark::ROOT, "catalog", "launchers", "ssh.yml")))))
    NAMES.each { |name| wait { system("ssh", "-F", "#{@dir}/config", name, "true", out: File::NULL, err: File::NULL) } }
    self
  end

  # Fills the disk of a host.
  def fill(name)
    File.open("#{@dir}/#{name}/filler", "w") { |file| loop { file.syswrite("x" * 4096) } }
  rescue Errno::ENOSPC
    nil
  end

  # Gives it back.
  def empty(name) = FileUtils.rm("#{@dir}/#{name}/filler")

  # Ends the sshd of a host, and all its sessions, with KILL.
  def kill_daemon(name)
    pid = @pids.delete(name)
    [*Processes.below(pid), pid].each do |one|
      Process.kill("KILL", one)
    rescue Errno::ESRCH
      next
    end
    Process.wait(pid)
  end

  # An address of this machine that all hosts reach: each has a route to it.
  def server_address = address(0, 1)

  # Cuts or restores the link of a host.
  def link(name, state) = system("ip", "link", "set", link_of(name), state, exception: true)

  # The command lines on a host, except those of its sshd.
  def processes(name)
    net = File.readlink("/proc/#{@pids.fetch(name)}/ns/net")
    Dir.glob("/proc/[0-9]*").select { |path| network(path) == net }.filter_map do |path|
      line = File.read("#{path}/cmdline").tr("\0", " ").strip
      line unless line.empty? || line.include?("sshd")
    rescue SystemCallError
      nil
    end
  end

  def stop
    @pids.keys.each { |name| kill_daemon(name) }
    NAMES.each do |name|
      system("ip", "netns", "delete", namespace(name), err: File::NULL)
      system("umount", "--lazy", "#{@dir}/#{name}", err: File::NULL)
    end
    FileUtils.rm_rf(@dir)
  end

  private

  def namespace(name) = "cm-#{@tag}-#{name}"
  def link_of(name) = "cm#{@tag}#{name}"
  def address(at, end_of_it) = "10.213.#{at + (Process.pid % 100 * 2)}.#{end_of_it}"

  def disk(name)
    FileUtils.mkdir_p("#{@dir}/#{name}")
    system("mount", "-t", "tmpfs", "-o", "size=#{DISK}", "tmpfs", "#{@dir}/#{name}", exception: true)
    FileUtils.mkdir_p("#{@dir}/#{name}/cache/cachemark")
    setup = $LOAD_PATH.filter_map { |path| path[%r{\A.*?/cachemark/setup(?=/)}] }.first
    FileUtils.ln_s(setup, "#{@dir}/#{name}/cache/cachemark/setup") if setup
  end

  def keys
    %w[host user].each { |name| system("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "#{@dir}/#{name}", exception: true) }
    FileUtils.cp("#{@dir}/user.pub", "#{@dir}/authorized")
    FileUtils.mkdir_p("/run/sshd")
    File.write("#{@dir}/sshd.conf", <<~CONF)
      HostKey #{@dir}/host
      AuthorizedKeysFile #{@dir}/authorized
      StrictModes no
      PermitRootLogin prohibit-password
      PasswordAuthentication no
      UsePAM no
      PidFile none
    CONF
  end

  def host(name, at)
    space = namespace(name)
    [["netns", "add", space],
     ["link", "add", link_of(name), "type", "veth", "peer", "name", "eth0", "netns", space],
     ["address", "add", "#{address(at, 1)}/24", "dev", link_of(name)], ["link", "set", link_of(name), "up"],
     ["-n", space, "address", "add", "#{address(at, 2)}/24", "dev", "eth0"], ["-n", space, "link", "set", "eth0", "up"],
     ["-n", space, "link", "set", "lo", "up"],
     ["-n", space, "route", "add", "default", "via", address(at, 1)]].each { |words| system("ip", *words, exception: true) }
    script = 'hostname "$1"; exec "$2" -D -e -f "$3" -o "SetEnv=XDG_CACHE_HOME=$4/cache XDG_STATE_HOME=$4/state"'
    @pids[name] = Process.spawn("nsenter", "--net=/run/netns/#{space}", "unshare", "--uts", "sh", "-c", script, "sh", name,
                                Processes.program("sshd"), "#{@dir}/sshd.conf", "#{@dir}/#{name}", in: File::NULL,
                                out: "#{@dir}/#{name}.log", err: %i[child out], pgroup: true)
  end

  def entry(name, at)
    <<~CONF
      Host #{name}
        HostName #{address(at, 2)}
        User root
        IdentityFile #{@dir}/user
        IdentitiesOnly yes
        StrictHostKeyChecking no
        UserKnownHostsFile #{@dir}/known
        LogLevel ERROR
    CONF
  end

  # `ssh` asks the password database for the home folder, so a test cannot have a ~/.ssh/config.
  def configured(launcher)
    ssh, *rest = launcher["argv"]
    launcher.merge("id" => "ours", "argv" => [ssh, "-F", "#{@dir}/config", *rest], "place" => "#{@dir}/{host}/code",
                   "copy" => launcher["copy"].map { |word| word.sub(/\Assh /, "ssh -F #{@dir}/config ") })
  end

  def network(path)
    File.readlink("#{path}/ns/net")
  rescue SystemCallError
    nil
  end

  def wait
    (READY_S * 10).times do
      return if yield

      sleep 0.1
    end
    raise "the hosts do not answer:\n#{NAMES.map { |name| File.read("#{@dir}/#{name}.log") }.join}"
  end
end
