# frozen_string_literal: true

# The costs of measuring on several hosts.
#
#   ruby bench/hosts.rb [launchers|hosts|merge]...
#
# - launchers: the same comparison here, over ssh and by Slurm, in turns (ROUNDS times). Needs root, sshd and slurm-wlm.
# - hosts: 100 hosts, each of which sends the record of a real comparison at the speed at which it was measured
# - merge: 1,000 records of 100 kB

require_relative "support"
Bench.with_gems(__FILE__)
require "cachemark"
require "fileutils"
$LOAD_PATH.unshift(File.join(Bench::ROOT, "test", "support"))

ROUNDS = 6
HOSTS = 100
RECORDS = 1_000
RECORD_BYTES = 100_000
COMPARE = %w[socket socket --scenario client/get].freeze

def compare(dir, name, time, *words, env: {})
  record = File.join(dir, "#{name}.jsonl")
  report = File.join(dir, "#{name}.json")
  files = ["--output", "record=#{record}", "--output", report]
  Bench.quiet(env, *Bench::COMMAND, "compare", *COMPARE, "--for", time, *words, *files)
  [record, JSON.parse(File.read(report))]
end

# The cost of a call of the first contender, in ns, as each launcher measures it.
def launchers(dir)
  %w[processes ssh_hosts slurm_cluster].each { |name| require name }
  ssh, slurm = SshHosts.new.start, SlurmCluster.new.start
  ways = { "local" => [%w[--on local], {}], "ssh" => [["--on", "#{ssh.launcher}:h1"], {}],
           "slurm" => [%w[--on slurm], slurm.variables] }
  costs = Hash.new { |all, way| all[way] = [] }
  ROUNDS.times do |round|
    ways.to_a.rotate(round).each do |way, (words, env)|
      _, document = compare(dir, "#{way}-#{round}", "15s", *words, env: env)
      costs[way] << document["verdicts"].first["costs"].first
    end
  end
  %w[ssh slurm].each do |way|
    shares = costs["local"].zip(costs[way]).map { |here, there| (there / here) - 1 }
    middle = Bench.median(shares)
    what = "a call by #{way} against local (#{ROUNDS} rounds)"
    Bench.say(what, format("%+.2f %%", middle * 100), "± 0.5 %", middle.abs <= 0.005)
    puts "  rounds: #{shares.map { |share| format("%+.2f", share * 100) }.join(", ")} %"
  end
ensure
  [ssh, slurm].compact.each(&:stop)
end

# A view that shows nothing.
class Nothing
  def notify(*) = nil
end

# Files of the lines of each second of a record.
def seconds(dir, record)
  lines = File.readlines(record)
  second = 0
  parts = lines.slice_when { |_, line| (at = line[/"at_s":([\d.]+)/, 1].to_i) > second && (second = at) }
  parts.each_with_index.map { |own, at| File.join(dir, "part#{at}").tap { |path| File.write(path, own.join) } }
end

def peak_mb = File.read("/proc/self/status")[/VmHWM:\s+(\d+)/, 1].to_i / 1024

# The coordinator's share of a core, and its peak memory, while all hosts send.
def hosts(dir)
  record, = compare(dir, "replayed", "20s")
  first, *parts = seconds(dir, record)
  play = "for part in #{parts.join(" ")}; do sleep 1; cat $part; done"
  launches = Array.new(HOSTS) do |number|
    own = %(sed 's/"seed":[0-9]*/"seed":#{number}/' #{first}) # a record that is given twice is refused
    script = %(echo '{"type":"replica","host":"h#{number}","name":null,"job":null}'; #{own}; #{play})
    Cachemark::Lab::Replicas::Launch.new(host: nil, words: ["sh", "-c", script])
  end
  launcher = Cachemark::Catalog.load.launcher("local")
  lab = Cachemark::Lab::Replicas.new(launcher, launches, record: File.join(dir, "all.jsonl"), live: Nothing.new,
                                                         clock: Bench.method(:now))
  spent = nil
  lab.define_singleton_method(:merged) do
    spent = [Bench.now, Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID), peak_mb]
    super()
  end
  began = [Bench.now, Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)]
  lab.call
  share = (spent[1] - began[1]) / (spent[0] - began[0])
  rate = File.size(record) * HOSTS / (spent[0] - began[0]) / 1e6
  what = format("the coordinator's CPU with %d hosts (%.1f MB/s)", HOSTS, rate)
  Bench.say(what, format("%.1f %%", share * 100), "< 10 %", share < 0.1)
  Bench.say("its memory, before it merges", "#{spent[2]} MB", "< 500 MB", spent[2] < 500)
  puts "  after merging #{format("%.0f", File.size(File.join(dir, "all.jsonl")) / 1e6)} MB: #{peak_mb} MB"
end

# A record of this size, from the lines of a real one.
def shortened(lines, seed)
  header = JSON.parse(lines.first).merge("seed" => seed)
  kept = lines.drop(1).reject { |line| line.start_with?('{"type":"end"', '{"type":"summary"') }
  size = 0
  kept = kept.take_while { |line| (size += line.bytesize) < RECORD_BYTES }
  [JSON.generate(header), *kept.map(&:chomp), lines.grep(/^{"type":"end"/).last.chomp].join("\n") << "\n"
end

def merge(dir)
  record, = compare(dir, "merged", "20s")
  lines = File.readlines(record)
  files = Array.new(RECORDS) do |number|
    File.join(dir, "m#{number}.jsonl").tap { |path| File.write(path, shortened(lines, number)) }
  end
  began = Bench.now
  parts = files.flat_map do |path|
    Cachemark::Record::Merge.parts(Cachemark::Record::Reader.read(path), name: Cachemark::Record::Merge.host(path))
  end
  Cachemark::Record::Writer.whole(File.join(dir, "one.jsonl"), Cachemark::Record::Merge.new(parts))
  took = Bench.now - began
  Bench.say("#{RECORDS} records of #{File.size(files.first) / 1000} kB merged", format("%.1f s", took), "< 10 s", took < 10)
end

Bench.in_dir do |dir|
  (ARGV.empty? ? %w[launchers hosts merge] : ARGV).each { |part| send(part, dir) }
end
