# frozen_string_literal: true

# Makes small mistakes in lib/, each alone in a copy of this checkout, and runs the test that must catch it. Use it before and
# after a large refactoring: a mistake that moves with its code must still be caught.
#
#   ruby bench/mistakes.rb [--only GLOB]...
#
# A mistake is an entry of bench/mistakes/ROOM.yml:
#
#   name   what is wrong, in words
#   file   the file
#   from   the exact text, which occurs once in the file
#   to     the wrong text
#   test   its file, and its full name: CLASS#test_NAME
#
# GLOB matches ROOM/NAME. First each test must pass without a mistake. Then each mistake has one line:
#
#   caught             its test fails
#   NOT CAUGHT         its test passes, is skipped, or has no result in time
#   cannot be applied  the text is not there or not unique, the file is not Ruby with it, or the test fails without it
require "optparse"
require "tempfile"
require "timeout"
require "yaml"
require_relative "support"

# The named tests of a folder, each a Hash with `file` and `name`.
class NamedTests
  # Seconds for one test, also on a busy machine.
  LONGEST_S = 180
  SUMMARY = /^(\d+) runs?, \d+ assertions?, (\d+) failures?, (\d+) errors?, (\d+) skips?$/
  PASSED = /^(\S+#\S+) = [\d.]+ s = \.$/
  private_constant :LONGEST_S, :SUMMARY, :PASSED

  #: (String) -> void
  def initialize(dir)
    @dir = dir
    @alone = {}
  end

  # Runs all of these together, because that is faster. `without` repeats alone what did not pass here.
  #: (Array[Hash]) -> void
  def try(tests)
    files, names = %w[file name].map { |member| tests.map { |test| test.fetch(member) }.uniq }
    pattern = "/\\A(?:#{names.map { |name| Regexp.escape(name) }.join("|")})\\z/"
    passed = text(*files, "-v", "-n", pattern, for_s: 10 * LONGEST_S).to_s.scan(PASSED).flatten
    tests.each { |test| @alone[test] = "passed" if passed.include?(test.fetch("name")) }
  end

  # The result of a test without a mistake.
  #: (Hash) -> String
  def without(test) = @alone[test] ||= result(test)

  # "passed", "failed", or why there is neither. A name that no test has would pass, if nobody counted.
  #: (Hash) -> String
  def result(test)
    text = text(test.fetch("file"), "-n", test.fetch("name")) or return "no result within #{LONGEST_S} s"
    runs, failures, errors, skips = text[SUMMARY] && $~.captures.map(&:to_i)
    return "the test does not start" if runs.nil?
    return "no test has this name" if runs.zero?
    return "the test is skipped" if skips.positive?

    (failures + errors).positive? ? "failed" : "passed"
  end

  private

  # What tests print; nil if they hang. Then they are ended with all that they started.
  def text(*words, for_s: LONGEST_S)
    Tempfile.create("mistake") do |log|
      pid = Process.spawn(File.join(@dir, "bin", "test"), "-j", "1", *words, chdir: @dir, in: File::NULL,
                          %i[out err] => log.path, pgroup: true)
      Timeout.timeout(for_s) { Process.wait(pid) }
      File.read(log.path, encoding: "UTF-8").scrub
    rescue Timeout::Error
      Process.kill("KILL", -pid)
      Process.wait(pid)
      nil
    end
  end
end

# One mistake in a copy of the checkout.
class Mistake
  # String: ROOM/NAME; Hash: the test that must catch it.
  attr_reader :title, :test

  #: (String, Hash) -> void
  def initialize(room, facts)
    @title = "#{room}/#{facts.fetch("name")}"
    @file, @from, @to, @test = facts.fetch_values("file", "from", "to", "test")
  end

  # "caught", or what is wrong.
  #: (String, NamedTests) -> String
  def tried_in(dir, tests)
    path = File.join(dir, @file)
    text = File.exist?(path) ? File.read(path, encoding: "UTF-8") : ""
    problem = problem(text) || untested(tests.without(test))
    return "cannot be applied: #{problem}" if problem

    with(path, text) { caught(tests.result(test)) }
  end

  private

  def problem(text)
    found = text.scan(@from).size
    return "the text occurs #{found} times in #{@file}" unless found == 1

    RubyVM::InstructionSequence.compile(wrong(text))
    nil
  rescue SyntaxError
    "#{@file} is not Ruby with it"
  end

  def untested(result) = ("without it: #{result}" unless result == "passed")

  def caught(result) = result == "failed" ? "caught" : "NOT CAUGHT: #{result}"

  # A block, because a string would have escapes.
  def wrong(text) = text.sub(@from) { @to }

  def with(path, text)
    File.write(path, wrong(text))
    yield
  ensure
    File.write(path, text)
  end
end

# The files that git knows, as they are now.
def copy(dir)
  names = Bench.quiet("git", "ls-files", "-z", chdir: Bench::ROOT).split("\0")
  names.select { |name| File.file?(File.join(Bench::ROOT, name)) }.each do |name|
    FileUtils.mkdir_p(File.dirname(File.join(dir, name)))
    FileUtils.cp(File.join(Bench::ROOT, name), File.join(dir, name))
  end
end

globs = []
OptionParser.new { |parser| parser.on("--only GLOB") { |glob| globs << glob } }.parse!

folder = File.join(Bench::ROOT, "bench", "mistakes")
mistakes = Dir.glob("*.yml", base: folder).sort.flat_map do |file|
  YAML.safe_load_file(File.join(folder, file)).map { |facts| Mistake.new(File.basename(file, ".yml"), facts) }
end
mistakes.select! { |mistake| globs.any? { |glob| File.fnmatch?(glob, mistake.title) } } if globs.any?
abort("no mistake has such a name") if mistakes.empty?

$stdout.sync = true
results = Bench.in_dir do |dir|
  copy(dir)
  tests = NamedTests.new(dir)
  tests.try(mistakes.map(&:test).uniq)
  mistakes.map { |mistake| mistake.tried_in(dir, tests).tap { |result| puts "#{mistake.title}: #{result}" } }
end
caught = results.count("caught")
puts "#{caught} of #{results.size} mistakes were caught"
exit 1 unless caught == results.size
