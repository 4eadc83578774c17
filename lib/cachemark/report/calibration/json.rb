# frozen_string_literal: true

require "json"

module Cachemark
  module Report
    module Calibration
      # The rows with their origin, by schema/calibration.json.
      class JSON
        SCHEMA = "cachemark/calibration/1"

        #: (Stats::Calibration) -> void
        def initialize(calibration)
          @calibration = calibration
        end

        #: () -> String
        def to_s = "#{::JSON.pretty_generate(to_h)}\n"

        # The document as plain values.
        #
        #: () -> Hash[Symbol, Object]
        def to_h
          { **Provenance.new(@calibration).head(SCHEMA), summary: Sentences.of(@calibration.summary), experiments: @calibration.experiments,
            seconds: @calibration.seconds, last: @calibration.last, rows: @calibration.rows.map(&:to_h) }
        end
      end
    end
  end
end
