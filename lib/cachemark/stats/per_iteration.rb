# frozen_string_literal: true

module Cachemark
  module Stats
    # A `work` line that tells of several iterations, one of each worker, as a line of one.
    module PerIteration
      TOTALS = %w[round_trips bytes_out bytes_in hits misses errors locks].freeze
      COUNTS = %w[count keys quiet hits misses refused].freeze
      private_constant :TOTALS, :COUNTS

      class << self
        #: (Hash) -> Hash
        def of(line)
          count = line["iterations"] || 1
          return line if count == 1

          told = { "iterations" => 1, **shares(line.slice(*TOTALS), count) }
          told["exceptions"] = shares(line["exceptions"], count) if line["exceptions"]
          told["commands"] = line["commands"].map { |command| command.merge(shares(command.slice(*COUNTS), count)) } if
            line["commands"]
          line.merge(told)
        end

        private

        def shares(counts, iterations) = counts.transform_values { |count| count && share(count, iterations) }

        # Whole where it is whole, else to two digits.
        def share(count, iterations)
          (count % iterations).zero? ? count / iterations : count.fdiv(iterations).round(2)
        end
      end
    end
  end
end
