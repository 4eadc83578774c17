# frozen_string_literal: true

module Cachemark
  module Stats
    class Explanation
      # The differences between the sites of two contenders. `sides` have the lines of the record, one for each process.
      class Differences
        # Smaller differences per call happen by chance. Of machine code, it is a share of all instructions.
        LEAST = 0.02
        LEAST_SHARES = { "instructions" => 0.001, "libraries" => 0.005 }.freeze
        # If processes of one contender differ, as they do when replies come late, a difference must be at least this large, and
        # this many times theirs.
        UNSTEADY = 0.25
        TIMES = 3
        private_constant :LEAST, :LEAST_SHARES, :UNSTEADY, :TIMES

        #: (String, [Array[Hash], Array[Hash]], Array[String]) -> void
        def initialize(name, sides, keys)
          @name = name
          @sides = sides.map { |lines| lines.map { |line| Sites.new(line, keys) } }
        end

        #: () -> Look
        def look
          rows, varying = keys.select { |key| apart(key) > least }.partition { |key| apart(key) > chance(key) }
          Look.new(name: @name, rows: rows.map { |key| row(key) }.sort_by { |row| order(row) }.freeze, totals: totals,
                   varying: varying.size)
        end

        private

        # A method that only one contender has is a difference in calls, and its lines show nothing else.
        def keys
          all = @sides.map { |processes| processes.flat_map(&:keys).uniq }
          return all.flatten(1).uniq unless @name == "lines"

          common = all.map { |side| side.map(&:first) }.reduce(:&)
          all.flatten(1).uniq.select { |key| common.include?(key.first) }
        end

        # The figures of a key in each process of each side.
        def figures(key) = (@figures ||= {})[key] ||= @sides.map { |processes| processes.map { |sites| sites.count(key) } }

        def costs(key) = figures(key).map { |values| mean(values) }
        def apart(key) = costs(key).reduce(:-).abs

        def chance(key)
          within = figures(key).sum { |values| values.max - values.min }
          within.zero? ? 0 : [within * TIMES, UNSTEADY].max
        end

        def least = @least ||= LEAST_SHARES[@name]&.then { |share| share * totals.first } || LEAST
        def totals = @totals ||= @sides.map { |processes| mean(processes.map(&:total)) }.freeze
        def mean(values) = values.sum.fdiv(values.size)

        # Increases first, the largest first.
        def order(row) = [row.more? ? 0 : 1, *row.size.map(&:-@)]

        def row(key)
          site = typical(key)
          bytes = @sides.map { |processes| mean(processes.map { |sites| sites.bytes(key) }) } if site.key?("bytes")
          name, place = site.values_at("name", "place")
          name, place = place, name if @name == "libraries"
          Row.new(name: name, place: place, text: site["text"], costs: costs(key), bytes: bytes)
        end

        # The site that differs most, on the side with more. A line that has only moved has the same text.
        def typical(key)
          sides = @sides.map { |processes| processes.first.of(key) }
          fewer, more = costs(key).reduce(:-).positive? ? sides.reverse : sides
          more.max_by { |site| site["count"] - fewer.select { |one| same?(one, site) }.sum { |one| one["count"] } }
        end

        def same?(one, other) = identity(one) == identity(other)
        def identity(site) = LEAST_SHARES.key?(@name) ? site.values_at("name", "place") : site["text"] || site["place"]

        # The sites of one process, by key. Figures are per call. A site that costs more in its first call than in later ones
        # costs nothing here.
        class Sites
          #: (Hash, Array[String]) -> void
          def initialize(line, keys)
            @calls = line["calls"].to_f
            @sites = line["sites"].group_by { |site| site.values_at(*keys) }
          end

          #: () -> Array[Array]
          def keys = @sites.keys

          #: (Array) -> Array[Hash]
          def of(key) = @sites.fetch(key, [])

          #: (Array) -> Float
          def count(key) = per_call(of(key), "count")

          #: (Array) -> Float
          def bytes(key) = per_call(of(key), "bytes")

          #: () -> Float
          def total = per_call(@sites.values.flatten, "count")

          private

          def per_call(sites, figure) = [sites.sum { |site| site[figure] } / @calls, 0.0].max
        end
      end
    end
  end
end
