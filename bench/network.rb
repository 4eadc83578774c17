# frozen_string_literal: true

# How late a network with a round-trip time of 1 ms delivers pieces of bytes; if asked, next to busy loops.
#   ruby bench/network.rb [TIME] [LOOPS]
require_relative "support"

CLIENTS = %w[dalli pylibmc].freeze
GOAL_US = 60

Bench.in_dir do |dir|
  Bench.busy(ARGV.fetch(1, "0").to_i) do
    _, record = Bench.run(*CLIENTS, "--suite", "clients", "--with", "rtt=1ms", "--for", ARGV.fetch(0, "60s"), dir: dir)
    errors = Bench.lines(record).select { |line| line["of"] == "network" }.map { |line| line["errors"] }
    %w[out in].each do |direction|
      late = errors.flat_map { |of_process| of_process.fetch(direction).flat_map { |us, times| [us] * times } }.sort
      p99 = late[(late.size * 0.99).floor]
      Bench.say("#{late.size} pieces, #{direction}: 99 % are late by at most", "#{p99} µs", "#{GOAL_US} µs", p99 <= GOAL_US)
    end
  end
end
