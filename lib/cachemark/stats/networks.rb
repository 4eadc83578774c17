# frozen_string_literal: true

module Cachemark
  module Stats
    # The networks of a record: what contenders asked for, and how exact they were. An error of a network is how late a piece
    # of bytes arrived, at most.
    module Networks
      # Options of an endpoint that are about its network.
      OPTIONS = %w[rtt bandwidth].freeze
      private_constant :OPTIONS

      class << self
        # {rtt:, bandwidth:, out:, in:}: the words of the options, and the figures of each direction; nil without a network.
        # `lines` are those of the record about it.
        #: (Hash, Array[Hash]) -> Hash[Symbol, Object]?
        def of(cell, lines)
          asked = options(cell) or return
          { **asked.transform_keys(&:to_sym), **errors(lines) }.freeze
        end

        # A remark about each network, in the order of the cells.
        #: (Record) -> Array[Remark]
        def remarks(record)
          contenders = record.cells.group_by { |cell| options(cell) }.except(nil)
          contenders.filter_map do |asked, cells|
            ids = cells.map { |cell| cell["contender"] }
            found = errors(record.networks.select { |line| ids.include?(line["contender"]) })
            Remark[:network_errors, options: asked, **found] if found.any?
          end
        end

        private

        def options(cell)
          asked = (cell["endpoint"] || {}).slice(*OPTIONS)
          asked if asked.any?
        end

        # {out: {count:, p50_us:, p99_us:, max_us:}, in: ...}; empty without lines. A percentile is nil if too few pieces were
        # later.
        def errors(lines)
          return {} if lines.empty?

          %w[out in].to_h { |direction| [direction.to_sym, figures(lines.flat_map { |line| line["errors"].fetch(direction) })] }
        end

        def figures(tallies)
          histogram = tallies.each_with_object(Latencies::Histogram.new) { |(us, times), all| all.record(us, times) }
          { count: histogram.count, p50_us: histogram.percentile(50), p99_us: histogram.percentile(99), max_us: histogram.max }
        end
      end
    end
  end
end
