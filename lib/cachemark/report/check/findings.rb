# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What a check found, put together: one thing to say for cases that came out alike, and the pattern that repeats them.
      module Findings
        # Cases of one fault that came out alike for one contender: one thing to say, and one command that repeats them all.
        Entry = Value.define(:cells) do
          # Equal outcomes together, at the place of the first; what the block answers must be equal, too.
          #: (Array[Outcome]) { (Outcome) -> Object } -> Array[Entry]
          def self.all(outcomes)
            outcomes.group_by { |one| [one.contender, one.fault, one.outcome, one.peers, kind(one), yield(one)] }
                    .values.map { |cells| new(cells: cells) }
          end

          # A reason without what is other in each trial; what a sweep found is its own.
          #: (Outcome) -> String?
          def self.kind(one) = one.points ? one.reason : one.reason&.gsub(/"(?:[^"\\]|\\.)*"/, "")&.gsub(/\d+/, "0")

          # The first of them, as the example of all.
          #: () -> Outcome
          def example = cells.first

          # "interrupt/timeout-in-{get,multi}", as `--case` takes it.
          #: () -> String
          def pattern
            ids = cells.map { |one| one[:case] }
            return ids.first if ids.one?

            first, last = ids.minmax.map(&:chars)
            stem = first.zip(last).take_while { |one, other| one == other }.map(&:first).join[%r{\A.*[-/]}]
            "#{stem}{#{ids.map { |id| id.delete_prefix(stem) }.join(",")}}"
          end

          # " (10 of 10)", " (2 to 4 of 10 each)": in how many trials they came out so; nothing where there was one, or a sweep.
          #: () -> String
          def tally
            trials = cells.map(&:n).uniq
            return "" if !trials.one? || trials.first < 2 || example.points

            " (#{cells.map(&:times).minmax.uniq.join(" to ")} of #{trials.first}#{" each" if cells.size > 1})"
          end
        end

        # What nobody is harmed by, of one contender with one outcome: `rows` [[fault, "10 cases: reason"], ...]; `cases`
        # the ids of all.
        class Remark < Value.define(:outcome, :contender, :peers, :rows, :cases)
          # Characters of a command that can still be read and copied, and what of them words are that every one has.
          ROOM = 400
          HEAD = "cachemark check  --case '' --seed 1234567890".size
          private_constant :ROOM, :HEAD

          # The worse outcome first.
          #: (Array[Outcome]) -> Array[Remark]
          def self.all(outcomes)
            outcomes.sort_by.with_index { |one, at| [-one.severity, at] }.group_by { |one| [one.outcome, one.contender] }
                    .map do |(outcome, contender), own|
              new(outcome: outcome, contender: contender, peers: own.flat_map(&:peers).uniq, cases: own.map { |one| one[:case] },
                  rows: own.group_by(&:fault).map { |fault, cells| [fault, sentence(cells)] })
            end
          end

          # All of them, as `--case` takes them: "{cut/between-calls-get,server/restart}"; where these are too many, all of their
          # faults: "{cut/between-calls,server/restart}*".
          #: () -> String
          def pattern
            exact = braces(cases)
            [contender, *peers, exact].sum { |word| word.size + 1 } + HEAD <= ROOM ? exact : "#{braces(rows.map(&:first))}*"
          end

          # What most of them say.
          def self.sentence(cells)
            kinds = cells.group_by { |one| Entry.kind(one) }.values
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
