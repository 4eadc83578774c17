# frozen_string_literal: true

# The results of a `find`, made by hand: `effects` by position, nil for one that was not measured.
module MadeSteps
  EFFECTS = { 0 => 0.0, 2 => 0.002, 3 => 0.041, 5 => 0.043, 9 => 0.04 }.freeze
  RUN = MadeVerdicts::RUN.merge("command" => "find", "argv" => %w[find dalli 3.0.0..3.0.9]).freeze

  class << self
    #: (?effects: Hash[Integer, Float], **Object) -> Cachemark::Stats::Steps
    def steps(effects: EFFECTS, **members)
      Cachemark::Stats::Steps.new(run: RUN, client: "ruby/dalli", size: 10, steps: effects.map { |at, effect| step(at, effect) },
                                  found: [change], skipped: [skip], environments: [MadeVerdicts::ENVIRONMENT],
                                  outcome: "complete", notes: ["the machine was busy"], **members)
    end

    def step(position, effect, **members)
      interval = position.zero? ? [0.0, 0.0] : [effect - 0.004, effect + 0.004]
      Cachemark::Stats::Steps::Step.new(position: position, name: "3.0.#{position}", scenario: "client/get", label: "get",
                                 effect: effect, pairs: 12, **{ interval: interval }, **members)
    end

    def change(**members)
      Cachemark::Stats::Steps::Change.new(from: "3.0.2", to: "3.0.3", scenario: "client/get", label: "get", effect: 0.039,
                                          interval: [0.034, 0.044], pairs: 40, **members)
    end

    def changed_span(kind = "undecided", **members)
      Cachemark::Stats::Steps::ChangedSpan.new(from: "3.0.5", to: "3.0.9", scenario: "client/get", label: "get", kind: kind,
                                           effect: 0.021, **members)
    end

    def skip(**members)
      Cachemark::Stats::Steps::Skip.new(position: 4, name: "3.0.4", reason: "cannot be built: no compiler", **members)
    end
  end
end
