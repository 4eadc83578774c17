# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `doctor`: the pairs that a comparison of a minute would make, for as long as there is. How many quads
    # a pair has depends on the time, and what a pair shows on its quads. The last line before the record's end is what
    # `survey` answers then.
    class Sighting < Compare
      # Makes such loops as a measurement makes them.
      With = Struct.new(:survey) do
        #: (**Object) -> Sighting
        def new(**rest) = Sighting.new(survey: survey, **rest)
      end

      #: (survey: #call, **Object) -> void
      def initialize(survey:, **rest)
        super(**rest)
        @survey = survey
      end

      #: () -> String
      def call = super.tap { @writer.add("survey", @survey.call) }

      private

      def measure(matches)
        @ends_s = @clock.call + @job.for_s
        span(matches, [Stats::Sight::MINUTE_S, @job.for_s].max)
      end

      def known? = @clock.call >= @ends_s
    end
  end
end
