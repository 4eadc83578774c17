# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Comparison
      # Every verdict with its figures and origin, by schema/compare.json.
      class JSON
        SCHEMA = "cachemark/compare/1"

        #: (Stats::Comparison) -> void
        def initialize(comparison)
          @comparison = comparison
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@comparison).head(SCHEMA), summary: Sentences::Comparison.summary(@comparison),
            verdicts: Verdicts::Entries.verdicts(@comparison), noise: Verdicts::Entries.noise(@comparison) }
        end
      end
    end
  end
end
