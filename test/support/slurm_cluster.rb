# frozen_string_literal: true

require "fileutils"
require "socket"
require "tmpdir"

# A real Slurm on this machine: one controller, and nodes n1 to n3, each with its own slurmd. Nothing else of the machine is
# touched, and everything ends with #stop.
class SlurmCluster
  PROGRAMS = %w[slurmctld slurmd munged srun scancel].freeze
  NODES = %w[n1 n2 n3].freeze
  READY_S = 20

  # Why there can be none here; nil if there can.
  def self.lacking
    missing = PROGRAMS.reject { |name| Processes.program(name) }
    return "no #{missing.join(", ")}: apt-get install slurm-wlm" if missing.any?

    "only root may run slurmd" unless Process.uid.zero?
  end

  # The cluster of all tests of this process, which ends with it. Its nodes are idle.
  def self.shared
    @shared ||= new.start.tap { |cluster| at_exit { cluster.stop } }
    @shared.ready
  end

  # The variables of the environment of srun.
  attr_reader :variables

  def initialize
    @dir = Dir.mktmpdir("cachemark-slurm")
    @pids = {}
    @variables = { "SLURM_CONF" => conf }
  end

  # Starts the controller.
  def start
    write
    run("munged", "--foreground", "--key-file=#{@dir}/munge.key", "--socket=#{@dir}/munge.socket",
        "--pid-file=#{@dir}/munged.pid", "--log-file=#{@dir}/munged.log", "--seed-file=#{@dir}/munged.seed", "--force")
    wait { File.socket?("#{@dir}/munge.socket") }
    run("slurmctld", "-D", "-c", "-f", conf)
    self
  end

  # Starts the nodes that do not run, and waits until all are idle.
  def ready
    NODES.each { |node| run("slurmd", "-D", "-f", conf, "-N", node, as: node) unless @pids[node] }
    wait { idle.size == NODES.size }
    self
  end

  # Ends a node with KILL: its daemon, and the steps of jobs, which outlive it.
  def kill_node(node)
    steps = Dir.glob("/proc/[0-9]*").select { |path| on?(path, node) }.map { |path| path[/\d+/].to_i }
    [@pids.delete(node), *steps.filter_map { |pid| daemon_of(pid) }.uniq, *steps].each { |pid| Processes.kill(pid) }
  end

  # The ids of jobs that Slurm has not ended.
  def jobs = output("squeue", "--noheader", "--format=%i").split

  def stop
    @pids.values.reverse_each { |pid| [*Processes.below(pid), pid].each { |one| Processes.kill(one) } }
    FileUtils.rm_rf(@dir)
  end

  private

  def conf = File.join(@dir, "slurm.conf")

  def idle = output("sinfo", "--noheader", "--Node", "--states=idle", "--format=%N").split

  def write
    File.binwrite("#{@dir}/munge.key", Random.bytes(128))
    File.chmod(0o600, "#{@dir}/munge.key")
    FileUtils.mkdir_p("#{@dir}/state")
    host = Socket.gethostname
    ports = Array.new(NODES.size + 1) { free_port }
    nodes = NODES.each_with_index.map do |node, at|
      "NodeName=#{node} NodeHostname=#{host} NodeAddr=127.0.0.1 Port=#{ports[at]} CPUs=1 RealMemory=256 State=UNKNOWN"
    end
    File.write(conf, <<~CONF)
      ClusterName=cachemark
      SlurmctldHost=#{host}(127.0.0.1)
      SlurmctldPort=#{ports.last}
      AuthType=auth/munge
      AuthInfo=socket=#{@dir}/munge.socket
      CredType=cred/munge
      SlurmUser=root
      StateSaveLocation=#{@dir}/state
      SlurmdSpoolDir=#{@dir}/spool-%n
      SlurmctldPidFile=#{@dir}/slurmctld.pid
      SlurmdPidFile=#{@dir}/slurmd-%n.pid
      SlurmctldLogFile=#{@dir}/slurmctld.log
      SlurmdLogFile=#{@dir}/slurmd-%n.log
      ProctrackType=proctrack/linuxproc
      TaskPlugin=task/none
      SwitchType=switch/none
      MpiDefault=none
      ReturnToService=2
      SlurmdTimeout=5
      KillWait=3
      #{nodes.join("\n")}
      PartitionName=test Nodes=#{NODES.join(",")} Default=YES State=UP
    CONF
  end

  def on?(path, node)
    File.read("#{path}/environ").split("\0").include?("SLURMD_NODENAME=#{node}")
  rescue SystemCallError
    false
  end

  # The pid of the slurmstepd that started a process; nil if another process did.
  def daemon_of(pid)
    parent = File.read("/proc/#{pid}/stat").rpartition(")").last.split[1]
    parent.to_i if File.read("/proc/#{parent}/comm").start_with?("slurmstepd")
  rescue SystemCallError
    nil
  end

  def free_port = TCPServer.open("127.0.0.1", 0) { |server| server.local_address.ip_port }

  def run(name, *words, as: name)
    log = File.join(@dir, "#{as}.out")
    @pids[as] = Process.spawn(@variables, Processes.program(name), *words, in: File::NULL, out: log, err: log, pgroup: true)
  end

  def output(*argv) = IO.popen(@variables, argv, err: File::NULL, &:read)

  def wait
    READY_S.fdiv(0.1).to_i.times do
      return if yield

      sleep 0.1
    end
    raise "Slurm did not start:\n#{Dir.glob("#{@dir}/*.{log,out}").map { |path| File.readlines(path).last(5).join }.join}"
  end
end
