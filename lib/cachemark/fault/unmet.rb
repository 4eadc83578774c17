# frozen_string_literal: true

module Cachemark
  module Fault
    # A fault that never came: where nothing was spoilt and nobody was interrupted, a pass proves nothing.
    module Unmet
      UNSENT = "nothing that it spoils came to the proxy"
      UNTOUCHED = "the call was over before the interrupt came"

      # Why the trials of a case show nothing, nil where its fault was met in one at least.
      #: (Case, Array[Trial]) -> String?
      def self.reason(one, trials)
        reasons = trials.map { |trial| of(one, trial) }
        reasons.first if reasons.all?
      end

      # Why this one shows nothing, nil where its fault was met.
      #: (Case, Trial) -> String?
      def self.of(one, trial)
        return UNSENT if one.moves(0).any? && trial.bytes.nil?

        interrupted = trial.calls.select { |call| call.step["interrupt"] }
        UNTOUCHED if interrupted.any? && interrupted.all? { |call| call.ok? && !call.swallowed }
      end
    end
  end
end
