# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # One gating cell in one metric, as machines that build are told of it. `result` is "passed",
      # "regression", "undecided" or "invalid", `message` says why in a sentence.
      Case = Value.define(:contender, :name, :metric, :result, :message) do
        # The cases of a decision, in the order of its verdicts.
        #
        #: (Stats::Gate::Decision) -> Array[Case]
        def self.of(decision)
          names = Verdicts::Names.new(decision.verdicts)
          decision.verdicts.map do |verdict|
            new(contender: verdict.contender, name: names.of(verdict), metric: verdict.metric, result: decision.result(verdict),
                message: message(verdict, decision.result(verdict)))
          end
        end

        # What was measured, then why that was not enough.
        #
        #: (Stats::Verdict, String) -> String
        def self.message(verdict, result)
          return "invalid: #{verdict.reason}" if result == "invalid"

          why = { "regression" => "slower, and again with fresh processes: ", "undecided" => "undecided: " }[result]
          "#{why}#{[figures(verdict), verdict.reason].compact.join("; ")}"
        end

        # Nil where nothing was measured.
        #
        #: (Stats::Verdict) -> String?
        def self.figures(verdict)
          return unless verdict.effect

          costs = Effects.costs(verdict.costs, unit: verdict.unit)
          [Effects.of(verdict.effect, verdict.interval), ("(#{costs} per call)" unless costs.empty?),
           "against #{verdict.baseline}"].compact.join(" ")
        end
      end
    end
  end
end
