# frozen_string_literal: true

# Checks made by hand, line by line of a record.
module MadeCheck
  RUN = { "type" => "run", "command" => "check", "argv" => %w[check dalli], "version" => "0.1.0", "seed" => 7,
          "suite" => { "id" => "check", "title" => "dalli" }, "started_at" => "2026-11-22T08:00:00Z", "machine" => {},
          "server" => {}, "placement" => {} }.freeze
  RIGHT = [["socket (control)", "socket", "PASS"], ["control,mutant=x (control)", "x", "CORRUPT"]].freeze
  FAULT = { **Line["fault"], "fault" => "interrupt/kill", "title" => "a worker is killed",
                "happens" => "a thread is killed", "invariant" => "a value is its key's", "source" => "a report",
                "cases" => %w[interrupt/kill-in-get interrupt/kill-in-set] }.freeze

  PASSED = { "dalli" => { "interrupt/kill-in-get" => "PASS" } }.freeze

  module_function

  # The value of a record of these.
  #: (?Hash, **Object) -> Cachemark::Stats::Check
  def of(outcomes = PASSED, **more) = Cachemark::Report::Sentences.in(Cachemark::Stats::Check.of(record(outcomes, **more)))

  # The run line of a check whose baseline has these findings of dalli.
  def knowing(cases, stale: [])
    { "options" => { "baseline" => { "path" => "k.json", "known" => { "dalli" => cases }, "stale" => stale } } }
  end

  # outcomes: {contender => {case => outcome}}; controls: [[contender, control, outcome], ...]; lines: further ones; ended:
  # nil of one that was killed.
  #: (?Hash, ?controls: Array, ?ended: String?, ?lines: Array[Hash], ?run: Hash) -> Cachemark::Record
  def record(outcomes = PASSED, controls: RIGHT, ended: "complete", lines: [], run: {})
    found = outcomes.flat_map { |contender, own| own.map { |id, outcome| line(contender, id, outcome) } }
    known = controls.map { |contender, control, outcome| line(contender, "interrupt/kill-in-get", outcome, control: control) }
    last = ended ? [{ "type" => "end", "outcome" => ended }] : []
    Cachemark::Record.from_lines([RUN.merge(run), FAULT, *found, *known, *lines, *last])
  end

  # A check that ended at its first failure, of three cases.
  #: (?Hash, **Object) -> Cachemark::Stats::Check
  def failed_fast(outcomes = { "dalli" => { "interrupt/kill-in-get" => "CORRUPT" } }, **more)
    left = { "type" => "event", "kind" => "unexamined", "message" => "m", "contender" => "dalli",
             "cases" => %w[interrupt/kill-in-set key/a] }
    of(outcomes, ended: "failed fast", lines: [left], run: { "options" => { "planned" => 3, "fail_fast" => true } }, **more)
  end

  # dalli 1.0 to 1.3: CORRUPT up to 1.1, PASS from 1.2; 1.3 cannot be built.
  #: (?retested: Array[String]) -> Cachemark::Record
  def ranged(retested: %w[CORRUPT PASS])
    id = "interrupt/kill-in-get"
    positions = %w[1.0 1.1 1.2 1.3 1.4].each_with_index.map do |name, at|
      { **Line["position"], "axis" => "dalli@1.0..1.4", "position" => at, "contender" => "dalli@#{name}", "name" => name }
    end
    again = %w[dalli@1.1 dalli@1.2].zip(retested).select(&:last)
                                   .map { |name, outcome| line(name, id, outcome, retest: true) }
    found = { "dalli@1.0" => "CORRUPT", "dalli@1.1" => "CORRUPT", "dalli@1.2" => "PASS", "dalli@1.4" => "PASS" }
    absent = line("dalli@1.3", id, "UNSUPPORTED", reason: "its Ruby is missing", absent: true)
    record(found.transform_values { |outcome| { id => outcome } }, lines: [*positions, absent, *again])
  end

  def line(contender, id, outcome, control: nil, **more)
    reason = "get of k2 returned another key's value" unless outcome == "PASS"
    { "type" => "case", "case" => id, "fault" => id.sub(/-in-\w+\z/, ""), "contender" => contender, "mode" => "sync",
      "control" => control, "outcome" => outcome, "reason" => reason, "n" => 10, "times" => 3,
      **more.transform_keys(&:to_s) }
  end

  # The facts of an advisory about two releases, as in a record.
  #: (Array[String], [String, String]) -> Hash
  def advisory(cases, contenders)
    affected, fixed = contenders.map { |word| word[/@(.*)/, 1] }
    { "id" => "GHSA-x", "title" => "a get returns another key's value", "link" => "https://example.org/x",
      "lines" => [{ "line" => "1.1", "affected" => affected, "fixed" => fixed, "cases" => cases, "contenders" => contenders }] }
  end

  # The lines of a trial: a get that was interrupted, and one that returned another key's value.
  #: () -> Hash[Symbol, Array]
  def evidence
    calls = [{ "step" => { "op" => "get", "key" => "k1", "interrupt" => { "by" => "timeout", "after_ms" => 30 } },
               "type" => "raised", "error" => { "class" => "Timeout::Error", "message" => "execution expired" },
               "began_ns" => 2_000_000, "ended_ns" => 32_000_000 },
             { "step" => { "op" => "set", "key" => "k3" }, "type" => "raised",
               "error" => { "class" => "IOError", "message" => "closed" }, "wrote" => { "bytes" => ["new"].pack("m0") },
               "began_ns" => 33_000_000, "ended_ns" => 34_000_000 },
             { "step" => { "op" => "get", "key" => "k2" }, "type" => "ok", "value" => { "bytes" => ["k1's <b>"].pack("m0") },
               "began_ns" => 35_000_000, "ended_ns" => 36_000_000 }]
    octets = [[1_000_000, 1, "client", ["set before"].pack("m0")], [3_000_000, 1, "client", ["get k1\r\n"].pack("m0")],
              [31_000_000, 1, "server", ["VALUE \xff".b + ("x" * 500)].pack("m0")]]
    { history: calls, octets: octets, ending: "done" }
  end
end
