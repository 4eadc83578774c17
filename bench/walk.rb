# frozen_string_literal: true

# How many files of lib/ a reader opens who follows one command.
#
#   ruby bench/walk.rb [--files] [--until POINT] [--root CHECKOUT] COMMAND ARGS...
#   ruby bench/walk.rb --goals [--root CHECKOUT]
#
# The figure is the number of files below lib/cachemark in which a method written in Ruby is entered. Only the main thread
# of the process of exe/cachemark counts. Blocks, class bodies, attr_readers, other threads and other processes do not
# count, nor do files that are only loaded. `lines` are all lines of these files. A `switch` is an entry into a method in
# another file than the entry before.
#
# POINT ends the walk early. The command then ends as after Ctrl-C.
#   resolved       the first method of the rooms lab, live or host is entered: the command line is understood
#   first-request  a driver is asked for the first block: all that `run` does before it measures
#   first-block    the record gains its first line of type "block": `run` has timed a block
#   first-trial    a driver is asked for the first "act": all that `check` does before its first trial
#
# --goals makes the walks that have a goal. The reports are of test/recorded/records/run-modes.jsonl.gz. The other walks
# start servers and drivers for some seconds.
#
# A review counted 41 files for `run` and 35 for `check` at commit d5ae196, in the resolution alone. Up to `resolved`,
# this script counts 49 and 42 files there. The others read the options.
require "zlib"
require_relative "support"

# Counts the entries into the files of one lib/.
class Walk
  attr_reader :switches

  # It ends before a file below one of the folders `stop_in` is entered; then the block is called.
  #: (String, ?stop_in: Array[String]) { () -> void } -> void
  def initialize(root, stop_in: [], &ended)
    @ended = ended
    @stop_in = stop_in
    @prefix = File.join(File.realpath(root), "lib", "cachemark")
    @files = {}
    @switches = 0
    @trace = TracePoint.new(:call) { |point| enter(point.path) if Thread.current == Thread.main }
  end

  def start = @trace.enable

  # Ends the walk; only the first end counts.
  def stop = @trace.disable

  def finish
    stop
    @ended.call
  end

  def files = @files.keys.map { |path| path.delete_prefix("#{File.dirname(@prefix, 2)}/") }
  def lines = @files.keys.sum { |path| File.foreach(path).count }
  def to_s = "walk: #{@files.size} files, #{lines} lines, #{switches} switches"

  private

  def enter(path)
    return if path == @last || !path.start_with?(@prefix)
    return finish if @stop_in.any? { |room| path.start_with?("#{@prefix}/#{room}") }

    @files[path] = true
    @switches += 1
    @last = path
  end
end

# Calls a block once, when a text that matches is first written to any file, pipe or socket.
module Written
  class << self
    #: (Regexp) { () -> void } -> void
    def watch(pattern, &block)
      @pattern = pattern
      @block = block
      IO.prepend(self)
    end

    #: (Array) -> void
    def seen(texts)
      return unless @block && texts.any? { |text| text.is_a?(String) && text.b.match?(@pattern) }

      block = @block
      @block = nil
      block.call
    end
  end

  %i[write syswrite write_nonblock print puts <<].each do |name|
    define_method(name) do |*texts, **options|
      Written.seen(texts)
      super(*texts, **options)
    end
  end
end

# The line that is written when a point is reached.
POINTS = { "first-block" => /\A{"type":"sample","of":"block"/n, "first-request" => /\A{"id":\d+,"type":"block"/n,
           "first-trial" => /\A{"id":\d+,"type":"act"/n }.freeze
ROOMS = %w[lab live host].freeze

GOALS = [["record to terminal table", 30, %w[show RECORD]],
         ["record to HTML page", 40, %w[show RECORD --format html]],
         ["run, until it is resolved", 25, %w[--until resolved run dalli socket --color never]],
         ["run, until its first block", 25, %w[--until first-request run dalli socket --for 20s --color never]],
         ["check, until it is resolved", 25, %w[--until resolved check socket --case interrupt/timeout-in-get --color never]],
         ["check, to its first trial", 25,
          %w[--until first-trial check socket --case interrupt/timeout-in-get --color never]]].freeze

def walk(words)
  root = Bench::ROOT
  files = point = nil
  while words.first.to_s.start_with?("--")
    case (option = words.shift)
    when "--files" then files = true
    when "--root" then root = File.expand_path(words.shift)
    when "--until" then point = words.shift
    else abort "walk.rb: unknown option #{option}"
    end
  end
  abort "--until: #{["resolved", *POINTS.keys].join(", ")}" unless [nil, "resolved", *POINTS.keys].include?(point)
  follow(root, point, files)
  ARGV.replace(words)
  load File.join(root, "exe", "cachemark")
end

def follow(root, point, files)
  owner = Process.pid
  walk = Walk.new(root, stop_in: point == "resolved" ? ROOMS : []) { Process.kill("INT", owner) }
  at_exit do
    next unless Process.pid == owner

    walk.stop
    $stderr.puts(*(walk.files if files), walk)
  end
  Written.watch(POINTS[point]) { walk.finish } if POINTS[point]
  walk.start
end

def goals(words)
  Bench.in_dir do |dir|
    record = File.join(dir, "run-modes.jsonl")
    packed = File.join(Bench::ROOT, "test/recorded/records/run-modes.jsonl.gz")
    File.write(record, Zlib::GzipReader.open(packed, &:read))
    GOALS.each do |what, goal, command|
      argv = command.map { |word| word == "RECORD" ? record : word }
      _, err, = Open3.capture3({ "XDG_STATE_HOME" => dir }, RbConfig.ruby, __FILE__, *words, *argv)
      count = err[/^walk: (\d+) files/, 1] or abort("#{argv.join(" ")} did not get there:\n#{err}")
      puts format("%-30s goal %d   %-6s   %s", what, goal, count.to_i <= goal ? "met" : "MISSED", err[/^walk: .*/])
    end
  end
end

if ARGV.first == "--goals" then goals(ARGV.drop(1))
else
  Bench.with_gems(__FILE__)
  walk(ARGV.dup)
end
