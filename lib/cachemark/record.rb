# frozen_string_literal: true

module Cachemark
  # Everything measured in one run, in the order in which it was measured. Every report can be made from it again. Each line
  # of the record file is one Hash (string keys, frozen). A method for each name in Kinds returns its lines: `cells`, `blocks`.
  class Record
    # The version of the line format. `Reader::Upgrade` names the older ones that can be read; others are refused.
    SCHEMA = "cachemark/record/3"

    PLURALS = { "process" => "processes", "arrivals" => "arrivals", "first_replies" => "first_replies", "tally" => "tallies",
                "summary" => "summaries" }.freeze
    include(Module.new do
      Kinds::ROWS.each_key { |name| define_method(PLURALS.fetch(name, "#{name}s")) { @by_name.fetch(name, []) } }
    end)

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

    # `by_name` has the same lines, already grouped.
    #: (Array[Hash], ?path: String?, ?by_name: Hash[String, Array[Hash]]?) -> void
    def initialize(lines, path: nil, by_name: nil)
      @lines = lines.dup.freeze
      @path = path
      own, theirs = @lines.first&.key?("hosts") ? @lines.partition { |line| line["host"].nil? } : [@lines, []]
      @by_name = by_name&.transform_values(&:dup) || own.group_by { |line| Kinds.name(line) }
      @hosts = theirs.group_by { |line| line["host"] }.transform_values { |all| Record.from_lines(all, path: path) }.freeze
      freeze
    end

    # Hash: the run's header (command, suite, options, machine, server).
    def run = runs.first || {}

    # Hash: the closing line, or {} if the run never closed its record.
    def ending = ends.last || {}

    # Whether it broke off. A run that only had too little time did not: what it measured is valid.
    def aborted?
      return false unless ending["outcome"] == "stopped early"

      stopped = events.reverse.find { |event| event["kind"] == "stopped" }
      stopped.nil? || !stopped["time_too_short"]
    end

    # The description of a runtime is that of the processes, if one of them compiles while it runs.
    def environments
      compiling = processes.select { |line| line["jit"] }.to_h { |line| line.values_at("contender", "runtime") }
      return super if compiling.empty?

      super.map { |line| described(line, compiling[line["contender"]]) }
    end

    private

    def described(line, runtime)
      runtime ? line.merge("runtime" => (line["runtime"] || {}).merge("description" => runtime)) : line
    end
  end
end
