# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # Cases of one fault that came out alike for one contender: one thing to say, and one command that repeats them all.
      Entry = Value.define(:cells) do
        # Equal outcomes together, at the place of the first; what the block answers must be equal, too.
        #
        #: (Array[Outcome]) { (Outcome) -> Object } -> Array[Entry]
        def self.all(outcomes)
          outcomes.group_by { |one| [one.contender, one.fault, one.outcome, one.peers, kind(one), yield(one)] }
                  .values.map { |cells| new(cells: cells) }
        end

        # A reason without what is other in each trial; what a sweep found is its own.
        #
        #: (Outcome) -> String?
        def self.kind(one) = one.points ? one.reason : one.reason&.gsub(/"(?:[^"\\]|\\.)*"/, "")&.gsub(/\d+/, "0")

        # The first of them, as the example of all.
        #
        #: () -> Outcome
        def example = cells.first

        # "interrupt/timeout-in-{get,multi}", as `--case` takes it.
        #
        #: () -> String
        def pattern
          ids = cells.map { |one| one[:case] }
          return ids.first if ids.one?

          first, last = ids.minmax.map(&:chars)
          stem = first.zip(last).take_while { |one, other| one == other }.map(&:first).join[%r{\A.*[-/]}]
          "#{stem}{#{ids.map { |id| id.delete_prefix(stem) }.join(",")}}"
        end

        # " (10 of 10)", " (2 to 4 of 10 each)": in how many trials they came out so; nothing where there was one, or a sweep.
        #
        #: () -> String
        def tally
          trials = cells.map(&:n).uniq
          return "" if !trials.one? || trials.first < 2 || example.points

          " (#{cells.map(&:times).minmax.uniq.join(" to ")} of #{trials.first}#{" each" if cells.size > 1})"
        end
      end
    end
  end
end
