# frozen_string_literal: true

module Cachemark
  module Stats
    class Check
      # What was bad before, in a file of the client's own repository: `known` {contender => {case => outcome}};
      # `stale` [[contender, case], ...] are cases that no longer exist; `path` is as the user typed it.
      Baseline = Value.define(:known, stale: [].freeze, path: nil) do
        # Of a record's options.
        #
        #: (Hash) -> Baseline
        def self.of(kept) = new(known: kept["known"], stale: kept["stale"], path: kept["path"])

        # Those that are not known.
        #
        #: (Array[Outcome]) -> Array[Outcome]
        def unknown(bad) = bad.reject { |one| of(one) }

        # What is worse than it was: [[outcome now, outcome before], ...].
        #
        #: (Array[Outcome]) -> Array[[Outcome, String]]
        def worse(bad)
          bad.filter_map { |one| [one, of(one)] if of(one) && Vocabulary::Outcomes.rank(of(one)) < one.severity }
        end

        # What is less bad than it was: [[outcome now, outcome before], ...].
        #
        #: (Array[Outcome]) -> Array[[Outcome, String]]
        def better(cases)
          cases.filter_map { |one| [one, of(one)] if of(one) && Vocabulary::Outcomes.rank(of(one)) > one.severity && one.tried? }
        end

        # With the outcomes of this check. Cases that were not examined stay as they are, if they still exist.
        #
        #: (Array[Outcome], Array[String]) -> Baseline
        def renewed(cases, existing)
          examined = cases.select(&:tried?).to_h { |one| [[one.contender, one[:case]], one] }
          kept = known.flat_map { |contender, own| own.map { |id, outcome| [contender, id, outcome] } }
                      .select { |contender, id, _| existing.include?(id) && !examined.key?([contender, id]) }
          found = cases.select(&:bad?).map { |one| [one.contender, one[:case], one.outcome] }
          self.class.of_rows(kept + found)
        end

        # Sorted, so that version control shows only changes.
        #
        #: (Array[[String, String, String]]) -> Baseline
        def self.of_rows(rows)
          sorted = rows.sort.group_by(&:first)
          new(known: sorted.transform_values { |own| own.to_h { |_, id, outcome| [id, outcome] } })
        end

        private

        def of(one) = known.dig(one.contender, one[:case])
      end
    end
  end
end
