# frozen_string_literal: true

# Comparisons made by hand, verdict by verdict: what reports are tested with.
module MadeVerdicts
  RUN = { **MadeRecord.facts, "command" => "compare", "argv" => %w[compare dalli@2.7.11 dalli@3.2.8],
          "options" => { "alpha" => 0.01, "margin" => 0.01 } }.freeze
  ENVIRONMENT = { "contender" => "dalli@3.2.8", "runtime" => { "description" => "ruby 3.1.2p20" } }.freeze

  # Their results in a gate.
  RESULTS = %w[regression passed passed undecided invalid].freeze

  class << self
    # One of each verdict, with an A/A check.
    #: (**Object) -> Cachemark::Stats::Comparison
    def comparison(**members)
      Cachemark::Stats::Comparison.new(
        run: RUN, verdicts: [slower, faster, same, unresolved, invalid], noise: [noise], environments: [ENVIRONMENT],
        outcome: "complete", notes: ["the machine was busy"],
        notations: { "dalli@2.7.11" => "dalli@2.7.11,protocol=binary", "dalli@3.2.8" => "dalli@3.2.8" }, **members
      )
    end

    # The decision of a gate: `results` become those of the verdicts in their order.
    #: (?code: Integer, ?results: Array[String], ?comparison: Stats::Comparison, **Object) -> Stats::Gate::Decision
    def decision(code: 1, results: RESULTS, comparison: self.comparison, repeats: nil, threshold: 0.0, **members)
      by_verdict = comparison.verdicts.zip(results).to_h
      alarms = by_verdict.select { |_verdict, result| result == "regression" }.keys
      Cachemark::Stats::Gate::Decision.new(
        code: code, comparison: comparison, results: by_verdict, first_set: comparison.verdicts, alarms: alarms,
        repeats: repeats || alarms, threshold: threshold, margin: 0.01, **members
      )
    end

    #: (**Object) -> Cachemark::Stats::Verdict
    def verdict(**members)
      Cachemark::Stats::Verdict.new(contender: "dalli@3.2.8", baseline: "dalli@2.7.11", scenario: "client/get", mode: "sync",
                                    metric: "wall", verdict: "same", comparison: "of #{members[:label]}", **members)
    end

    def slower(**members)
      verdict(verdict: "slower", label: "get", effect: 0.041, interval: [0.036, 0.047], resolution: 0.006, pairs: 24, p: 1e-6,
              costs: [17_230.0, 17_940.0], **members)
    end

    def faster(**members)
      verdict(verdict: "faster", scenario: "client/set", label: "set", effect: -0.023, interval: [-0.031, -0.012],
              resolution: 0.009, pairs: 24, p: 1e-5, costs: [20_000.0, 19_540.0], footnotes: ["ttl 604800"], **members)
    end

    def same(**members)
      verdict(verdict: "same", scenario: "client/mixed", label: "mixed", effect: 0.0002, interval: [-0.004, 0.005],
              resolution: 0.0075, pairs: 24, p: 0.6, costs: [18_000.0, 18_004.0], **members)
    end

    def unresolved(**members)
      verdict(verdict: "unresolved", scenario: "client/missing", label: "missing", effect: 0.004, interval: [-0.01, 0.018],
              resolution: 0.02, pairs: 13, p: 0.2, costs: [15_000.0, 15_060.0], reason: "the interval is wider than the margin",
              **members)
    end

    def invalid(**members)
      verdict(verdict: "invalid", scenario: "client/multiget", label: "multiget", reason: "wrong value for key k1", **members)
    end

    def noise(**members)
      Cachemark::Stats::Noise.new(contender: "dalli@2.7.11", scenario: "client/get", mode: "sync", metric: "wall", label: "get",
                                  effect: 0.003, interval: [-0.004, 0.009], pairs: 8, **members)
    end
  end
end
