# frozen_string_literal: true

module Cachemark
  module Stats
    class Judge
      # Whether both arms made the servers do the same work: what does less is not faster.
      module SameWork
        PREFIX = "server_"
        # Clients differ in them without doing other work.
        BYTES = %w[server_bytes_in server_bytes_out].freeze
        private_constant :BYTES

        class << self
          # Nil, or how the servers' counters differ beyond what the cells declare. Cells that a local cache
          # stands in front of may differ: how much it answers is the client's own doing, and told.
          #
          #: (Array[PairEvidence::Pair], Array[Hash]) -> String?
          def difference(pairs, cells)
            return if pairs.empty? || cells.any? { |cell| cell.dig("definition", "wrap") }

            arms = %w[baseline contender].zip(cells).map { |arm, cell| work(pairs, arm, cell) }
            names = arms.flat_map(&:keys).uniq.reject { |name| arms.first[name] == arms.last[name] }
            told(arms, names, cells) if names.any?
          end

          private

          # Rational counts of an iteration, less those that the catalogue declares beyond the scenario's.
          def work(pairs, arm, cell)
            blocks = pairs.flat_map(&:blocks).select { |block| block["arm"] == arm }
            iterations = blocks.sum { |block| block["iterations"] }
            counters = Hash.new(0)
            blocks.each { |block| counts(block).each { |name, count| counters[name] += count if count } }
            counted = counters.to_h { |name, count| [name.delete_prefix(PREFIX), Rational(count, iterations)] }
            (cell["beyond"] || {}).each { |name, count| counted[name] = counted.fetch(name, 0) - count }
            counted.reject { |_name, count| count.zero? }.tap { |left| left.default = 0 }
          end

          def counts(block) = block.select { |name, _count| name.start_with?(PREFIX) }.except(*BYTES)

          def told(arms, names, cells)
            sides = cells.zip(arms).map do |cell, arm|
              counts = names.map { |name| "#{format("%g", arm[name].round(2))} #{name.tr("_", " ")}" }
              "#{cell["contender"]} #{counts.join(" and ")}"
            end
            "different work that nobody declared: an iteration made the server count for #{sides.join(", for ")}"
          end
        end
      end
    end
  end
end
