# frozen_string_literal: true

# The answers of five tools about two copies of one client, and about a copy whose get counts to 20 first.
#
#   ruby bench/peers.rb [SECONDS] [quiet|busy]...
#
# Each tool is used as its documentation says, and has the same time. `busy` is next to four busy loops. Ruby's Benchmark is
# always here; benchmark-ips and benchmark-driver are installed into a temporary folder, and hyperfine must be installed. The
# answers go into docs/peers.json, which `ruby bench/included.rb` shows in README.

require_relative "support"
require "json"
require "open3"
require "rbconfig"
require "socket"

$stdout.sync = true

SECONDS = ARGV.first.to_s.match?(/\A\d+\z/) ? ARGV.shift.to_i : 30
CONDITIONS = ARGV.empty? ? %w[quiet busy] : ARGV
TURNS = 20
# Each get goes through this method of dalli.
SOURCE = "lib/dalli/client.rb"
METHOD = /^    def get\(.*\n/
# About, on the machines of 2026.
CALLS_IN_A_SECOND = 40_000
# Two commands, ten times each.
GETS_IN_A_COMMAND = CALLS_IN_A_SECOND * SECONDS / 20
# Two reports of three seconds, each after a second of warm-up.
REPEATS = [SECONDS / 7, 1].max

# A client of one copy: `CLIENT.get("key")` is what every tool times.
def prelude(copy, port)
  %($LOAD_PATH.unshift("#{copy}/lib"); require "dalli"; require "logger"; Dalli.logger = Logger.new(nil); ) +
    %(CLIENT = Dalli::Client.new("127.0.0.1:#{port}"); CLIENT.set("key", "v"))
end

# Two classes of the same code in one process, as these two tools have it.
def both(copies, port)
  base, other = copies
  slower = "Class.new(Dalli::Client) { def get(...) = (turns = #{TURNS}; turns -= 1 while turns > 0; super) }"
  kind = other.end_with?("slow") ? slower : "Dalli::Client"
  "#{prelude(base, port)}; OTHER = #{kind}.new(\"127.0.0.1:#{port}\")\n"
end

# {tool => [change of the second against the first, what the tool says]}
TOOLS = {
  "Benchmark" => lambda do |copies, port, dir|
    program = <<~RUBY
      require "benchmark"
      #{both(copies, port)}
      count = #{CALLS_IN_A_SECOND / 2 * SECONDS}
      times = [CLIENT, OTHER].map { |client| Benchmark.realtime { count.times { client.get("key") } } }
      puts times.last / times.first - 1
    RUBY
    [Float(ruby(dir, program).lines.last), nil]
  end,
  "benchmark-ips" => lambda do |copies, port, dir|
    program = <<~RUBY
      require "benchmark/ips"
      #{both(copies, port)}
      report = Benchmark.ips(quiet: true) do |x|
        x.config(time: #{SECONDS * 0.4}, warmup: #{SECONDS * 0.1})
        x.report("first") { CLIENT.get("key") }
        x.report("second") { OTHER.get("key") }
        x.compare!
      end
      first, second = report.entries
      $stderr.puts first.stats.overlaps?(second.stats) ? "same-ish" : "different"
      puts first.stats.central_tendency / second.stats.central_tendency - 1
    RUBY
    out, err = ruby(dir, program, both: true)
    [Float(out.lines.last), err[/same-ish|different/]]
  end,
  "benchmark-driver" => lambda do |copies, port, dir|
    program = <<~RUBY
      require "benchmark_driver"
      Benchmark.driver(repeat_count: #{REPEATS}) do |x|
        x.output "simple"
        x.prelude #{both(copies, port).inspect}
        x.report "first", %{ CLIENT.get("key") }
        x.report "second", %{ OTHER.get("key") }
      end
    RUBY
    first, second = ruby(dir, program).scan(/^(?:first|second) +([\d.]+)([kM]?)/).map do |number, unit|
      number.to_f * { "k" => 1e3, "M" => 1e6 }.fetch(unit, 1)
    end
    [(first / second) - 1, nil]
  end,
  "hyperfine" => lambda do |copies, port, dir|
    scripts = copies.map do |copy|
      File.join(dir, "#{File.basename(copy)}.rb").tap do |path|
        File.write(path, "#{prelude(copy, port)}\n#{GETS_IN_A_COMMAND}.times { CLIENT.get(\"key\") }\n")
      end
    end
    commands = scripts.map { |script| "#{RbConfig.ruby} #{script}" }
    Bench.quiet("hyperfine", "-N", "--export-json", "#{dir}/hyperfine.json", *commands)
    first, second = JSON.parse(File.read("#{dir}/hyperfine.json"))["results"]
    [(second["mean"] / first["mean"]) - 1, "± #{(100 * second["stddev"] / second["mean"]).round(1)} %"]
  end,
  "Cachemark" => lambda do |copies, _port, dir|
    names = copies.map { |copy| "dalli@path:#{copy}" }
    document, = Bench.run(*names, "--scenario", "client/get", "--for", "#{SECONDS}s", dir: dir, command: "compare")
    verdict = document["verdicts"].first
    bounds = verdict["interval"] && format("%+.1f to %+.1f %%", *verdict["interval"].map { |bound| bound * 100 })
    [verdict["effect"], [verdict["verdict"], *bounds].join(", ")]
  end
}.freeze
GEMS = { "benchmark-ips" => "benchmark-ips", "benchmark-driver" => "benchmark_driver" }.freeze

def ruby(dir, program, both: false)
  path = File.join(dir, "program.rb")
  File.write(path, program)
  out, err, status = Open3.capture3({ "GEM_HOME" => "#{dir}/gems", "GEM_PATH" => nil }, RbConfig.ruby, path, chdir: dir)
  abort("#{program}\nended with #{status.exitstatus}:\n#{err}") unless status.success?
  both ? [out, err] : out
end

# Why a tool cannot be used here; nil if it can.
def lacking(tool, dir)
  return ("not installed" unless system("hyperfine", "--version", out: File::NULL, err: File::NULL)) if tool == "hyperfine"

  GEMS[tool]&.then { |gem| Bench.quiet("gem", "install", gem, "--install-dir", "#{dir}/gems", "--no-document") && nil }
end

def copies(dir)
  Bench.copies(dir, "first", "same", "slow").tap do |made|
    file = File.join(made["slow"], SOURCE)
    File.write(file, File.read(file).sub(METHOD) { |line| "#{line}      turns = #{TURNS}\n      turns -= 1 while turns > 0\n" })
  end
end

# Replaces the same rows of the file.
def keep(rows)
  path = File.join(Bench::ROOT, "docs", "peers.json")
  named = ->(row) { row.values_at("tool", "copy", "condition") }
  others = File.exist?(path) ? JSON.parse(File.read(path)).reject { |row| rows.map(&named).include?(named.call(row)) } : []
  File.write(path, "#{JSON.pretty_generate(others + rows)}\n")
end

def row(condition, copy, tool, change, said)
  cores, cpu = Bench.processor.split(" x ", 2)
  { "tool" => tool, "copy" => copy, "condition" => condition, "change" => change, "said" => said, "seconds" => SECONDS,
    "date" => Time.now.utc.strftime("%Y-%m-%d"), "cores" => cores.to_i, "cpu" => cpu, "load" => Bench.load }
end

def with_memcached
  port = TCPServer.open("127.0.0.1", 0) { |server| server.addr[1] }
  user = Process.uid.zero? ? %w[-u nobody] : []
  pid = Process.spawn("memcached", "-l", "127.0.0.1", "-p", port.to_s, "-U", "0", *user)
  sleep 0.5
  yield port
ensure
  Process.kill("TERM", pid)
  Process.wait(pid)
end

Bench.described do
  Bench.in_dir do |dir|
    made = copies(dir)
    reasons = TOOLS.keys.to_h { |tool| [tool, lacking(tool, dir)] }
    with_memcached do |port|
      rows = []
      CONDITIONS.product(%w[same slow]) do |condition, second|
        TOOLS.each do |tool, measure|
          next puts("#{condition}  #{tool}: #{reasons[tool]}") if reasons[tool]

          change, said = Bench.under(condition) { measure.call(made.values_at("first", second), port, dir) }
          rows << row(condition, second, tool, change, said)
          puts format("%-5s  %-17s  %-5s  %+7.1f %%  %s", condition, tool, second, change.to_f * 100, said)
        end
      end
      keep(rows)
    end
  end
end
