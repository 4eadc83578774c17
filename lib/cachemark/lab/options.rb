# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `work --options`: looks at the declared options of each contender. Nothing is timed.
    class Options < Loop
      private

      def perform
        @participants.drop_unavailable
        able, unable = @job.trials.partition { |trial| live.include?(trial.contender.id) }
        unable.each { |trial| @writer.add("option", trial.facts) }
        look_at_options(able) { true }
      end

      def live
        @participants.live.map { |state| state.cell.contender.id }
      end
    end
  end
end
