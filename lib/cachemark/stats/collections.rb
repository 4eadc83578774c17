# frozen_string_literal: true

module Cachemark
  module Stats
    # What garbage collection adds to a call. Each process counts its collections, and each has the same price for all
    # contenders of a runtime. How long one really takes depends on whatever else the host does. So a collection that got
    # dearer, not more frequent, shows only in the total.
    class Collections
      # The ns of one collection: the median over blocks with any; 0 without one.
      #: (Array[Hash]) -> Float
      def self.price_ns(blocks)
        collected = blocks.select { |block| block["gc_count"].to_i.positive? && block["gc_ns"] }
        Median.of(collected.map { |block| block["gc_ns"].fdiv(block["gc_count"]) }) || 0.0
      end

      # The collections of a record: a price for each runtime.
      #: (Record) -> Collections
      def self.of(record)
        runtimes = record.processes.to_h { |line| line.values_at("process", "runtime") }
        new(record.blocks.group_by { |block| runtimes[block["process"]] }.transform_values { |own| price_ns(own) }, runtimes)
      end

      # Collections that cost the same in each process.
      #: (Float) -> Collections
      def self.at(price_ns) = new({ nil => price_ns }, {})

      # `prices` are ns by runtime, `runtimes` the runtime of each process.
      #: (Hash[String?, Float], Hash[String, String]) -> void
      def initialize(prices, runtimes)
        @prices = prices
        @runtimes = runtimes
      end

      # The ns per call, of blocks of one process.
      #: (Array[Hash]) -> Float
      def per_call_ns(blocks)
        price_ns = @prices.fetch(@runtimes[blocks.first["process"]], 0.0)
        blocks.sum { |block| block["gc_count"].to_i } * price_ns / blocks.sum { |block| block["calls"] }
      end
    end
  end
end
