# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # Groups the results of a check. Cases with the same outcome become one entry, with a pattern that repeats all of them.
      module Findings
        # Cases of one fault with the same outcome for one contender: one sentence, and one command that repeats all of them.
        Entry = Value.define(:cells) do
          # Groups equal outcomes, at the position of the first. The block returns a value that must be equal within a group,
          # too.
          #: (Array[Outcome]) { (Outcome) -> Object } -> Array[Entry]
          def self.all(outcomes)
            groups = outcomes.group_by do |outcome|
              [outcome.contender, outcome.fault, outcome.outcome, outcome.peers, kind(outcome), yield(outcome)]
            end
            groups.values.map { |cells| new(cells: cells) }
          end

          # The reason without the parts that differ between trials. The result of a sweep is kept unchanged.
          #: (Outcome) -> String?
          def self.kind(outcome)
            outcome.points ? outcome.reason : outcome.reason&.gsub(/"(?:[^"\\]|\\.)*"/, "")&.gsub(/\d+/, "0")
          end

          # The first case, as the example for all of them.
          #: () -> Outcome
          def example = cells.first

          # The pattern for `--case`: "interrupt/timeout-in-{get,multi}".
          #: () -> String
          def pattern
            ids = cells.map { |cell| cell[:case] }
            return ids.first if ids.one?

            first, last = ids.minmax.map(&:chars)
            stem = first.zip(last).take_while { |one, other| one == other }.map(&:first).join[%r{\A.*[-/]}]
            "#{stem}{#{ids.map { |id| id.delete_prefix(stem) }.join(",")}}"
          end

          # " (10 of 10)", " (2 to 4 of 10 each)": in how many trials the cases had this outcome. "" after a single trial or
          # a sweep.
          #: () -> String
          def tally
            trials = cells.map(&:n).uniq
            return "" if !trials.one? || trials.first < 2 || example.points

            " (#{cells.map(&:times).minmax.uniq.join(" to ")} of #{trials.first}#{" each" if cells.size > 1})"
          end
        end

        # Harmless outcomes of one contender, all of the same kind. `rows` is [[fault, "10 cases: reason"], ...], `cases` the
        # ids of all.
        class Remark < Value.define(:outcome, :contender, :peers, :rows, :cases)
          # ROOM is the number of characters up to which a person can read and copy a command. HEAD is the part that all
          # commands share.
          ROOM = 400
          HEAD = "cachemark check  --case '' --with seed=1234567890".size
          private_constant :ROOM, :HEAD

          # The worse outcome first.
          #: (Array[Outcome]) -> Array[Remark]
          def self.all(outcomes)
            outcomes.sort_by.with_index { |outcome, at| [-outcome.severity, at] }
                    .group_by { |outcome| [outcome.outcome, outcome.contender] }
                    .map do |(outcome, contender), own|
              new(outcome: outcome, contender: contender, peers: own.flat_map(&:peers).uniq, cases: own.map(&:case),
                  rows: own.group_by(&:fault).map { |fault, cells| [fault, sentence(cells)] })
            end
          end

          # The pattern for `--case` with all cases: "{cut/between-calls-get,server/restart}". If it is too long, it has all
          # of their faults instead: "{cut/between-calls,server/restart}*".
          #: () -> String
          def pattern
            exact = braces(cases)
            [contender, *peers, exact].sum { |word| word.size + 1 } + HEAD <= ROOM ? exact : "#{braces(rows.map(&:first))}*"
          end

          # The most frequent reason.
          def self.sentence(cells)
            kinds = cells.group_by { |cell| Entry.kind(cell) }.values
            more = kinds.size - 1
            said = "#{kinds.max_by(&:size).first.headline}#{", and #{more} other reason#{"s" if more > 1}" if more.positive?}"
            cells.one? ? said : "#{cells.size} cases: #{said}"
          end
          private_class_method :sentence

          private

          def braces(ids) = ids.one? ? ids.first : "{#{ids.join(",")}}"
        end
      end
    end
  end
end
