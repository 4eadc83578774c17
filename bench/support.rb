# frozen_string_literal: true

require "json"
require "open3"
require "tmpdir"

# What the scripts in bench/ share: they run the real command, read its records
# and print ratios of one run with the machine's load beside them.
module Bench
  ROOT = File.expand_path("..", __dir__)
  COMMAND = [File.join(ROOT, "bin", "cachemark")].freeze

  # Runs `cachemark ARGS --format json` and answers the document and the record's path.
  def self.run(*args, dir:, name: "run")
    report = File.join(dir, "#{name}.json")
    record = File.join(dir, "#{name}.jsonl")
    command = [*COMMAND, "run", *args, "--format", "json", "--output", report, "--record", record]
    out, status = Open3.capture2e(*command, stdin_data: "")
    abort("#{command.join(" ")} ended with #{status.exitstatus}:\n#{out}") unless File.exist?(report)
    [JSON.parse(File.read(report)), record]
  end

  # The rows of a report that have figures, references left out, each with "mean_ratio" beside its
  # socket_ratio: the plain mean over that of socket, which no estimator has had its hands on.
  def self.rows(report)
    ok = report["rows"].select { |row| row["status"] == "ok" }
    sockets, rows = ok.reject { |row| row["client"] == "ruby/null" }.partition { |row| row["client"] == "ruby/socket" }
    means = sockets.to_h { |row| [row.values_at("scenario", "mode"), row["mean_ns"]] }
    rows.map { |row| row.merge("mean_ratio" => row["mean_ns"] / means.fetch(row.values_at("scenario", "mode"))) }
  end

  # What a row is in every run.
  def self.key(row) = row.values_at("contender", "scenario", "mode")

  # A line on how far socket_ratio stands from the ratio of plain means.
  def self.bias(rows)
    shares = rows.map { |row| (row["socket_ratio"] / row["mean_ratio"]) - 1 }.sort
    format("  socket_ratio against plain means: median %+.2f %%, from %+.2f %% to %+.2f %%",
           *[median(shares), shares.first, shares.last].map { |share| share * 100 })
  end

  # The record's lines as Hashes.
  def self.lines(record) = File.foreach(record).map { |line| JSON.parse(line) }

  def self.now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

  def self.load = File.exist?("/proc/loadavg") ? File.read("/proc/loadavg").split.first(3).join(" ") : "unknown"

  def self.median(numbers)
    sorted = numbers.sort
    middle = sorted.size / 2
    sorted.size.odd? ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2.0
  end

  # One line per figure: what, figure, goal, whether it is met.
  def self.say(what, figure, goal, met)
    puts format("%-58s %12s   goal %-10s %s   load %s", what, figure, goal, met ? "met" : "MISSED", load)
  end

  def self.in_dir(&block) = Dir.mktmpdir("cachemark-bench", &block)
end
