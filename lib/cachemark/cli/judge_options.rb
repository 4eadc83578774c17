# frozen_string_literal: true

module Cachemark
  module CLI
    # The options of the commands that judge: what is compared, by which figures, how surely.
    module JudgeOptions
      METRICS = %w[wall cpu fastest allocations round-trips bytes].freeze
      # --margin, --alpha, --metric and --for, where they are not given.
      DEFAULTS = { margin: 0.01, alpha: 0.01, metrics: ["wall"].freeze, for_s: 120.0 }.freeze

      private

      def declare_compared(parser)
        each(parser, "--scenario GLOB|FILE.yml", "only these scenarios (repeatable), such as 'client/*'", :scenarios)
        on(parser, "--suite SUITE|FILE.yml", "its scenarios and contenders; see: cachemark list suites", :suite)
        declare_modes(parser)
        declare_data(parser)
        each(parser, "--ruby PATH", "the Ruby that runs the clients (two compare every contender on both)", :rubies)
      end

      def declare_judging(parser, until_share: true)
        on(parser, "--for TIME", "measure this long, such as 60s or 10m (default: 2m)", :for_s) do |text|
          Quantity.duration("--for", text)
        end
        declare_until(parser) if until_share
        on(parser, "--margin SHARE", "what counts as the same (default: 1%)", :margin) do |text|
          Quantity.share("--margin", text)
        end
        on(parser, "--alpha SHARE", "risk of one wrong faster or slower in all (default: 1%)", :alpha) do |text|
          Quantity.share("--alpha", text)
        end
        choose(parser, "--metric LIST", METRICS, "#{METRICS.join(", ")} (default: wall)", key: :metrics) do |text|
          read_metrics(text)
        end
        on(parser, "--seed N", "seed of the order of pairs and quads", :seed) do |text|
          Quantity.count("--seed", text, 0..(2**31))
        end
        declare_record(parser)
      end

      # An empty list is no list.
      def read_metrics(text)
        words = text.empty? ? [text] : text.split(",", -1)
        words.map { |word| Quantity.word("--metric", word, METRICS) }.uniq.freeze
      end

      def declare_until(parser)
        on(parser, "--until SHARE", "stop when every verdict is known to ± this share (at the latest after --for)",
           :until) do |text|
          Quantity.share("--until", text)
        end
      end

      # What the record keeps of how it is judged.
      def judging = DEFAULTS.slice(:margin, :alpha, :metrics).merge(@options.slice(:margin, :alpha, :metrics))
    end
  end
end
