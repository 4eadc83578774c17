# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What a process holds does not grow with the faults that it has met, from its first look to its last.
      module NoLeak
        # How much more is none that grows: a connection more or less, a heap that is not yet filled.
        ALLOWED = { "descriptors" => 5, "threads" => 5, "memory_bytes" => 24_000_000 }.freeze

        #: (Trial) -> [String, String]?
        def self.call(trial)
          first, *, last = trial.calls.select { |call| call.looked? && call.ok? }.map { |call| call.value["pairs"].to_h }
          return unless last

          grown = ALLOWED.filter_map { |what, most| told(what, first[what], last[what], most) }
          ["FAIL", "over #{trial.calls.count(&:subject?)} faults: #{grown.join(", ")}"] if grown.any?
        end

        def self.told(what, before, after, most)
          "#{what} from #{before} to #{after}" if before && after && after - before > most
        end
        private_class_method :told
      end
    end
  end
end
