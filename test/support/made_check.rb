# frozen_string_literal: true

# Checks made by hand, line by line of a record.
module MadeCheck
  RUN = { "type" => "run", "command" => "check", "argv" => %w[check dalli], "version" => "0.1.0", "seed" => 7,
          "started_at" => "2026-11-22T08:00:00Z", "machine" => {}, "server" => {}, "placement" => {} }.freeze
  RIGHT = [["socket (control)", "socket", "PASS"], ["control,flaw=x (control)", "x", "CORRUPT"]].freeze

  module_function

  # outcomes: {contender => {case => outcome}}; controls: [[contender, control, outcome], ...].
  #: (?Hash, ?controls: Array, ?ended: String, ?failures: Array[Hash]) -> Cachemark::Stats::Check
  def of(outcomes = { "dalli" => { "interrupt/kill-in-get" => "PASS" } }, controls: RIGHT, ended: "complete", failures: [])
    found = outcomes.flat_map { |contender, own| own.map { |id, outcome| line(contender, id, outcome) } }
    known = controls.map { |contender, control, outcome| line(contender, "interrupt/kill-in-get", outcome, control: control) }
    lines = [RUN, *found, *known, *failures, { "type" => "end", "outcome" => ended }]
    Cachemark::Stats::Check.of(Cachemark::Record.from_lines(lines))
  end

  def line(contender, id, outcome, control: nil)
    reason = "get of k2 returned another key's value" unless outcome == "PASS"
    { "type" => "case", "case" => id, "situation" => id.sub(/-in-\w+\z/, ""), "contender" => contender, "mode" => "sync",
      "control" => control, "outcome" => outcome, "reason" => reason, "n" => 10, "times" => 3 }
  end
end
