# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Gate decision as text, for people and for continuous integration.
    module Gate
      extend Kind
      FORMATS = %w[terminal markdown html json github junit].freeze
      SCHEMA = "cachemark/gate/1"
      # Lists of more sentences than this are folded.
      FEW = 6
      private_constant :SCHEMA, :FEW

      # One gating cell in one metric. `result` is "passed", "regression", "undecided" or "invalid", `message` says why. `line` is
      # the path and line of the code that explains a regression, or nil.
      Case = Value.define(:contender, :name, :metric, :result, :message, line: nil)

      class << self
        #: (Stats::Gate::Decision, Record) -> Document
        def document(decision, record)
          verdicts = Verdicts.new(decision)
          sentences = Answer.of(decision)
          title = decision.word == "passed" ? "no regression" : decision.word
          Document.new(title: "Cachemark gate: #{title}", origin: decision, tone: decision.word,
                       headline: [*Document.interruption(decision), "Gate: #{sentences.first}"],
                       parts: [*why(sentences.drop(1)), *explained(decision), *parts(decision, verdicts, record)],
                       data: -> { data(decision, verdicts) })
        end

        # The cases of a decision, in the order of its verdicts.
        #: (Stats::Gate::Decision) -> Array[Case]
        def cases(decision)
          names = Verdicts::Names.new(decision.verdicts)
          decision.verdicts.map do |verdict|
            result = decision.result(verdict)
            explanation = decision.explanations[verdict.comparison] if result == "regression"
            lines = Explanation.first_lines(explanation) if explanation
            message = [message(decision, verdict, result), *lines].join("\n")
            Case.new(contender: verdict.contender, name: names.of(verdict), metric: verdict.metric, result: result,
                     message: message, line: explanation&.own_line)
          end
        end

        # The words of a command that repeats the gate in any folder. A folder as the head also says where the base is. Two
        # refs need none, because their notations name the repository.
        #: (Stats::Gate::Decision) -> Array[String]
        def whole(decision)
          words = Repeats.words(decision.run)
          first = decision.verdicts.first or return words
          base, head = sides(decision, first).map { |notation| notation[/@([^,]+)/, 1] }
          words = CommandLine.without(words, "--base", "--head")
          return [*words, "--base", base, "--head", head] if head&.start_with?("path:")

          ["compare", *sides(decision, first), *CommandLine.without(words.drop(1), "--threshold")]
        end

        private

        def why(sentences)
          unfold = "Why, and what could have passed undetected" if sentences.size > FEW
          [Part::Heading.new(id: "why", text: "Why"), Part::List.new(items: sentences, unfold: unfold, indent: "  ")]
        end

        # The first lines of the explanations of all regressions.
        def explained(decision)
          return [] if decision.explanations.empty?

          lines = Explanation.first_lines(*decision.explanations.values)
          [Part::Heading.new(id: "explained", text: "What a call does more"), Part::List.new(items: lines, indent: "  ")]
        end

        def parts(decision, verdicts, record)
          result = Column.words("gate", tone: decision.method(:result)) { |verdict| result(decision, verdict) }
          verdicts.parts(-> { repeats(decision) }, record: record, margin: decision.margin, more: [result], unseen_on: Part::PAGE)
        end

        # A small slowdown may pass, and code that did not change, so their rows say why.
        def result(decision, verdict)
          result = decision.result(verdict)
          return result unless result == "passed"
          return "passed, same code" unless verdict.below?(decision.margin)

          verdict.verdict == "slower" ? "passed, under #{Figures.rounded(decision.margin)}" : result
        end

        # The gate may have run in another folder, so the commands use exact notations.
        def repeats(decision)
          names = Verdicts::Names.new(decision.verdicts)
          Repeats.new(decision.verdicts, whole(decision), name: names.method(:whole)) do |verdict|
            Repeats.compare(sides(decision, verdict), verdict, decision.run)
          end
        end

        def sides(decision, verdict) = [verdict.baseline, verdict.contender].map { |id| decision.notations[id] || id }

        def data(decision, verdicts)
          { **Provenance.new(decision).head(SCHEMA), code: decision.code, decision: decision.word,
            threshold: decision.threshold || decision.margin, margin: decision.margin, sentences: Answer.of(decision),
            summary: Comparison::Answer.of(decision),
            verdicts: verdicts.data.zip(decision.verdicts).map { |entry, verdict| { **entry, result: decision.result(verdict) } },
            explanations: decision.explanations.values.map { |explanation| Explanation.facts(explanation) },
            repeats: verdicts.data(decision.repeats), noise: verdicts.noise_data }
        end

        # The measurement, then why it was not sufficient.
        def message(decision, verdict, result)
          return "invalid: #{verdict.reason}" if result == "invalid"

          slower = Answer.new(decision).once?(verdict) ? "costs more: " : "slower, and again with fresh processes: "
          why = { "regression" => slower, "undecided" => "undecided: " }[result]
          "#{why}#{[figures(verdict), verdict.reason].compact.join("; ")}"
        end

        # nil if nothing was measured.
        def figures(verdict)
          return unless verdict.effect

          costs = Figures.costs(verdict.costs, unit: verdict.unit)
          per = Vocabulary::Metrics[verdict.metric].per
          [Figures.change(verdict.effect, verdict.interval), ("(#{costs} per #{per})" unless costs.empty?),
           "against #{verdict.baseline}"].compact.join(" ")
        end
      end

      # A decision for Exports: a test case, or an annotation, for each gating cell and metric.
      module Data
        # The state of a result as a test case, and its level as an annotation.
        STATES = { "regression" => "failure", "invalid" => "error", "undecided" => "skipped" }.freeze
        LEVELS = { "regression" => "error", "invalid" => "error", "undecided" => "warning" }.freeze
        private_constant :STATES, :LEVELS

        class << self
          #: (Stats::Gate::Decision) -> Array[Exports::Suite]
          def suites(decision)
            cases = Gate.cases(decision).map do |gate_case|
              state = STATES[gate_case.result]
              name = "#{gate_case.contender}: #{gate_case.name} (#{gate_case.metric})"
              Exports::Case.new(group: "cachemark.gate", name: name, state: state,
                                message: (gate_case.message if state), type: (gate_case.result if state && state != "skipped"))
            end
            output = [*Answer.of(decision), *decision.notes, *Provenance.new(decision).sentences].join("\n")
            [Exports::Suite.new(name: "cachemark gate", cases: cases, output: output,
                                facts: { timestamp: decision.run["started_at"].to_s.delete_suffix("Z") })]
          end

          #: (Stats::Gate::Decision) -> Array[Array]
          def annotations(decision)
            bad = Gate.cases(decision).select { |gate_case| LEVELS.key?(gate_case.result) }
            [["notice", "Cachemark gate", Answer.of(decision).join("\n")], *bad.map do |gate_case|
              title = "#{gate_case.result}: #{gate_case.contender} #{gate_case.name} (#{gate_case.metric})"
              [LEVELS.fetch(gate_case.result), title, gate_case.message, gate_case.line]
            end]
          end
        end
      end

      # A decision of the gate: the decision, its reasons, and which slowdowns could have passed undetected.
      class Answer
        # The decision first.
        #: (Stats::Gate::Decision) -> Array[String]
        def self.of(decision) = new(decision).to_a

        #: (Stats::Gate::Decision) -> void
        def initialize(decision)
          @decision = decision
          @results = decision.results
          @alarms, @repeats, @first = [decision.alarms, decision.repeats, decision.first_set].map do |verdicts|
            verdicts.to_h { |verdict| [place(verdict), verdict] }
          end
          @invalid, open = decision.undecided.partition { |verdict| @results[verdict] == "invalid" }
          @missing, @vague = open.partition { |verdict| verdict.interval.nil? && verdict.pairs.zero? }
          @threshold = decision.method(:threshold_of)
          @margin = decision.margin
          @several = @results.keys.map(&:contender).uniq.size > 1
          @names = Verdicts::Names.new(@results.keys)
          @cells = @results.keys.map { |verdict| cell(verdict) }.uniq.size
        end

        #: () -> Array[String]
        def to_a
          verdicts = [*@decision.regressions, *@decision.undecided, *@decision.passed]
          [decision, *accounts(verdicts), *verdicts.filter_map { |verdict| undetected(verdict) }, *allowable].freeze
        end

        # Whether an alarm needed no second set, because its counts are exact.
        #: (Stats::Verdict) -> bool
        def once?(verdict) = counted?(verdict) && @alarms[place(verdict)].equal?(@repeats[place(verdict)])

        private

        def decision
          return "#{@decision.word}: nothing was compared" if @results.empty?

          slower = @decision.regressions
          return regression(slower) if slower.any?
          return "#{@decision.word}: #{doubts}" if @decision.undecided.any?

          "no regression: #{bounded}"
        end

        # Cells with the same account share a sentence.
        def accounts(verdicts)
          texts = (verdicts - reported).to_h { |verdict| [verdict, account(verdict)] }.compact
          texts.keys.group_by { |verdict| texts[verdict] }.map { |text, own| "#{places(own)}: #{text}" }
        end

        # The cells without figures whose only reason is in the decision.
        def reported
          @decision.regressions.any? ? [] : [@invalid, @missing].select { |own| reasons(own).one? }.flatten
        end

        def allowable
          return unless @decision.word == "invalid" && @decision.allowable && @invalid.any?

          "only the base is invalid: name another one with --base, or let this gate pass with --allow unresolved"
        end

        # A cell that passed only because its code is unchanged has no bound.
        def bounded
          unchanged, known = @results.keys.partition { |verdict| unchanged?(verdict) }
          return "nothing changed in the code that was loaded" if known.empty?

          cells = if known.size < @results.size then names(known)
                  else @results.one? ? "it" : "each of #{@results.size} cells"
                  end
          ["#{cells} certainly #{known.one? || unchanged.empty? ? "costs" : "cost"} less than #{percent(@margin)} more",
           *("nothing changed in the code of #{names(unchanged)}" if unchanged.any?)].join(", and ")
        end

        def unchanged?(verdict) = verdict.identical && !verdict.below?(@margin)

        # Invalid cells, unconfirmed alarms, noise and missing figures are reported separately.
        def doubts
          alarmed, vague = @vague.partition { |verdict| @alarms[place(verdict)] && unrepeated?(@repeats[place(verdict)]) }
          [*(without_figures(@invalid) if @invalid.any?),
           *("slower in #{names(alarmed)}, but there was no time to measure it again" if alarmed.any?),
           *("too little evidence on #{places(vague)}" if vague.any?),
           *(without_figures(@missing) if @missing.any?)].join("; ")
        end

        # A reason that all of them share is reported here; else each has its own reason below.
        def without_figures(verdicts)
          of = " of #{places(verdicts)}" if verdicts.size < @results.size
          what = if verdicts.any? { |verdict| verdict.pairs.positive? } then "the measurements#{of} cannot be trusted"
                 else "nothing could be #{verdicts.all? { |verdict| counted?(verdict) } ? "counted" : "measured"}#{of}"
                 end
          reasons = reasons(verdicts)
          "#{what}#{reasons.one? ? ": #{reasons.first}" : ", for the reasons below"}"
        end

        def reasons(verdicts) = verdicts.map { |verdict| doubt(verdict) }.uniq

        def unrepeated?(repeat) = repeat.nil? || (repeat.interval.nil? && repeat.verdict != "invalid")

        def regression(slower)
          again = ", and again with fresh processes" if slower.none? { |verdict| once?(verdict) }
          "regression: #{names(slower)} #{slower.one? ? "costs" : "cost"} more#{again}"
        end

        # "get and set (wall and bytes)": cells with the same metrics share them. The block may shorten the list of these cells.
        def names(verdicts)
          metrics = verdicts.group_by { |verdict| cell(verdict) }.transform_values { |own| Vocabulary.list(own.map(&:metric)) }
          groups = metrics.keys.group_by { |cell| metrics[cell] }.map do |own, cells|
            next own if block_given? && yield(cells)

            [Vocabulary.list(cells), *("(#{own})" if @names.metrics?)].join(" ")
          end
          Vocabulary.list(groups)
        end

        # "bytes" if that is true of all of several cells.
        def places(verdicts) = names(verdicts) { |cells| @names.metrics? && cells.size == @cells && @cells > 1 }

        # Without the name of the cell; nil if there is nothing to say.
        def account(verdict)
          alarm, repeat = @alarms[place(verdict)], @repeats[place(verdict)]
          case @results[verdict]
          when "regression" then "#{change(alarm)}#{again(repeat)}"
          when "invalid" then reason(verdict)
          when "undecided" then alarm ? unconfirmed(verdict, alarm, repeat) : doubt(verdict)
          else "#{change(alarm)}; in fresh processes #{change(repeat)}: not a regression" if alarm
          end
        end

        def unconfirmed(verdict, alarm, repeat)
          return "#{change(alarm)}; in fresh processes #{change(repeat)}; over all pairs #{doubt(verdict)}" if repeat&.interval

          known = repeat && (repeat.pairs.positive? || repeat.verdict == "invalid")
          "#{change(alarm)}, and it was not measured again: #{known ? reason(repeat) : "no fresh pairs on record"}"
        end

        def again(repeat)
          return "; again with fresh processes: #{change(repeat)}" unless once?(repeat)

          repeat.interval.uniq.one? ? ", exactly" : " (#{Figures.change(repeat.effect, repeat.interval)})"
        end

        def change(verdict)
          return counts(verdict) if counted?(verdict)

          "#{Figures.change(verdict.effect, verdict.interval)} in #{verdict.pairs} pairs"
        end

        def counts(verdict)
          "#{Figures.costs(verdict.costs, unit: verdict.unit)} a #{Vocabulary::Metrics[verdict.metric].per}"
        end

        def doubt(verdict)
          return reason(verdict) || "not measured" unless verdict.interval

          format("it may cost up to %s more, and the margin is %s", percent(verdict.interval.last), percent(@margin))
        end

        # The slowdown that a cell without an alarm could hide. A slowdown that the first set does not show passes as long as
        # its interval ends below the margin. If the interval ends above the margin, the cell neither fails nor passes.
        def undetected(verdict)
          first = @first[place(verdict)]&.resolution
          return if @alarms[place(verdict)] || exact?(verdict) || first.nil? || unchanged?(verdict)
          return blind(verdict, verdict.resolution || first) unless @results[verdict] == "passed"

          threshold = @threshold.call(verdict)
          passing, open = [threshold + first, @margin].min, threshold + (verdict.resolution || first)
          text = "a slowdown under #{percent(passing)} in #{name(verdict)} could go undetected"
          return text unless open > passing && percent(open) != percent(passing)

          "#{text}, one under #{percent(open)} could stay undecided"
        end

        def blind(verdict, resolution)
          return "next to nothing could be detected in #{name(verdict)}" if resolution > Stats::Verdict::INSENSITIVE

          "a slowdown under #{percent(@threshold.call(verdict) + resolution)} in #{name(verdict)} could not be detected"
        end

        def name(verdict) = names([verdict])
        def cell(verdict) = [*(verdict.contender if @several), @names.of(verdict)].join(" ")
        def counted?(verdict) = Vocabulary::Metrics[verdict.metric].exact?
        def exact?(verdict) = counted?(verdict) && !Stats::Counts.sharpens?(verdict.metric)
        def place(verdict) = [verdict.comparison, verdict.metric]
        def reason(verdict) = Sentences.of(verdict.reason)
        def percent(share) = Figures.rounded(share)
      end
    end
  end
end
