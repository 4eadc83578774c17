# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # After a pause that is longer than any that a client documents every call works again. The first one may fail, as it
      # may be what tells the client so; that it leaves a server alone for a while excuses no other.
      module Returns
        #: (Trial) -> [String, String]?
        def self.call(trial)
          probes = trial.probes
          failed = probes.select { |probe| probe.raised? || trial.missed?(probe) }
          return if failed.empty?

          how = failed.first.error ? failed.first.error["class"] : "a miss"
          told = "#{failed.size} of #{probes.size} calls failed, #{pause_s(trial)} s after it was over: #{how}"
          [failed == probes.take(1) ? "NON-STRICT" : "FAIL", told]
        end

        def self.pause_s(trial)
          before = trial.calls.take_while { |call| !call.probe? }.filter_map(&:ended_ns).max
          before ? ((trial.probes.first.began_ns - before) / 1e9).floor : 0
        end
        private_class_method :pause_s
      end
    end
  end
end
