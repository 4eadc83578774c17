# frozen_string_literal: true

module Cachemark
  module Stats
    # How far apart the means of two samples are, whose spreads may differ (Welch 1947).
    module Welch
      # [low, estimate, high] of mean(values) - mean(others); each has at least two.
      #
      #: (Array[Float], Array[Float], confidence: Float) -> [Float, Float, Float]
      def self.difference(values, others, confidence:)
        middle = mean(values) - mean(others)
        parts = [values, others].map { |sample| variance(sample) / sample.size }
        return [middle] * 3 if parts.sum.zero?

        degrees = (parts.sum**2) / [values, others].zip(parts).sum { |sample, part| (part**2) / (sample.size - 1) }
        reach = StudentT.quantile((1 + confidence) / 2, [degrees.floor, 1].max) * Math.sqrt(parts.sum)
        [middle - reach, middle, middle + reach]
      end

      def self.mean(values) = values.sum / values.size
      def self.variance(values) = mean(values).then { |mean| values.sum { |value| (value - mean)**2 } / (values.size - 1) }
      private_class_method :mean, :variance
    end
  end
end
