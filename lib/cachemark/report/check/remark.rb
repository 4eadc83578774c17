# frozen_string_literal: true

module Cachemark
  module Report
    module Check
      # What nobody is harmed by, of one contender with one outcome: `rows` [[fault, "10 cases: reason"], ...]; `cases`
      # the ids of all.
      class Remark < Value.define(:outcome, :contender, :peers, :rows, :cases)
        # Characters of a command that can still be read and copied, and what of them words are that every one has.
        ROOM = 400
        HEAD = "cachemark check  --case '' --seed 1234567890".size
        private_constant :ROOM, :HEAD

        # The worse outcome first.
        #
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
        #
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
