# frozen_string_literal: true

module Check
  module Included
    # The tables of guides/choosing.md, a question each. All are made from results/.
    module Choosing
      # A table of the facts in published results.
      class Table
        #: (Cachemark::Results::Survey) -> void
        def initialize(survey)
          @facts = Facts.new(survey)
        end
      end

      # The time per call of each client of a language, with default options.
      class Speed < Table
        SCENARIOS = { "get" => "client/get", "set" => "client/set", "six keys" => "client/multiget" }.freeze
        RULE = ["---", *(["--:"] * 4)].freeze
        private_constant :SCENARIOS, :RULE

        #: (Cachemark::Results::Survey, String) -> void
        def initialize(survey, language)
          super(survey)
          @language = language
        end

        def to_s = "#{Included.grid(["Client", *SCENARIOS.keys, "× socket, get"], rows, rule: RULE)}\n\n#{origin}"

        private

        def rows = entries.map { |entry| [name(entry), *SCENARIOS.keys.map { |word| cell(entry, word) }, ratio(entry.cost)] }
        def entries = @facts.choice(@language).shipped
        def name(entry) = "#{entry.configuration.word} #{entry.configuration.version} (#{@facts.runtime(entry.configuration)})"

        # "14.1 µs (1.49 ×)", "9.51 µs".
        def cell(entry, word)
          cost = cost(entry, word) or return ""
          times = cost.wall_ns / entries.filter_map { |other| cost(other, word)&.wall_ns }.min
          "#{Cachemark::Report::Figures.time(cost.wall_ns)}#{format(" (%.2f ×)", times) if times > 1}"
        end

        def cost(entry, word) = @facts.elsewhere(entry.cost, SCENARIOS.fetch(word))
        def ratio(cost) = cost.ratio ? format("%.2f", cost.ratio) : ""

        def origin
          "In brackets: times as long as the fastest of the column. #{@facts.origin(entries.first.cost.result)}."
        end
      end

      # The bad outcomes of each client when something breaks. The fewest wrong values, crashes and hangs are first.
      class Outcomes < Table
        HEAD = ["Client", "wrong values", "hangs", "crashes", "other failures", "cases"].freeze
        RULE = ["---", *(["--:"] * 5)].freeze
        KINDS = %w[CORRUPT HANG CRASH FAIL].freeze
        private_constant :HEAD, :RULE, :KINDS

        def to_s = "#{Included.grid(HEAD, examinations.map { |exam| row(exam) }, rule: RULE)}\n\n#{origin}"

        private

        # The newest of each release with default options.
        def examinations
          plain = @facts.survey.examinations.select { |exam| exam.configuration.plain? }
          newest = plain.group_by { |exam| [exam.configuration.client, exam.configuration.version] }.values.map do |own|
            own.max_by { |exam| [exam.configuration.age, exam.result.started_at] }
          end
          newest.sort_by { |exam| [exam.wrong + exam.stuck, exam.failed, exam.configuration.name] }
        end

        def row(exam)
          outcomes = exam.bad_cases.map { |found| found["outcome"] }
          counts = KINDS.map { |kind| outcomes.count(kind) }
          companions = exam.configuration.companions.map { |pair| pair.join(" ") }
          name = [*"#{exam.configuration.word} #{exam.configuration.version}", *companions].join(" with ")
          ["#{name} (#{@facts.runtime(exam.configuration)})", *counts, exam.tried]
        end

        def origin
          days = examinations.map { |exam| exam.result.started_at[0, 10] }.uniq.sort
          "`cachemark check`, #{Cachemark::Vocabulary.list(days)}. Cases whose calls a client lacks are omitted."
        end
      end

      # The lost calls of each client while a server is dead. The fewest lost calls are first.
      class Losses < Table
        HEAD = ["Client", "calls lost", "of these, errors", "back after"].freeze
        RULE = ["---", "--:", "--:", "---"].freeze
        private_constant :HEAD, :RULE

        def to_s = "#{Included.grid(HEAD, rows.map { |row| cells(row) }, rule: RULE)}\n\n#{origin}"

        private

        def rows
          @facts.outage.rows.select { |row| row["runs"].to_a.any? }.sort_by { |row| median(lost(row)) }
        end

        def cells(row)
          own = @facts.outage.configurations.fetch(row["contender"])
          errors = row["runs"].map { |run| run["outcomes"].fetch("error", 0) }
          ["#{own.word} #{own.version} (#{@facts.runtime(own)})", range(lost(row)), range(errors),
           @facts.recovery(row["runs"]) || "not back when the run ended"]
        end

        def lost(row) = row["runs"].map { |run| run["lost"] }
        def median(counts) = Cachemark::Stats::Median.of(counts)

        # "60 [45, 62]"
        def range(counts)
          figures = [median(counts), *counts.minmax].map { |count| Cachemark::Report::Figures.count(count) }
          format("%s [%s, %s]", *figures)
        end

        def origin
          runs = rows.first["runs"]
          calls = Cachemark::Report::Figures.count(runs.first["calls"])
          "One of three servers is killed. Of #{calls} calls in 10 s, the median of #{runs.size} runs, the lowest and the " \
            "highest. A lost call raises, or misses a stored value. #{@facts.origin(@facts.outage)}."
        end
      end

      # The outcomes of a client with an option and without it, in cases that count for both.
      class Settings < Table
        HEAD = ["Client", "Option", "wrong values", "hangs, crashes", "other failures", "one get", "With it"].freeze
        RULE = ["---", "---", *(["--:"] * 4), "---"].freeze
        SAFER, RISKIER, ALIKE, MIXED = "safer", "riskier", "no difference", "mixed"
        private_constant :HEAD, :RULE, :SAFER, :RISKIER, :ALIKE, :MIXED

        def to_s = Included.grid(HEAD, pairs.map { |without, with| row(without, with) }, rule: RULE)

        private

        # [examination without options, with them] on the same runtime and server, the newest of each.
        def pairs
          tuned, plain = examinations.partition { |exam| exam.configuration.tuned? }
          found = tuned.filter_map do |with|
            without = plain.find { |exam| place(exam) == place(with) }
            [without, with] if without
          end
          newest = found.group_by { |_, with| [with.configuration.kind, with.configuration.version] }.values
          newest.map { |own| own.max_by { |_, with| with.configuration.age } }
                .sort_by { |_, with| [with.configuration.word, with.configuration.name] }
        end

        def examinations
          @facts.survey.examinations.select do |exam|
            exam.configuration.connection.empty? && exam.configuration.companions.empty?
          end
        end

        def place(exam) = exam.configuration.then { |own| [own.client, own.version, own.runtime, own.jit, own.memcached] }

        def row(without, with)
          own = with.configuration
          risks = [without.risks_beside(with), with.risks_beside(without)]
          ["#{own.word} #{own.version}", "`#{own.options.join(",")}`",
           *risks.map { |counts| apart(*counts) }.transpose.map { |pair| pair.join(" → ") }, times(without, with), word(*risks)]
        end

        # Wrong values, hangs with crashes, and other failures.
        def apart(wrong, harm, bad) = [wrong, harm - wrong, bad - harm]

        # A failure in place of a wrong value is safer.
        def word(before, after)
          signs = before.zip(after).map { |one, other| other <=> one }.uniq - [0]
          return MIXED if signs.size > 1

          { nil => ALIKE, -1 => SAFER, 1 => RISKIER }.fetch(signs.first)
        end

        # "9.63 µs → 9.16 µs"; empty if one of them was not timed.
        def times(*examinations)
          costs = examinations.map { |exam| entry(exam.configuration)&.cost }
          costs.all? ? costs.map { |cost| Cachemark::Report::Figures.time(cost.wall_ns) }.join(" → ") : ""
        end

        def entry(own)
          @facts.choice(own.language).entries.find do |entry|
            [entry.configuration.kind, entry.configuration.version] == [own.kind, own.version]
          end
        end
      end
    end
  end
end
