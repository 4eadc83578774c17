# frozen_string_literal: true

# Selftests made by hand, control by control: what their reports are tested with.
module MadeSelftest
  class << self
    # One that passed; `wrong` are verdicts that came instead, by contender.
    #: (?wrong: Hash[String, String], ?stopped: Array, ?passed: Array, **Object) -> Cachemark::Stats::Selftest
    def of(wrong: {}, stopped: [["slow", "client/get"]], passed: [], **members)
      controls = [control("twin", "same", effect: 0.001, interval: [-0.004, 0.006]),
                  control("slow", "slower", effect: 0.05, interval: [0.041, 0.06]),
                  control("deceived", "invalid", reason: "wrong reply: get of k1\nin iteration 0")]
      controls = controls.map { |one| wrong.key?(one.contender) ? mistaken(one, wrong[one.contender]) : one }
      gate = Cachemark::Stats::Selftest::GateControl.new(expected: [["slow", "client/get"]], found: stopped,
                                                             passed: passed)
      run = MadeVerdicts::RUN.merge("command" => "selftest", "argv" => ["selftest"])
      Cachemark::Stats::Selftest.new(run: run, controls: controls, gate: gate,
                                     environments: [MadeVerdicts::ENVIRONMENT], outcome: "complete",
                                     notes: ["the machine was busy"], **members)
    end

    def control(contender, expected, **found)
      Cachemark::Stats::Selftest::Control.new(
        purpose: "#{contender} is #{expected}", contender: contender, scenario: "client/get", expected: expected, margin: 0.05,
        found: MadeVerdicts.verdict(contender: contender, verdict: expected, **found)
      )
    end

    private

    def mistaken(control, verdict) = control.with(found: verdict && control.found.with(verdict: verdict))
  end
end
