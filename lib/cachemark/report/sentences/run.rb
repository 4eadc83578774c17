# frozen_string_literal: true

module Cachemark
  module Report
    module Sentences
      # The summary of a run: which client is the fastest, and by how much.
      #
      #   memcached is the fastest in 7 of 9 scenarios, by 5.0 % to 31 %; dalli in 1, by 12 %; no client is significantly
      #   fastest in 1.
      module Run
        # So many clients are named.
        MOST = 3
        private_constant :MOST

        class << self
          # Nil where the table has no rows.
          #
          #: (Stats::Table::Summary?) -> String?
          def summary(summary)
            return unless summary

            parts = [*(summary.fields.positive? ? contest(summary) : alone(summary)), without(summary)].compact
            parts.empty? ? "Nothing was measured." : "#{parts.join("; ")}."
          end

          private

          def contest(summary)
            undecided = summary.fields - summary.wins.sum(&:count)
            all = "#{summary.fields} #{scenarios(summary, summary.fields)}"
            return ["No client is significantly fastest in #{"any of " if summary.fields > 1}#{all}"] if summary.wins.empty?

            [*won(summary.wins, all), ("no client is significantly fastest in #{undecided}" if undecided.positive?)]
          end

          def won(wins, all)
            first, *others = wins.first(MOST)
            more = wins.drop(MOST).sum(&:count)
            ["#{names(first)} #{first.contenders.one? ? "is" : "are"} the fastest in #{first.count} of #{all}, by #{lead(first)}",
             *others.map { |win| "#{names(win)} in #{win.count}, by #{lead(win)}" }, *("others in #{more}" if more.positive?)]
          end

          def names(win) = Vocabulary.list(win.contenders)
          def lead(win) = win.leads.map { |share| Words.percent(share) }.uniq.join(" to ")

          def alone(summary)
            all = summary.alone.first(MOST).map { |cost| "#{cost.contender} #{cost(summary, cost)}" }
            [all.join(", ")] if all.any?
          end

          def cost(summary, cost)
            extent = "in #{cost.scenarios} #{scenarios(summary, cost.scenarios)}"
            return "costs #{range(cost.ratios, "%.2f")} × socket #{extent}" if cost.ratios

            "takes #{range(cost.wall_ns.map { |ns| ns / 1000 }, "%.1f")} µs a call #{extent}"
          end

          def range(bounds, form) = bounds.map { |number| format(form, number) }.uniq.join(" to ")

          # The mode is worth a word where there are several.
          def scenarios(summary, count)
            return count == 1 ? "scenario" : "scenarios" if summary.modes == 1

            count == 1 ? "scenario and mode" : "scenarios and modes"
          end

          def without(summary)
            count = summary.without
            "#{count} of #{summary.rows} rows #{count == 1 ? "has" : "have"} no figures" if count.positive?
          end
        end
      end
    end
  end
end
