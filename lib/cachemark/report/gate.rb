# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Gate decision as text: what `gate` says to people, and to programs that build.
    module Gate
      extend Kind
      FORMATS = {
        "terminal" => "the decision and why, then a verdict per line",
        "markdown" => "a comment or a job summary: decision, table, details to unfold",
        "html" => "one page that loads nothing: the decision, a forest plot, every pair",
        "json" => "the decision with every verdict, by the schema cachemark/gate/1",
        "github" => "annotations, as GitHub reads them from a job's output",
        "junit" => "a test case per cell and metric, as XML"
      }.freeze
      SCHEMA = "cachemark/gate/1"
      TITLES = { 0 => "no regression", 1 => "regression", 3 => "undecided" }.freeze
      DECISIONS = { 0 => "passed", 1 => "regression", 3 => "undecided" }.freeze
      # What a result is as a test case, and as an annotation.
      STATES = { "regression" => "failure", "invalid" => "error", "undecided" => "skipped" }.freeze
      LEVELS = { "regression" => "error", "invalid" => "error", "undecided" => "warning" }.freeze
      # More sentences than these are unfolded by readers who want them.
      FEW = 6
      private_constant :SCHEMA, :TITLES, :DECISIONS, :STATES, :LEVELS, :FEW

      # One gating cell in one metric. `result` is "passed", "regression", "undecided" or "invalid", `message` says why.
      Case = Value.define(:contender, :name, :metric, :result, :message)

      class << self
        #: (Stats::Gate::Decision, ?record: Record?, ?next_steps: Array[String]) -> Document
        def document(decision, record: nil, next_steps: [])
          verdicts = Verdicts.new(decision)
          sentences = Sentences::Gate.of(decision)
          Document.new(title: "Cachemark gate: #{TITLES.fetch(decision.code)}", headline: ["Gate: #{sentences.first}"],
                       tone: DECISIONS.fetch(decision.code), origin: decision, record: record&.path, next_steps: next_steps,
                       parts: [*why(sentences.drop(1)), *parts(decision, verdicts, record || Record.from_lines([]))],
                       data: -> { data(decision, verdicts) },
                       exports: { "github" => -> { annotations(decision) }, "junit" => -> { JUnit.new([suite(decision)]).to_s } })
        end

        # The cases of a decision, in the order of its verdicts.
        #
        #: (Stats::Gate::Decision) -> Array[Case]
        def cases(decision)
          names = Verdicts::Names.new(decision.verdicts)
          decision.verdicts.map do |verdict|
            result = decision.result(verdict)
            Case.new(contender: verdict.contender, name: names.of(verdict), metric: verdict.metric, result: result,
                     message: message(verdict, result))
          end
        end

        private

        def why(sentences)
          unfold = "Why, and what could have passed undetected" if sentences.size > FEW
          [Part::Heading.new(id: "why", text: "Why"), Part::List.new(items: sentences, unfold: unfold, indent: "  ")]
        end

        def parts(decision, verdicts, record)
          result = Column.words("gate", tone: decision.method(:result)) { |one| decision.result(one) }
          verdicts.parts(-> { repeats(decision) }, record: record, margin: decision.margin, more: [result], unseen_on: Part::PAGE)
        end

        # The folder that was gated is gone by then: the same question by exact names.
        def repeats(decision)
          names = Verdicts::Names.new(decision.verdicts)
          Repeats.new(decision.verdicts, decision.run["argv"].to_a, name: names.method(:whole)) do |one|
            ["compare", *[one.baseline, one.contender].map { |id| decision.notations[id] || id }, *Repeats.place(one),
             "--metric", one.metric]
          end
        end

        def data(decision, verdicts)
          { **Provenance.new(decision).head(SCHEMA), code: decision.code, decision: DECISIONS.fetch(decision.code),
            threshold: decision.threshold, margin: decision.margin, sentences: Sentences::Gate.of(decision),
            summary: Sentences::Comparison.summary(decision),
            verdicts: verdicts.data.zip(decision.verdicts).map { |entry, one| { **entry, result: decision.result(one) } },
            repeats: verdicts.data(decision.repeats), noise: verdicts.noise_data }
        end

        # What was measured, then why that was not enough.
        def message(verdict, result)
          return "invalid: #{verdict.reason}" if result == "invalid"

          why = { "regression" => "slower, and again with fresh processes: ", "undecided" => "undecided: " }[result]
          "#{why}#{[figures(verdict), verdict.reason].compact.join("; ")}"
        end

        # Nil where nothing was measured.
        def figures(verdict)
          return unless verdict.effect

          costs = Effects.costs(verdict.costs, unit: verdict.unit)
          [Effects.of(verdict.effect, verdict.interval), ("(#{costs} per call)" unless costs.empty?),
           "against #{verdict.baseline}"].compact.join(" ")
        end

        # A regression failed, what is invalid is an error, what could not be decided was skipped.
        def suite(decision)
          cases = cases(decision).map do |one|
            state = STATES[one.result]
            JUnit::Case.new(group: "cachemark.gate", name: "#{one.contender}: #{one.name} (#{one.metric})", state: state,
                            message: (one.message if state), type: (one.result if state && state != "skipped"))
          end
          output = [*Sentences::Gate.of(decision), *decision.notes, *Provenance.new(decision).sentences].join("\n")
          JUnit::Suite.new(name: "cachemark gate", cases: cases, output: output,
                           facts: { timestamp: decision.run["started_at"].to_s.delete_suffix("Z") })
        end

        # Lines that GitHub takes out of a job's output and shows next to the change.
        def annotations(decision)
          notice = annotation("notice", "Cachemark gate", Sentences::Gate.of(decision).join("\n"))
          [notice, *cases(decision).select { |one| LEVELS.key?(one.result) }.map do |one|
            annotation(LEVELS.fetch(one.result), "#{one.result}: #{one.contender} #{one.name} (#{one.metric})", one.message)
          end].join
        end

        def annotation(level, title, message) = "::#{level} title=#{property(title)}::#{escaped(message)}\n"

        # What would end the message, or begin another command.
        def escaped(text) = text.gsub("%", "%25").gsub("\r", "%0D").gsub("\n", "%0A")
        def property(text) = escaped(text).gsub(":", "%3A").gsub(",", "%2C")
      end
    end
  end
end
