# frozen_string_literal: true

require "delegate"
require "json"

# A driver that knows no client. `answers` are its replies to each kind of request, one after the other; the last one is
# repeated.
#
# - A Hash is merged into the proper reply. "exit", "hang", "garbage" and "failed" do what their names say.
# - "heard" names a file that gets every request, a line each.
# - "dies_once" names a file. If it is absent, the driver creates it and dies in its first block.
#
# As a program, it finds its answers in ARGV, in JSON, and gets the requests of the lab as they are. A loop that needs no
# process has a Session.
class MadeDriver
  PROPER = {
    "load" => { type: "loaded", client: "null", version: nil, file: nil, digest: nil, libraries: [] },
    "open" => { type: "opened", calls: 3 }, "prepare" => { type: "prepared" }, "close" => { type: "closed" },
    "enter" => { type: "entered" }, "act" => { type: "acted", events: [], end: "done" }, "leave" => { type: "left", end: nil },
    "verify" => { type: "verified", ok: true, mismatches: [], hits: 0, misses: 0, work: [], errors: {}, proof: "none" },
    "traffic" => { type: "traffic" },
    "stampede" => { type: "stampede", expiries: [], errors: {}, messages: {}, mismatches: [] },
    "block" => { type: "block", calls: 3, wall_ns: 30_000, user_ns: 20_000, system_ns: 10_000, batch: 1, batches: [30_000],
                 allocations: 3, gc_ns: 0, gc_count: 0, errors: {}, checked: true, mismatches: [] }
  }.freeze

  #: (Hash[String, Object]) -> void
  def initialize(answers)
    @answers = answers.transform_values { |answer| answer.is_a?(Array) ? answer.dup : answer }
  end

  #: () -> Hash
  def hello
    { type: "hello", protocol: 2, language: "ruby", runtime: "made", pid: Process.pid, **@answers.slice("jit") }
  end

  # A Hash, or the word for what is done in place of a reply.
  #: (Hash[String, Object]) -> Hash | String
  def reply(request)
    case answer = answer_to(request["type"])
    when "failed" then { id: request["id"], type: "failed", class: "RuntimeError", message: "no way", backtrace: [] }
    when String then answer
    else { id: request["id"], **PROPER.fetch(request["type"]), **request.slice("cell", "iterations"), **answer.to_h }
    end
  end

  # Answers the lines of a process.
  def serve
    exit!(7) if @answers["hello"] == "exit"
    puts JSON.generate(hello)
    while (line = $stdin.gets)
      File.write(@answers["heard"], line, mode: "a") if @answers["heard"]
      request = JSON.parse(line)
      die_once if request["type"] == "block"
      say(reply(request))
    end
  end

  private

  def answer_to(type)
    answers = @answers[type]
    return answers unless answers.is_a?(Array)

    answers.size > 1 ? answers.shift : answers.first
  end

  def say(reply)
    case reply
    when "exit" then die
    when "hang" then sleep
    when "garbage" then puts "Listening on port 11211"
    else puts JSON.generate(reply)
    end
  end

  def die_once
    path = @answers["dies_once"]
    return if path.nil? || File.exist?(path)

    File.write(path, "")
    exit!(7)
  end

  # "words" are its last ones, before its pid.
  def die
    warn "#{@answers["words"]} #{Process.pid}" if @answers["words"]
    exit!(7)
  end

  # It in place of Driver::Planned, in a process that gets what the lab asks.
  class OfProcess < SimpleDelegator
    def self.start(**how) = new(Cachemark::Driver::Session.start(**how))

    def pids = [pid]
  end

  # The same without a process.
  class Session
    # What needs one.
    OF_A_PROCESS = %w[heard dies_once words].freeze
    WORDS = %w[exit hang garbage].freeze

    #: (Hash[String, Object]) -> bool
    def self.enough?(answers)
      !answers.keys.intersect?(OF_A_PROCESS) && !answers.values.flatten(1).intersect?(WORDS)
    end

    attr_reader :hello

    #: (Hash[String, Object]) -> void
    def initialize(answers)
      @driver = MadeDriver.new(answers)
      @hello = plain(@driver.hello)
      @alive = true
    end

    def pid = hello["pid"]
    def pids = [pid]

    def alive? = @alive

    #: (String, ?Hash, deadline_s: Numeric) -> Hash[String, Object]
    def request(type, fields = {}, deadline_s:)
      raise Cachemark::Driver::Crash, "the driver of #{deadline_s} s is gone" unless alive?

      reply = plain(@driver.reply({ "type" => type, **fields.slice(:cell, :iterations).transform_keys(&:to_s) }))
      reply["type"] == "failed" ? raise(Cachemark::Driver::Refused, reply) : reply
    end

    def kill = @alive = false
    alias close kill

    private

    def plain(message) = JSON.parse(JSON.generate(message))
  end
end

if $PROGRAM_NAME == __FILE__
  $stdout.sync = true
  MadeDriver.new(JSON.parse(ARGV.first)).serve
end
