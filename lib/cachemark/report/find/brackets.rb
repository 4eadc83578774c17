# frozen_string_literal: true

module Cachemark
  module Report
    module Find
      # Changes that a search does not name, in sentences: where they lie, and how to learn more.
      module Brackets
        class << self
          # A sentence for each scenario, metric and kind.
          #
          #: (Stats::Steps) -> Array[String]
          def sentences(steps)
            steps.brackets.group_by { |one| [one.scenario, one.mode, one.metric, one.kind] }.values.flat_map do |own|
              case own.first.kind
              when "undecided" then own.map { |one| "The change in #{where(one)}, #{size(one)}, lies between #{ends(one)}." }
              when "beside" then beside(own)
              else own.map { |one| spread(one, steps) }
              end
            end
          end

          private

          def beside(own)
            "There is more in #{where(own.first)}: #{own.map { |one| "#{one.from} -> #{one.to} #{size(one)}" }.join(", ")}; " \
              "--all searches for every change."
          end

          def spread(one, steps)
            "#{where(one)} changed by #{size(one)} between #{ends(one)}, though no step between them was found that did it " \
              "alone (each within #{Effects.size(steps.margin)}, or not the same twice)."
          end

          def size(one) = Effects.of(one.effect)
          def ends(one) = "#{one.from} and #{one.to}"
          def where(one) = [one.label || one.scenario, *("(#{one.metric})" unless one.metric == "wall")].join(" ")
        end
      end
    end
  end
end
