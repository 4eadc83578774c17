# frozen_string_literal: true

module Cachemark
  module Plan
    # What `run --rate` is asked to do: `rates` are calls a second, the lowest first; `arrivals` is how
    # calls are spread over time (Arrivals::KINDS); `slo_ns` the time under which 99 % of them are to
    # stay, or nil.
    OpenLoop = Value.define(:rates, arrivals: "poisson", slo_ns: nil) do
      # What a record keeps of it, among the options of its run.
      #
      #: () -> Hash[Symbol, Object]
      def facts = to_h

      # Whole numbers from low to high, each the same times the one before.
      #
      #: (Integer, Integer, Integer) -> Array[Integer]
      def self.sweep(low, high, steps)
        factor = high.fdiv(low)**(1.0 / (steps - 1))
        Array.new(steps) { |step| (low * (factor**step)).round }.uniq
      end
    end
  end
end
