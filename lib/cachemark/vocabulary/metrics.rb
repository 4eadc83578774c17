# frozen_string_literal: true

module Cachemark
  module Vocabulary
    # Every metric by its name, in the order in which help lists them.
    module Metrics
      # What `compare`, `gate` and `find` can judge by. Of all of them less is better. `unit` is of the cost per call.
      # `source` says where the figure comes from: "clock" (timed), "runtime" (counted by the language's runtime, in each block)
      # or "proxy" (counted on the wire, once).
      Metric = Value.define(:name, :unit, :source) do
        # Whether it is counted, so that it does not vary with the machine.
        def exact? = source != "clock"

        # Whether one look settles it, so that more pairs would show nothing new.
        def once? = source == "proxy"
      end

      ALL = [["wall", "ns", "clock"], ["cpu", "ns", "clock"], ["fastest", "ns", "clock"], ["allocations", "objects", "runtime"],
             ["round-trips", "round trips", "proxy"], ["bytes", "bytes", "proxy"]].to_h do |name, unit, source|
        [name, Metric.new(name: name, unit: unit, source: source)]
      end.freeze
      DEFAULT = "wall"
      NAMES = ALL.keys.freeze
      TIMED, COUNTED = NAMES.partition { |name| !ALL.fetch(name).exact? }.map(&:freeze)

      # Raises KeyError for a name that no metric has.
      #
      #: (String) -> Metric
      def self.[](name) = ALL.fetch(name)
    end
  end
end
