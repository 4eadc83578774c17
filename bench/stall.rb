# frozen_string_literal: true

# Shows if a run of 10 s detects a server that stalls for 200 ms. One client waits for each answer. The same client then makes
# 2,000 calls a second that are due at fixed times. It talks with the driver itself, so that each run is one block, with the
# server and the driver on a core each.
#
#   ruby bench/stall.rb [SECONDS] [RATE]

require "etc"
require_relative "support"
Bench.with_gems(__FILE__)
require "cachemark"

SECONDS = (ARGV[0] || 10).to_f
RATE = (ARGV[1] || 2_000).to_i
DRIVER = %w[ruby drivers/ruby/driver.rb].freeze
STALL_S = 0.2
CORES = [0, Etc.nprocessors - 1].freeze
STEP = { "op" => "get", "key" => "k", "raw" => true }.freeze
SCENARIO = { "keys" => { "k" => "key" }, "values" => { "v" => { "kind" => "string", "bytes" => 100 } }, "wrap" => nil,
             "prelude" => [{ "op" => "set", "key" => "k", "value" => "v", "raw" => true, "ttl" => 0 }], "steps" => [STEP] }.freeze

# One driver, and what it answers.
class Talk
  LONGEST_S = (SECONDS * 3) + 60

  def initialize(keeper, argv)
    @session = Cachemark::Driver::Planned.start(keeper: keeper, argv: argv, env: ENV.slice("PATH", "HOME"), log: File::NULL,
                                                deadline_s: LONGEST_S)
  end

  def ask(type, **fields)
    reply = @session.request(type, { cell: "c", **fields }, deadline_s: LONGEST_S)
    reply.tap { abort("#{type}: #{reply}") if reply["type"] == "not_offered" }
  end

  def close = @session.close
end

# Runs the block, and holds the server still in the middle of it.
def stalled(server)
  thread = Thread.new do
    sleep(SECONDS / 2)
    Process.kill("STOP", server)
    sleep(STALL_S)
  ensure
    Process.kill("CONT", server)
  end
  yield.tap { thread.join }
end

# p99 in ms.
def report(loop, reply)
  times = reply["latencies"].unpack1("m").unpack("L<*").sort.map { |ns| ns / 1e6 }
  figures = [50, 90, 99, 99.9].map { |percent| format("p%s %.3f", percent, times[(times.size * percent / 100.0).ceil - 1]) }
  figures << format("max %.3f ms", times.last)
  puts "#{loop}: #{times.size} calls in #{(reply["wall_ns"] / 1e9).round(2)} s, #{figures.join(", ")}"
  times[(times.size * 0.99).ceil - 1]
end

def pinned(core, *argv) = ["taskset", "-c", core.to_s, *argv]

Bench.memcached(core: CORES.first) do |address, server|
  keeper = Cachemark::Host::Keeper.start
  talk = Talk.new(keeper, pinned(CORES.last, *DRIVER[0..-2], File.join(Bench::ROOT, DRIVER.last)))
  talk.ask("load", client: "socket", adapter: "socket", shims: [], options: {})
  talk.ask("open", client: "socket", servers: [address], options: {}, prefix: "", published: false, scenario: SCENARIO)
  talk.ask("prepare")
  iterations = (1_000 * SECONDS * 1e9 / Array.new(3) { talk.ask("block", iterations: 1_000)["wall_ns"] }.min).round
  due = Cachemark::Plan::OpenLoop::Arrivals.new(kind: "poisson", rate: RATE, count: (RATE * SECONDS).round, seed: 1).offsets
  closed = report("closed loop", stalled(server) { talk.ask("block", iterations: iterations, latencies: true) })
  open = report("open loop at #{RATE}/s", stalled(server) { talk.ask("block", arrivals: [due.pack("Q<*")].pack("m0")) })
  Bench.say("p99 of the closed loop, server still for 200 ms", format("%.3f ms", closed), "< 5 ms", closed < 5)
  Bench.say("p99 of the open loop, server still for 200 ms", format("%.3f ms", open), "> 50 ms", open > 50)
ensure
  talk&.close
  keeper&.stop
end
