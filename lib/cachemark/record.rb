# frozen_string_literal: true

module Cachemark
  # Everything measured in one run, in the order in which it was measured. Every report can be made from it again. Each line
  # of the record file is one Hash (string keys, frozen); guides/file-formats.md lists them.
  class Record
    # The version of the line format. `Reader::Upgrade` names the older ones that can be read; others are refused.
    SCHEMA = "cachemark/record/2"

    # Array[String]: every kind of line, in the order a run first writes them.
    TYPES = %w[run environment cell position comparison effect tally process proof first_replies arrivals work in_flight asking
               warm_up block pool traffic stampede outage network pair count trace option option_look failure event answer
               control experiment survey fault case end summary].freeze

    # Array[Hash]: all lines, oldest first.
    attr_reader :lines

    # String or nil: the file it was read from.
    attr_reader :path

    # {name => Record}: what each host of a merged record measured. Empty for a run on one machine. The merged record itself
    # has the lines that are the same on all hosts.
    attr_reader :hosts

    #: (Array[Hash], ?path: String?) -> Record
    def self.from_lines(lines, path: nil)
      new(lines, path: path)
    end

    # `by_type` has the same lines, already grouped.
    #: (Array[Hash], ?path: String?, ?by_type: Hash[String, Array[Hash]]?) -> void
    def initialize(lines, path: nil, by_type: nil)
      @lines = lines.dup.freeze
      @path = path
      own, theirs = @lines.first&.key?("hosts") ? @lines.partition { |line| line["host"].nil? } : [@lines, []]
      @by_type = by_type&.transform_values(&:dup) || own.group_by { |line| line["type"] }
      @hosts = theirs.group_by { |line| line["host"] }.transform_values { |all| Record.from_lines(all, path: path) }.freeze
      freeze
    end

    # Hash: the run's header (command, suite, options, machine, server).
    def run = of("run").first || {}

    # Hash: the closing line, or {} if the run never closed its record.
    def ending = of("end").last || {}

    # Whether it broke off. A run that only had too little time did not: what it measured is valid.
    def aborted?
      return false unless ending["outcome"] == "stopped early"

      stopped = events.reverse.find { |event| event["kind"] == "stopped" }
      stopped.nil? || !stopped["time_too_short"]
    end

    # The description of a runtime is that of the processes, if one of them compiles while it runs.
    def environments
      compiling = processes.select { |line| line["jit"] }.to_h { |line| line.values_at("contender", "runtime") }
      return of("environment") if compiling.empty?

      of("environment").map { |line| described(line, compiling[line["contender"]]) }
    end

    def cells = of("cell")
    def comparisons = of("comparison")
    def processes = of("process")
    def proofs = of("proof")

    # Of a check: each case of each contender.
    def cases = of("case")
    def faults = of("fault")
    def works = of("work")
    def in_flights = of("in_flight")
    def first_replies = of("first_replies")
    def askings = of("asking")
    def networks = of("network")
    def warm_ups = of("warm_up")
    def blocks = of("block")
    def pools = of("pool")
    def counts = of("count")
    def traces = of("trace")
    def options = of("option")
    def option_looks = of("option_look")
    def arrivals = of("arrivals")
    def traffics = of("traffic")
    def stampedes = of("stampede")
    def outages = of("outage")
    def pairs = of("pair")
    def tallies = of("tally")
    def effects = of("effect")
    def failures = of("failure")
    def events = of("event")
    def positions = of("position")
    def answers = of("answer")
    def controls = of("control")
    def experiments = of("experiment")
    def surveys = of("survey")

    # Array[Hash]: for a history. The last one summarises the whole record, earlier ones a search that was continued.
    def summaries = of("summary")

    private

    def described(line, runtime)
      runtime ? line.merge("runtime" => (line["runtime"] || {}).merge("description" => runtime)) : line
    end

    def of(type) = @by_type.fetch(type, [])
  end
end
