# frozen_string_literal: true

module Cachemark
  module Report
    module Gate
      # A comment on a pull request, or a job's summary: the decision, why, the table.
      class Markdown
        TITLES = { 0 => "no regression", 1 => "regression", 3 => "undecided" }.freeze
        # More sentences than these are unfolded by those who want them.
        FEW = 6

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @decision = decision
        end

        #: () -> String
        def to_s
          pieces = Verdicts::Markdown.new(@decision, more: { "gate" => ->(verdict) { result(verdict) } })
          parts = ["## Cachemark gate: #{TITLES.fetch(@decision.code)}", "**#{Markup.text(Sentences::Gate.of(@decision).first)}**", why,
                   *pieces.tables, pieces.origin]
          "#{parts.reject(&:empty?).join("\n\n")}\n"
        end

        private

        def why
          sentences = Sentences::Gate.of(@decision).drop(1)
          list = Markup.list(sentences)
          sentences.size > FEW ? Markup.details("Why, and what could have passed unseen", list) : list
        end

        def result(verdict)
          result = @decision.result(verdict)
          result == "passed" ? result : "**#{result}**"
        end
      end
    end
  end
end
