# frozen_string_literal: true

module Cachemark
  module Report
    # A Stats::Explanation as text: what a contender does more or less than another, and where.
    module Explanation
      extend Kind
      FORMATS = %w[terminal markdown html json].freeze
      SCHEMA = "cachemark/explain/1"
      READ_FIRST = "Counted in fresh processes, without a clock. Figures are per call; + is more in the second contender."
      # Rows of a section, unless the run had --format full. A page and JSON have all of them.
      MOST = 10
      # By look: the heading of its section, and the headings of its columns.
      Words = Value.define(:heading, :name, :place, :figure, text: nil)
      WORDS = {
        "calls" => Words.new(heading: "Calls", name: "method", place: "place", figure: "calls"),
        "allocations" => Words.new(heading: "Allocations", name: "what", place: "place", figure: "allocations"),
        "lines" => Words.new(heading: "Lines that run", name: "method", place: "place", figure: "runs", text: "source"),
        "instructions" => Words.new(heading: "Instructions", name: "function", place: "library", figure: "instructions"),
        "libraries" => Words.new(heading: "Instructions by library", name: "library", place: "most in", figure: "instructions"),
        "traffic" => Words.new(heading: "Traffic", name: "what", place: "place", figure: "per call")
      }.freeze
      private_constant :SCHEMA, :READ_FIRST, :MOST, :WORDS, :Words

      class << self
        #: (Stats::Explanation, Record) -> Document
        def document(explanation, _record)
          Document.new(title: title(explanation), headline: Answer.of(explanation), origin: explanation,
                       parts: parts(explanation),
                       data: -> { { **Provenance.new(explanation).head(SCHEMA), **facts(explanation) } })
        end

        # The first lines of some explanations, for the report of another command: the answers, and what was not counted.
        #: (*Stats::Explanation) -> Array[String]
        def first_lines(*explanations)
          answers = explanations.flat_map { |explanation| Answer.of(explanation) } - [Answer::NOTHING]
          [*answers, *uncounted(explanations)]
        end

        # Everything that differs, for JSON.
        #: (Stats::Explanation) -> Hash[Symbol, Object]
        def facts(explanation)
          { baseline: explanation.baseline, contender: explanation.contender, scenario: explanation.scenario,
            summary: Answer.of(explanation).join("\n"),
            sections: explanation.looks.map { |look| section_facts(look) } }
        end

        private

        # A sentence for each reason. It names the scenarios if there are others without that reason.
        def uncounted(explanations)
          places = explanations.flat_map do |explanation|
            reasons = explanation.looks.select(&:reason).group_by { |look| unknown(look) }
            reasons.map { |reason, looks| [[reason, looks.map(&:name)], explanation.label] }
          end
          all = explanations.map(&:label).uniq
          places.group_by(&:first).map do |(reason, names), own|
            headings = names.map { |name| WORDS.fetch(name).heading.downcase }
            of = " of #{Vocabulary.list(own.map(&:last).uniq)}" if (all - own.map(&:last)).any?
            "#{Vocabulary.list(headings)}#{of}: #{reason[0].downcase}#{reason[1..]}"
          end
        end

        def section_facts(look)
          { **look.to_h.slice(:name, :totals, :varying, :reason, :try), rows: look.rows.map { |row| entry(row) } }
        end

        def title(explanation)
          "Cachemark explain: #{explanation.contender} against #{explanation.baseline}, #{explanation.scenario}"
        end

        def parts(explanation)
          [Part::Text.new(text: READ_FIRST, tone: "faint"), *explanation.looks.flat_map { |look| section(look, explanation) },
           Part::Notes.new(sentences: explanation.notes), Part::Origin.new(unfold: "How it was counted")]
        end

        def section(look, explanation)
          words = WORDS.fetch(look.name)
          heading = Part::Heading.new(id: look.name, text: heading(look, words), on: Part::ALL)
          unknown = [Part::Text.new(text: unknown(look))] if look.reason
          return unknown ? [heading, *unknown] : [] unless look.differs?

          shown = explanation.options["all"] ? look.rows : look.rows.max_by(MOST, &:size) & look.rows
          [heading, *unknown, table(look, words, look.rows & shown, Part::TEXT), table(look, words, look.rows, Part::PAGE),
           *more(look.rows.size - shown.size), *varying(look.varying)]
        end

        def heading(look, words)
          look.totals && look.differs? ? "#{words.heading}: #{change(look.totals)} in total" : words.heading
        end

        def unknown(look)
          ["Not counted: #{look.reason}.", (look.try && "Try: #{look.try}.")].compact.join(" ")
        end

        def more(count)
          return [] unless count.positive?

          [Part::Text.new(text: "#{Figures.counted(count, "smaller difference")} not shown; --format full shows them.",
                          tone: "faint", on: Part::TEXT)]
        end

        def varying(count)
          return [] unless count.positive?

          [Part::Text.new(text: "#{Figures.counted(count, "difference")} omitted: processes of one contender differ as much.",
                          tone: "faint")]
        end

        def table(look, words, rows, on)
          Table.of_rows(id: "#{look.name}-#{on.first}", caption: words.heading, rows: rows, columns: columns(look, words), on: on,
                        slim: true, words: ->(row) { "#{row.name} #{row.place}" })
        end

        def columns(look, words)
          tone = ->(row) { row.more? ? "slower" : "faster" }
          [Column.of(:difference, "difference", tone: tone, &method(:signed)),
           Column.of(:bytes_difference, "bytes", tone: tone, &method(:signed)),
           Column.words(words.name, look.name == "lines" ? 2 : 0, narrow: 28) { |row| Answer.name(look, row) },
           Column.words(words.place) { |row| row.place.to_s },
           *([Column.words(words.text, 1, narrow: 40) { |row| row.text.to_s }] if words.text),
           Column.figures(words.figure, 3) { |row| change(row.costs) }]
        end

        def signed(number) = number && !number.zero? ? "#{"+" if number.positive?}#{figure(number)}" : ""
        def change(costs) = costs.map { |cost| figure(cost) }.join(" -> ")
        def figure(number) = Answer.figure(number)

        def entry(row)
          costs, bytes = %i[costs bytes].map { |name| row[name]&.map { |cost| cost.round(4) } }
          { name: row.name, place: row.place, text: row.text, difference: row.difference.round(4), costs: costs,
            bytes_difference: row.bytes_difference&.round(4), bytes: bytes }
        end
      end

      # The answer: a sentence for each kind of work that differs.
      class Answer
        # By look.
        VERBS = { "calls" => "makes", "allocations" => "makes", "instructions" => "executes", "libraries" => "executes" }.freeze
        NOUNS = { "calls" => "call", "allocations" => "allocation", "instructions" => "instruction",
                  "libraries" => "instruction" }.freeze
        # How far a figure may be from a whole number by chance.
        CHANCE = 0.02
        NOTHING = "Nothing could be counted."
        private_constant :VERBS, :NOUNS, :CHANCE

        #: (Stats::Explanation) -> Array[String]
        def self.of(explanation) = new(explanation).to_a

        # A figure per call: "12", "0.33", "58,139".
        #: (Numeric) -> String
        def self.figure(number)
          return Figures.count(number) if number.abs >= 100 || (number - number.round).abs <= CHANCE

          format("%.2f", number).sub(/\.?0+\z/, "")
        end

        # The name of a row. A function without a name has that of its caller in addition.
        #: (Stats::Explanation::Look, Stats::Explanation::Row) -> String
        def self.name(look, row) = look.name == "instructions" ? [row.name, row.text].compact.join(" ") : row.name

        #: (Stats::Explanation) -> void
        def initialize(explanation)
          @explanation = explanation
          @looks = explanation.looks.to_h { |look| [look.name, look] }
        end

        #: () -> Array[String]
        def to_a
          sentences = [*counted.map { |look| sentence(look) }, *traffic, *line]
          sentences.any? ? sentences : [nothing]
        end

        private

        def names = [@explanation.contender, @explanation.baseline]

        # Libraries count the same instructions as functions, and differ alone if many functions differ a little.
        def counted
          differing = VERBS.keys.select { |name| @looks[name]&.differs? }
          (differing.include?("instructions") ? differing - ["libraries"] : differing).map { |name| @looks[name] }
        end

        def sentence(look)
          noun = NOUNS.fetch(look.name)
          first, than = names
          where = "most in #{most(look)}."
          return "#{first} makes other #{noun}s per #{label} than #{than}, but as many; #{where}" if level?(look)

          "#{first} #{VERBS.fetch(look.name)} #{amount(look, noun)} per #{label} than #{than}, #{where}"
        end

        def label = @explanation.label

        # Whether increases and decreases are the same in sum.
        def level?(look) = [look.difference, look.bytes_difference].all? { |sum| sum.abs <= CHANCE }

        def amount(look, noun)
          figure = Answer.figure(look.difference.abs)
          words = "#{figure} #{look.difference.negative? ? "fewer" : "more"} #{noun}#{"s" unless figure == "1"}"
          look.name == "allocations" ? "#{words} (#{signed(look.bytes_difference)} bytes)" : words
        end

        def signed(number) = "#{"+" if number.positive?}#{Answer.figure(number)}"

        # The largest difference in the direction of the sum.
        def most(look)
          more = level?(look) || look.difference.positive?
          row = look.rows.find { |row| row.more? == more } || look.rows.first
          "#{Answer.name(look, row)} (#{row.place})"
        end

        def traffic
          rows = @looks["traffic"]&.rows.to_a
          return if rows.empty?

          changes = rows.map { |row| "#{row.name} #{row.costs.map { |cost| Answer.figure(cost) }.join(" -> ")}" }
          "Per #{label} on the wire: #{changes.join(", ")}."
        end

        # If it explains more than calls and allocations do.
        def line
          row = @looks["lines"]&.rows&.first
          return if row.nil? || %w[calls allocations].any? { |name| @looks[name]&.differs? }

          "The line that differs most is #{row.place}: #{row.text}"
        end

        def nothing
          known = @explanation.looks.reject(&:reason).map(&:name) - ["libraries"]
          return NOTHING if known.empty?

          "No difference per #{label} between #{names.last} and #{names.first} in #{Vocabulary.list(known)}."
        end
      end
    end
  end
end
