# frozen_string_literal: true

module Cachemark
  module Plan
    # Exactly `iterations` of a row, split over fresh processes and then over
    # blocks: `--iterations N` measures N of each row and not one more.
    module Quota
      # Iterations for each process: at most `processes` of them, sizes within one.
      #
      #: (Integer, ?processes: Integer) -> Array[Integer]
      def self.processes(iterations, processes: Budget::MINIMUM)
        split(iterations, [iterations, processes].min)
      end

      # Iterations for each block of one process: blocks of about `block` iterations.
      #
      #: (Integer, Integer) -> Array[Integer]
      def self.blocks(iterations, count)
        split(iterations, [count, iterations].min)
      end

      def self.split(total, parts)
        return [] if total.zero?

        base, extra = total.divmod(parts)
        Array.new(parts) { |index| index < extra ? base + 1 : base }
      end
      private_class_method :split
    end
  end
end
