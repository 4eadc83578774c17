# frozen_string_literal: true

# Whether the replay commands of a check have the same outcomes as the check.
#
#   ruby bench/replays.rb RECORD [HOW_MANY] [SEED]
#
# RECORD is a check's. HOW_MANY of its cells that did not pass are drawn by SEED (1). The command of each runs unchanged, in
# a separate state folder, so that no warning changes.

require_relative "support"
require "shellwords"

RECORD, HOW_MANY, SEED = ARGV
abort("usage: ruby bench/replays.rb RECORD [HOW_MANY] [SEED]") unless RECORD

def report(*argv, dir:)
  file = File.join(dir, "report.json")
  command = [*Bench::COMMAND, *argv, "--format", "json", "--output", file]
  _, status = Open3.capture2e({ "XDG_STATE_HOME" => dir }, *command, stdin_data: "")
  abort("#{argv.join(" ")} ended with #{status.exitstatus.inspect}") unless [0, 1].include?(status.exitstatus)
  JSON.parse(File.read(file))
end

# The outcome of the same cell, nil where the command does not produce it.
def again(cell, dir)
  program, *argv = Shellwords.split(cell["replay"])
  abort("#{cell["replay"]} is not a command of cachemark") unless program == "cachemark"
  found = report(*argv, dir: dir)["cases"]
  place = cell.values_at("contender", "case", "mode")
  found.find { |other| other.values_at("contender", "case", "mode") == place }&.fetch("outcome")
end

Dir.mktmpdir do |dir|
  cells = report("show", RECORD, dir: dir)["cases"].reject { |cell| cell["outcome"] == "PASS" || cell["n"].zero? }
  drawn = cells.shuffle(random: Random.new((SEED || 1).to_i)).first((HOW_MANY || cells.size).to_i)
  same = drawn.count do |cell|
    came = again(cell, dir)
    puts "#{cell["outcome"]}#{came == cell["outcome"] ? " again" : ", and now #{came.inspect}"}: #{cell["replay"]}"
    $stdout.flush
    came == cell["outcome"]
  end
  puts "#{same} of #{drawn.size} had the same outcome; #{cells.size} cells were examined and did not pass; load #{Bench.load}"
end
