# frozen_string_literal: true

module Cachemark
  class Record
    # Every kind of line, with its meaning and the fields that each line of it has. Lines of some kinds differ: their `of` names
    # one of several meanings, each with its own fields. schema/record.json describes all fields.
    module Kinds
      # The lines before the first result.
      HEAD = {
        "run" => ["what ran: the command, its options, the machine and the servers", %w[command]],
        "environment" => ["what an environment of a contender contains", %w[contender client]],
        "cell" => ["a contender in one scenario and mode", %w[cell contender notation client scenario mode]],
        "plan" => ["what a command is about to do", {
          "position" => ["a release or commit of a range", %w[position contender name]],
          "fault" => ["a fault of a check, with the cases that ran", %w[fault title invariant cases]],
          "option" => ["an option that is examined", %w[contender option value default]],
          "control" => ["a verdict that a selftest must find", %w[shows contender scenario expected]],
          "arrivals" => ["when the calls of an open loop start", %w[arrivals kind rate generation calls due]],
          "traffic" => ["the calls of the runs of an outage", %w[run seed arrivals keys writes versions]]
        }],
        "comparison" => ["two cells that are compared", %w[comparison baseline contender scenario mode]],
        "process" => ["a fresh process, with the code that it loaded", %w[process contender]]
      }.freeze

      # The lines with results.
      RESULTS = {
        "proof" => ["whether the replies to a cell were right", %w[cell process ok]],
        "sample" => ["one measurement", {
          "block" => ["a timed burst of calls", %w[cell process iterations calls wall_ns]],
          "pair" => ["the pair of processes that some blocks belong to; it is complete", %w[pair set comparisons]],
          "pool" => ["how long calls waited for a connection", %w[cell process size waits]],
          "warm_up" => ["how long a JIT compiler took until times had settled", %w[cell process blocks seconds settled]],
          "first_replies" => ["how long new clients took until their first reply", %w[process contender ns]],
          "network" => ["how late a network was", %w[process contender errors]],
          "count" => ["what an instrument counted in a process", %w[cell process metric value calls]],
          "stampede" => ["the calls after a value expired for many callers", %w[cell process mode]],
          "outage" => ["the calls of one run while a server is lost", %w[cell run at_s]],
          "tally" => ["the calls of all hosts together", %w[step counted least most wrong]],
          "effect" => ["the change that each of several hosts measured", %w[comparison hosts]],
          "experiment" => ["a result after a change of known size, for a calibration", %w[condition kind method loops share]]
        }],
        "look" => ["what was observed without timing it", {
          "work" => ["the traffic of one iteration", %w[cell process pass iterations commands]],
          "in_flight" => ["how many calls waited at the same time", %w[cell process workers seen]],
          "asking" => ["how a call with several keys asks several servers", %w[cell process op keys servers at_once]],
          "trace" => ["the work of a process by the places of its source", %w[look cell process calls sites]],
          "configuration" => ["what one process with an option did", %w[configuration pass seen]],
          "survey" => ["the facts about a machine that doctor collected", %w[memcached other_processes]]
        }],
        "case" => ["the outcome of one case of a check", %w[case fault contender mode outcome reason]],
        "answer" => ["the releases or commits that a search found", %w[scenario mode metric found undecided]],
        "failure" => ["why a contender has no figures", %w[contender status reason]]
      }.freeze

      # The other lines at the end of a record. Events may be anywhere.
      ENDING = {
        "event" => ["something that happened", %w[kind message]],
        "end" => ["how the run ended", %w[outcome]],
        "summary" => ["the figures of the whole record, for a history", %w[schema command]]
      }.freeze

      ALL = { **HEAD, **RESULTS, **ENDING }.freeze

      # {name => [type and perhaps `of` of its lines, their fields]}: the name of a line is its `of`, or its type without one.
      ROWS = ALL.flat_map do |kind, (_, rows)|
        next [[kind, [{ "type" => kind }.freeze, rows]]] if rows.is_a?(Array)

        rows.map { |of, (_, fields)| [of, [{ "type" => kind, "of" => of }.freeze, fields]] }
      end.to_h.freeze

      class << self
        # A line as it is read back. Raises ArgumentError if its name is unknown, or if it lacks a field.
        #: (String, Hash) -> Hash[String, Object] ! ArgumentError
        def line(name, fields)
          start, required = ROWS.fetch(name) { raise ArgumentError, "no line of a record: #{name}" }
          line = start.merge(plain(fields))
          missing = required - line.keys
          missing.empty? ? line : raise(ArgumentError, "#{name} needs #{missing.join(", ")}")
        end

        # Nil for a line of a newer Cachemark.
        #: (Hash[String, Object]) -> String?
        def name(line)
          name = ROWS.key?(line["type"]) ? line["type"] : line["of"]
          name if ROWS.dig(name, 0)&.<= line
        end

        private

        # Only types that JSON has. Lists of numbers are left as they are.
        def plain(value)
          case value
          when Hash then value.to_h { |key, member| [key.to_s, plain(member)] }
          when Struct then plain(value.to_h)
          when Array then value.first.is_a?(Numeric) ? value : value.map { |member| plain(member) }
          when Symbol then value.to_s
          else value
          end
        end
      end
    end
  end
end
