# frozen_string_literal: true

module Cachemark
  module Report
    # Stats::Steps as text: which release or commit changed the cost.
    module Find
      extend Kind
      FORMATS = %w[terminal markdown html json].freeze
      READ_FIRST = "Cost of a call relative to the first version, with its interval; o is the estimate, | no change. " \
                   "A change marked with > was tested again with fresh pairs."
      SCHEMA = "cachemark/find/1"
      private_constant :READ_FIRST, :SCHEMA

      class << self
        #: (Stats::Steps, Record) -> Document
        def document(steps, record)
          answer = Answer.new(steps).to_a
          Document.new(title: "Cachemark find: #{steps.client}", headline: answer, origin: steps,
                       parts: parts(steps, record), data: -> { data(steps, answer) })
        end

        # The words of the command that measures a change that was found once more.
        #: (Stats::Steps::Change, Stats::Steps, Record) -> Array[String]
        def again(change, steps, record) = Repeats.compare(sides(steps, record).fetch(change), change, steps.run)

        private

        def parts(steps, record)
          notations = notations(record)
          repeats = -> { repeats(steps, record) }
          [Part::Heading.new(id: "results", text: "Versions"),
           Part::Text.new(text: READ_FIRST, tone: "faint", on: %i[terminal]),
           Part::Chart.new(kind: :steps, of: steps), *steps.series.values.map { |series| chart(series, steps) },
           table(steps, notations, repeats), *skipped(steps),
           Part::Heading.new(id: "notes", text: "Notes"), Part::Notes.new(sentences: steps.notes),
           Part::OnPage.new(make: -> { repeats.call.parts }), Part::Origin.new(unfold: "How it was measured")]
        end

        # The notation with which the user named the contender at each position.
        def notations(record)
          notations = record.cells.to_h { |cell| cell.values_at("contender", "notation") }
          record.positions.to_h { |line| line.values_at("position", "contender") }
                .transform_values { |contender| notations[contender] || contender }
        end

        def where(step) = [step.label || step.scenario, *("(#{step.metric})" unless step.metric == "wall")].join(" ")
        def called(entry) = [entry.name, entry.subject].compact.join(" ")
        def change(step, steps) = steps.found.find { |change| change.to == step.name && change.search_key == step.search_key }

        def table(steps, notations, repeats)
          sections = steps.series.values.map do |series|
            first = series.first
            Stats::Section.new(heading: [first.label || first.scenario, first.metric].join(", "), rows: series)
          end
          Table.new(id: "versions", caption: "Versions that were measured", sections: sections, on: %i[markdown html],
                    stacked: true, columns: [*columns(notations), found(steps)], also: -> { [repeats.call.column] },
                    words: ->(step) { "#{called(step)} #{where(step)}" })
        end

        def columns(notations)
          [Column.words("version", always: true, number: :position.to_proc) { |step| called(step) },
           Column.words("scenario", on: Part::PAGE) { |step| where(step) },
           Column.figures("cost relative to the first", always: true, number: :effect.to_proc, how: lambda { |step|
             "By #{step.pairs} pairs of fresh processes; #{step.metric}; #{notations[step.position]}"
           }) { |step| Figures.change(step.effect, step.interval) },
           Column.figures("pairs", number: :pairs.to_proc) { |step| step.pairs.to_s }]
        end

        def found(steps)
          direction = ->(step) { change(step, steps)&.effect&.then { |effect| effect.positive? ? "slower" : "faster" } }
          Column.words("found", always: true, tone: direction) do |step|
            change(step, steps)&.then { |change| Figures.change(change.effect, change.interval) }
          end
        end

        # The steps of one scenario: a line for each version that was measured or skipped, and the number of those that were
        # neither.
        def chart(series, steps)
          first = series.first
          found = steps.found.select { |change| change.search_key == first.search_key }
          entries = (series + steps.skipped).sort_by(&:position)
          lines = entries.each_with_index.flat_map do |entry, index|
            missing = index.zero? ? 0 : entry.position - entries[index - 1].position - 1
            gap = Part::Gap.new(text: "... #{missing} not measured") if missing.positive?
            [gap, *found.select { |change| change.to == entry.name }.map { |change| mark(change) }, point(entry)].compact
          end
          title = "#{first.label || first.scenario}: #{first.metric} relative to #{first.name}"
          Part::TextChart.new(title: title, entries: lines)
        end

        def mark(change)
          Part::Change.new(text: "#{change.from} -> #{change.to}: #{Figures.change(change.effect, change.interval)}",
                           tone: change.effect.positive? ? "slower" : "faster")
        end

        def point(entry)
          return Part::Point.new(cells: [called(entry), "skipped"], drawn: false) unless entry.respond_to?(:effect)

          Part::Point.new(cells: [called(entry), Figures.change(entry.effect, entry.interval)], effect: entry.effect,
                          interval: entry.interval)
        end

        # Each reason once, because versions often fail to build for the same reason.
        def skipped(steps)
          items = steps.skipped.group_by(&:reason).map do |reason, own|
            "#{own.map(&:name).join(", ")}: #{reason.tr("\n", " ")}"
          end
          [Part::Heading.new(id: "skipped", text: "Skipped"),
           Part::List.new(items: items, unfold: "Skipped: #{steps.skipped.size} of #{steps.size}", on: %i[markdown html]),
           Part::List.new(items: items.map { |item| Part::Item.new(text: item, mark: "Skipped") }, on: %i[terminal])]
        end

        # The changes first. The first version has no command, because nothing is compared with it but itself.
        def repeats(steps, record)
          sides = sides(steps, record)
          name = ->(row) { row.respond_to?(:from) ? "#{row.from} -> #{row.to}: #{where(row)}" : "#{row.name}: #{where(row)}" }
          Repeats.new(sides.keys, whole(steps, record), name: name) { |row| Repeats.compare(sides.fetch(row), row, steps.run) }
        end

        # {change or step => the notations of the two versions}
        def sides(steps, record)
          names = record.positions.to_h { |line| line.values_at("name", "position") }.transform_values(&notations(record))
          found = steps.found.to_h { |change| [change, [change.from, change.to]] }
          others = steps.series.values.flat_map { |first, *later| later.map { |step| [step, [first.name, step.name]] } }
          found.merge(others.to_h).transform_values { |ends| ends.map { |name| names.fetch(name, name) } }
        end

        # A search over commits names its repository.
        def whole(steps, record)
          words = Repeats.words(steps.run)
          notation = record.cells.first&.fetch("notation")
          range, others = CommandLine.commits(words)
          return words unless range && notation

          client = notation.sub(/@[^,]+/, "")
          ["find", client, "git:#{range}", *others.drop(1).reject { |word| word.match?(/\A#{client[/[^,]+/]}(,|\z)/) }]
        end

        def data(steps, answer)
          { **Provenance.new(steps).head(SCHEMA), client: steps.client, size: steps.size, margin: steps.margin,
            undecided: steps.undecided, scenarios: steps.scenarios.map(&:to_h), summary: answer.join("\n"),
            found: steps.found.map(&:to_h), brackets: steps.changed_spans.map(&:to_h), steps: steps.steps.map(&:to_h),
            skipped: steps.skipped.map(&:to_h) }
        end
      end

      # The results of `find`: a sentence for each change, for each change without a name yet, and for each undecided
      # scenario.
      class Answer
        #: (Stats::Steps) -> void
        def initialize(steps)
          @steps = steps
        end

        # If nothing changed, a single sentence.
        #: () -> Array[String]
        def to_a
          sentences = @steps.found.map { |change| found(change) } + undecided + changed_spans
          quiet = quiet()
          quiet.any? || sentences.empty? ? [*sentences, nothing(quiet)] : sentences
        end

        private

        def found(change)
          what = change.effect.positive? ? "slower" : "faster"
          "#{client} #{change.to}#{" (#{change.subject})" if change.subject} made #{place(change)} #{what}: " \
            "#{Figures.change(change.effect, change.interval)} compared with #{change.from}#{between(change)}."
        end

        def between(change)
          count = change.skipped.size
          return "" if count.zero?

          "; or one of the #{count} between them that could not be measured (#{change.skipped.join(", ")})"
        end

        # If there is only one scenario, its name is omitted.
        def undecided
          open = @steps.scenarios.select(&:undecided)
          return ["Undecided: #{@steps.undecided}"].first(@steps.undecided ? 1 : 0) if @steps.scenarios.size < 2

          open.map { |scenario| "Undecided in #{scenario.label}: #{scenario.undecided}" }
        end

        # Changes that the search did not attribute to a version: where they are, and how to learn more.
        def changed_spans
          @steps.changed_spans.group_by { |span| [span.scenario, span.mode, span.metric, span.kind] }.values.flat_map do |own|
            case own.first.kind
            when "retest" then own.map { |span| retest(span) }
            when "undecided" then own.map { |span| "The change in #{place(span)}, #{size(span)}, is between #{ends(span)}." }
            when "apart" then [more(own)]
            else own.map { |span| unlocated(span) }
            end
          end
        end

        def retest(span)
          "#{span.from} -> #{span.to} in #{place(span)}, measured again: #{size(span)} in " \
            "#{Figures.counted(span.pairs, "pair")}#{uncertain(span.interval)}."
        end

        def uncertain(interval)
          return ", too few for an interval" unless interval

          ", not certain: the interval contains 0" if interval.first <= 0 && interval.last >= 0
        end

        def more(own)
          "There is more in #{place(own.first)}: #{own.map { |span| "#{span.from} -> #{span.to} #{size(span)}" }.join(", ")}; " \
            "--all searches for every change."
        end

        def unlocated(span)
          "#{place(span)} changed by #{size(span)} between #{ends(span)}, but no single step between them was found to cause " \
            "it (each is within #{Figures.size(@steps.margin)}, or did not repeat)."
        end

        def size(span) = Figures.change(span.effect, span.interval)
        def ends(span) = "#{span.from} and #{span.to}"

        # Scenarios in which certainly nothing changed.
        def quiet
          decided = @steps.scenarios.reject(&:undecided)
          quiet = decided.map(&:search_key) - [*@steps.found, *@steps.changed_spans].map(&:search_key)
          @steps.steps.select { |step| quiet.include?(step.search_key) }
        end

        def nothing(quiet)
          scenarios = (quiet.any? ? quiet : @steps.steps).map { |step| place(step) }.uniq.join(", ")
          "No change of more than #{Figures.size(@steps.margin)} among #{@steps.size} versions of #{client}" \
            "#{" in #{scenarios}" unless scenarios.empty?}."
        end

        def client = @steps.client.to_s.split("/").last
        def place(step) = [step.label || step.scenario, *("(#{step.metric})" unless step.metric == "wall")].join(" ")
      end
    end
  end
end
