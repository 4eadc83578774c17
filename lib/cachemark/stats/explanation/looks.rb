# frozen_string_literal: true

module Cachemark
  module Stats
    class Explanation
      # The looks of a record.
      class Looks
        # Kinds of sites, and what makes two sites the same in both contenders. The names of lines and of machine code are not
        # unique.
        KEYS = { "calls" => %w[name], "allocations" => %w[name], "lines" => %w[name text],
                 "instructions" => %w[name place] }.freeze
        private_constant :KEYS

        #: (Record, [Hash, Hash]) -> void
        def initialize(record, cells)
          @cells = cells.map { |cell| cell["cell"] }
          @sites = record.sites.group_by { |line| line["look"] }
          @unexplained = record.events.select { |event| event["kind"] == "unexplained" }.group_by { |event| event["look"] }
        end

        #: () -> Array[Look]
        def to_a = KEYS.filter_map { |name, keys| look(name, keys) }.freeze

        private

        def look(name, keys)
          sides = @cells.map { |cell| @sites.fetch(name, []).select { |line| line["cell"] == cell } }
          return Differences.new(name, sides, keys).look if sides.all?(&:any?)

          event = @unexplained.fetch(name, []).first
          event && Look.new(name: name, rows: [].freeze, reason: event["message"], try: event["try"])
        end
      end

      # The differences between the sites of two contenders. `sides` have the lines of the record, one for each process.
      class Differences
        # Differences of less than this many per call happen by chance: a read that waits for the reply, for example. For
        # instructions it is a share of all of them.
        LEAST = 0.02
        LEAST_SHARE = 0.001
        # A difference must be this many times as large as those between processes of the same contender.
        TIMES = 3
        private_constant :LEAST, :LEAST_SHARE, :TIMES

        #: (String, [Array[Hash], Array[Hash]], Array[String]) -> void
        def initialize(name, sides, keys)
          @name = name
          @keys = keys
          @sides = sides.map { |lines| lines.map { |line| Process.new(line, keys) } }
        end

        #: () -> Look
        def look
          differing = keys.select { |key| spread(key).any? { |values| values.uniq.size > 1 } || apart(key).positive? }
          rows, varying = differing.partition { |key| certain?(key) }
          Look.new(name: @name, rows: rows.map { |key| row(key) }.sort_by { |row| order(row) }.freeze, totals: totals,
                   varying: varying.count { |key| apart(key) > least })
        end

        private

        def keys = @sides.flatten.flat_map(&:keys).uniq

        # The figures of a key in each process of each side.
        def spread(key) = @sides.map { |processes| processes.map { |process| process.count(key) } }
        def apart(key) = spread(key).map { |values| mean(values) }.reduce(:-).abs

        def certain?(key)
          inside = spread(key).sum { |values| values.max - values.min }
          apart(key) > [least, inside * TIMES].max
        end

        def least = @least ||= @name == "instructions" ? totals.first * LEAST_SHARE : LEAST
        def totals = @totals ||= @sides.map { |processes| mean(processes.map(&:total)) }.freeze
        def mean(values) = values.sum.fdiv(values.size)

        # Increases first, the largest first.
        def order(row) = [row.more? ? 0 : 1, *row.size.map(&:-@)]

        def row(key)
          site = typical(key)
          bytes = @sides.map { |processes| mean(processes.map { |process| process.bytes(key) }) } if site.key?("bytes")
          Row.new(name: site["name"], place: site["place"], text: site["text"], costs: spread(key).map { |values| mean(values) },
                  bytes: bytes)
        end

        # The site that differs most, of the side that does more there. A moved line has the same text.
        def typical(key)
          before, after = @sides.map { |processes| processes.first.sites(key) }
          before, after = after, before if spread(key).map { |values| mean(values) }.reduce(:-).positive?
          after.max_by { |site| site["count"] - before.select { |one| same?(one, site) }.sum { |one| one["count"] } }
        end

        def same?(one, other) = (one["text"] || one["place"]) == (other["text"] || other["place"])
      end

      # The sites of one process, by key.
      class Process
        #: (Hash, Array[String]) -> void
        def initialize(line, keys)
          @calls = line["calls"].to_f
          @sites = line["sites"].group_by { |site| site.values_at(*keys) }
        end

        #: () -> Array[Array]
        def keys = @sites.keys

        #: (Array) -> Array[Hash]
        def sites(key) = @sites.fetch(key, [])

        #: (Array) -> Float
        def count(key) = sites(key).sum { |site| site["count"] } / @calls

        #: (Array) -> Float
        def bytes(key) = sites(key).sum { |site| site["bytes"] } / @calls

        #: () -> Float
        def total = @sites.values.flatten.sum { |site| site["count"] } / @calls
      end
    end
  end
end
