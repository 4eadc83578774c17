# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # Where keys are placed: how many move when the list of servers changes, and how many others place elsewhere. No
      # client promises a figure, so that it is told and not judged.
      module Placement
        #: (Trial) -> [String, String]?
        def self.call(trial)
          first, *later = trial.placed
          return unless later.any?

          told = later.filter_map { |other| said(first, other) }
          ["INFO", told.join(", ")] if told.any?
        end

        def self.said(first, other)
          share = first.moved(other) or return
          return "#{percent(1 - share)} of #{first.at.size} keys are where #{other.by} has them" if other.by

          "#{percent(share)} of #{first.at.size} keys are elsewhere than before"
        end

        def self.percent(share) = "#{(share * 100).round} %"
        private_class_method :said, :percent
      end
    end
  end
end
