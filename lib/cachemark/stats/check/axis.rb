# frozen_string_literal: true

module Cachemark
  module Stats
    # The part of a check's results that is about releases.
    class Check
      # A client over its releases. `name` is as the user wrote it. `releases` are in order, without those that cannot be
      # built here. `absent` is {release => why not}, `contenders` {release => contender}; `rows` has one row per case.
      Axis = Value.define(:name, :releases, :contenders, :rows, absent: {}.freeze) do
        #: (Record) -> Array[Axis]
        def self.all(record)
          lines = record.cases.reject { |line| line["control"] }.group_by { |line| line["contender"] }
          cases = record.faults.flat_map { |line| line["cases"] || [] }
          ranges = record.positions.select { |line| line["axis"] }.group_by { |line| line["axis"] }
          ranges.map { |name, own| of(name, own, lines, cases) }
        end

        # `cases` are in the order of the list.
        def self.of(name, positions, lines, cases)
          found = positions.sort_by { |line| line["position"] }.to_h { |line| [line["name"], lines[line["contender"]] || []] }
          absent = found.transform_values { |own| own.find { |line| line["absent"] }&.fetch("reason") }.compact
          known = found.except(*absent.keys)
          ids = cases & known.values.flatten.map { |line| line["case"] }
          new(name: name, releases: known.keys, absent: absent,
              contenders: positions.to_h { |line| line.values_at("name", "contender") },
              rows: ids.map { |id| self::Row.of(id, known) })
        end
        private_class_method :of

        # [[contender, case], ...]: the first release of each run of one outcome, as an example of the others.
        def examples = rows.flat_map { |row| row.runs.map { |from, _, _| [contenders.fetch(from), row.case] } }

        # Array[String]: the releases that were examined.
        def examined = releases & rows.flat_map { |row| row.outcomes.keys }

        # The word for its releases: "commit" in a search over a repository.
        def unit = contenders.each_value.any? { |contender| contender.include?("@git:") } ? "commit" : "release"

        # Array[Change]: the changes of all cases.
        def changes = rows.flat_map { |row| row.changes(releases) }
      end

      # A case over releases. `outcomes` is {release => [outcome of each examination]}, in the order of releases, without
      # those that were not examined.
      Axis::Row = Value.define(:case, :outcomes) do
        def self.of(id, lines)
          outcomes = lines.transform_values { |own| own.select { |line| line["case"] == id }.map { |line| line["outcome"] } }
          new(case: id, outcomes: outcomes.reject { |_, own| own.empty? })
        end

        # {release => outcome}; if the outcomes of a release differ, the worst.
        def worst = outcomes.transform_values { |own| own.max_by { |outcome| Vocabulary::Outcomes.rank(outcome) } }

        # Runs of releases with one outcome: [[first, last, outcome], ...]. A release between two with the same outcome is
        # taken to have it as well.
        #: () -> Array[[String, String, String]]
        def runs
          worst.to_a.slice_when { |before, after| before.last != after.last }
               .map { |own| [own.first.first, own.last.first, own.first.last] }
        end

        # `releases` are all releases, in order.
        #: (Array[String]) -> Array[Change]
        def changes(releases)
          runs.each_cons(2).map do |(_, from, was), (to, _, now)|
            twice = outcomes.values_at(from, to)
            Axis::Change.new(case: self[:case], from: from, to: to, was: was, now: now,
                             narrowed: releases.index(to) == releases.index(from) + 1,
                             retested: twice.all? { |own| own.size > 1 }, settled: twice.all? { |own| own.uniq.one? })
          end
        end
      end

      # A change of a case's outcome. `from` is the last examined release with the outcome `was`, `to` the first with the
      # outcome `now`. `narrowed`: there is no other release between the two. `retested`: both were examined again.
      # `settled`: each had the same outcome every time.
      Axis::Change = Value.define(:case, :from, :to, :was, :now, :narrowed, :retested, :settled) do
        # "broke" or "fixed". It is "changed" if neither outcome is bad, or if one is unsupported: removing an operation does
        # not fix it.
        #: () -> String
        def word
          both = [was, now]
          return "changed" if both.include?("UNSUPPORTED") || both.none? { |outcome| Vocabulary::Outcomes.bad?(outcome) }

          Vocabulary::Outcomes.rank(now) > Vocabulary::Outcomes.rank(was) ? "broke" : "fixed"
        end
      end
    end
  end
end
