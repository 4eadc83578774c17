# frozen_string_literal: true

module Cachemark
  module Report
    class Gevent
      # What is wrong with a document's figures, seen by the figures alone.
      module Flaws
        class << self
          # Sentences on the rows of one library, or of several.
          #
          #: (Array[Printed]) -> Array[String]
          def of(rows) = [*rates(rows), *digits(rows), *steps(rows)]

          private

          # Of each table whose rates are not of its own times.
          def rates(rows)
            wrong = rows.reject(&:own_rate?).group_by { |row| [row.library, row.table] }
            wrong.map do |(library, table), own|
              right = own.map { |row| "#{row.label} #{row.keys_per_s.round}" }.join(", ")
              "#{library} #{table}: #{whose(own, rows)}; keys / elapsed are #{right}"
            end
          end

          def whose(own, rows)
            others = rows.select { |row| row.library == own.first.library && row.table != own.first.table && row.own_rate? }
            theirs = own.all? { |row| others.any? { |other| [other.label, other.rate] == [row.label, row.rate] } }
            theirs ? "the rates are those of #{others.first.table}" : "the rates are not of these times"
          end

          def digits(rows)
            blind = rows.select { |row| [row.avg, row.min].all?("0.000") }
            return [] if blind.empty?

            means = blind.map { |row| 1e6 / row.keys_per_s }.minmax.map { |us| format("%.1f", us) }.uniq.join(" to ")
            ["avg and min are 0.000: three decimals show no time below half a millisecond (elapsed / keys: #{means} us)"]
          end

          def steps(rows)
            rounded = rows.size > 1 && rows.all? { |row| row.elapsed.match?(/\.\d\d0\z/) }
            rounded ? ["elapsed is in steps of 10 ms, although it has three decimals"] : []
          end
        end
      end
    end
  end
end
