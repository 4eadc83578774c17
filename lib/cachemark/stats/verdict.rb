# frozen_string_literal: true

module Cachemark
  module Stats
    # What a comparison came to in one metric. `verdict` is "faster", "slower", "same", "unresolved"
    # or "invalid"; `effect` is the cost ratio less 1 (positive costs more), `interval` its [low, high],
    # `resolution` the smallest effect that this run would have called slower with 95 % probability,
    # `costs` [baseline, contender] per call in `unit`. `label` is the scenario's. `identical`:
    # both ran the same code with the same options; a label, by which nothing is judged.
    Verdict = Value.define(:contender, :baseline, :scenario, :mode, :metric, :verdict,
                           comparison: nil, label: nil, effect: nil, interval: nil, resolution: nil, reason: nil,
                           pairs: 0, p: nil, costs: nil, unit: "ns", footnotes: [].freeze, identical: false) do
      # Whether it says anything of the contender's speed.
      #
      #: () -> bool
      def decided? = %w[faster slower same].include?(verdict)

      # Whether it costs more than this share beyond doubt: the whole interval lies above it.
      #
      #: (Float) -> bool
      def above?(share) = !interval.nil? && interval.first > share

      # Whether it costs less than this share more beyond doubt: the whole interval lies below it.
      #
      #: (Float) -> bool
      def below?(share) = !interval.nil? && interval.last < share

      # Whether so little could be seen that a figure for it would mislead.
      #
      #: () -> bool
      def blind? = !resolution.nil? && resolution > Verdict::BLIND

      # Half the width of the interval, as a share; nil without one.
      #
      #: () -> Float?
      def half_width = interval && ((interval.last - interval.first) / 2)
    end

    # A resolution beyond this sees next to nothing.
    Verdict::BLIND = 0.5
  end
end
