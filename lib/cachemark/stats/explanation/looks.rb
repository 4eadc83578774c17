# frozen_string_literal: true

module Cachemark
  module Stats
    class Explanation
      # The looks of a record, in the order of the report.
      class Looks
        # Kinds of sites, and what makes two sites the same in both contenders. The names of lines and of functions are not
        # unique.
        KEYS = { "calls" => %w[name], "allocations" => %w[name], "lines" => %w[name text],
                 "instructions" => %w[name place], "libraries" => %w[place] }.freeze
        # Looks that are the sites of another look with other keys.
        SAME_SITES = { "libraries" => "instructions" }.freeze
        ORDER = %w[calls allocations lines instructions libraries traffic].freeze
        private_constant :KEYS, :SAME_SITES, :ORDER

        # `comparison` is the id of the comparison in a record that explains several.
        #: (Record, [Hash, Hash], ?comparison: String?) -> void
        def initialize(record, cells, comparison: nil)
          @cells = cells
          own = ->(lines) { lines.select { |line| line["look"] && line["comparison"] == comparison } }
          @sites = own.call(record.traces).group_by { |line| line["look"] }
          @unexplained = own.call(record.events).group_by { |line| line["look"] }
          @traffic = Traffic.new(own.call(record.counts), record.works, cells)
        end

        #: () -> Array[Look]
        def to_a = ORDER.filter_map { |name| name == "traffic" ? traffic : look(name) }.freeze

        private

        def look(name)
          sites = @sites.fetch(SAME_SITES.fetch(name, name), [])
          sides = @cells.map { |cell| sites.select { |line| line["cell"] == cell["cell"] } }
          return Differences.new(name, sides, KEYS.fetch(name)).look if sides.all?(&:any?)

          reason(name)&.then { |reason| Look.new(name: name, rows: [].freeze, **reason) }
        end

        def traffic
          rows, reason = @traffic.rows, reason("traffic")
          Look.new(name: "traffic", rows: rows.reject { |row| row.difference.zero? }.freeze, **reason.to_h) if rows.any? || reason
        end

        # Why a look showed nothing, or nil.
        def reason(name) = @unexplained.fetch(name, []).first&.then { |event| { reason: event["message"], try: event["try"] } }

        # The traffic of both contenders: system calls, which an instrument counted, and what a proxy saw.
        class Traffic
          SYSTEM_CALLS = %w[writes reads].freeze
          # Members of the proxy's line and their names.
          WIRE = { "round_trips" => "round trips", "bytes_out" => "bytes out", "bytes_in" => "bytes in" }.freeze
          # System calls that happen by chance.
          LEAST = 0.02
          private_constant :SYSTEM_CALLS, :WIRE, :LEAST

          #: (Array[Hash], Array[Hash], [Hash, Hash]) -> void
          def initialize(counts, works, cells)
            @cells = cells
            @counts = counts.group_by { |line| line.values_at("cell", "metric") }
            @works = works.select { |work| work["pass"] == 2 }.to_h { |work| [work["cell"], work] }
          end

          # A row for each figure that is known of both.
          #: () -> Array[Row]
          def rows = [*SYSTEM_CALLS.map { |metric| counted(metric) }, *WIRE.map { |member, name| seen(member, name) }].compact

          private

          def counted(metric)
            sides = @cells.map { |cell| @counts.fetch([cell["cell"], metric], []) }
            return if sides.any?(&:empty?)

            costs = sides.map { |lines| lines.sum { |line| line["value"].fdiv(line["calls"]) } / lines.size }
            costs = [costs.first] * 2 if costs.reduce(:-).abs <= LEAST
            Row.new(name: metric, place: nil, costs: costs)
          end

          def seen(member, name)
            works = @cells.map { |cell| @works[cell["cell"]] }
            return unless works.all?

            costs = works.zip(@cells).map { |work, cell| work[member].fdiv(work["iterations"] * cell["calls"]) }
            Row.new(name: name, place: nil, costs: costs)
          end
        end
      end
    end
  end
end
