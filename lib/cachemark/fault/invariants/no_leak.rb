# frozen_string_literal: true

module Cachemark
  module Fault
    module Invariants
      # What a process holds does not grow with the faults that it has met, from its first look to its last. Memory grows while a
      # heap warms up, too, but less and less: it leaks where it has grown in every part between two looks. So a leak is seen in
      # memory that loses 22 kB at each of 100 faults, or 2 kB at each of 1,000.
      module NoLeak
        # How much more is none that grows: a connection more or less, a heap that is not yet filled.
        ALLOWED = { "descriptors" => 5, "threads" => 5, "memory_bytes" => 24_000_000 }.freeze
        # In each part: of right clients the part that grew least grew by 140 kB at the most, over 248 faults.
        ALL_ALONG = { "memory_bytes" => 500_000 }.freeze
        private_constant :ALLOWED, :ALL_ALONG

        #: (Trial) -> [String, String]?
        def self.call(trial)
          looks = trial.calls.select { |call| call.looked? && call.ok? }.map { |call| call.value["pairs"].to_h }
          return if looks.size < 2

          grown = ALLOWED.filter_map { |what, most| told(what, looks.map { |look| look[what] }, most) }
          ["FAIL", "over #{trial.calls.count(&:subject?)} faults: #{grown.join(", ")}"] if grown.any?
        end

        def self.told(what, held, most)
          return unless held.all?

          "#{what} from #{held.first} to #{held.last}" if held.last - held.first > most || all_along?(held, ALL_ALONG[what])
        end

        # Two looks do not tell a leak from a heap that warms up.
        def self.all_along?(held, most)
          most && held.size > 2 && held.each_cons(2).all? { |before, after| after - before > most }
        end
        private_class_method :told, :all_along?
      end
    end
  end
end
