# frozen_string_literal: true

module Cachemark
  module Lab
    # The loop of `work --options`: looks at the declared options of each contender. Nothing is timed.
    class Options < Loop
      # Its rows are the options.
      Task = Value.define(:seed, :trials, loop: self, **SHARED, probes: [].freeze) do
        include Loop::Task
        def options = { look: "options" }
        def rows = trials.map { |trial| [trial.contender.id, "#{trial.option}=#{trial.value}", nil] }
      end

      private

      def perform
        @participants.drop_unavailable
        able, unable = trials
        unable.each { |trial| @writer.add("option", trial.facts) }
        look_at_options(able) { true }
      end
    end
  end
end
