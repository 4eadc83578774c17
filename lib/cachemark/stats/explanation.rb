# frozen_string_literal: true

module Cachemark
  module Stats
    # The differences between two contenders in a call of one scenario, by the counts of a record. Figures are per call, and a
    # positive difference means that `contender` does more than `baseline`. `looks` are in the order of the report. `own` are
    # the OwnFiles of the contender, or nil.
    class Explanation < Value.define(:run, :baseline, :contender, :scenario, :label, :looks, environments: [].freeze,
                                     outcome: nil, notes: [].freeze, own: nil)
      include RunFacts

      # Everything that one kind of look showed. `rows` differ; `totals` are [baseline, contender] of all sites, nil if the
      # look has none. `varying` is the number of sites that differ only as two processes of one contender do. `reason` and
      # `try` say why there is nothing.
      Look = Value.define(:name, :rows, totals: nil, varying: 0, reason: nil, try: nil) do
        #: () -> Float
        def difference = rows.sum(&:difference)

        #: () -> Float
        def bytes_difference = rows.sum { |row| row.bytes_difference || 0.0 }

        def differs? = rows.any?

        # Whether more processes would show the same.
        def steady? = rows.all?(&:steady)
      end

      # A site in which the contenders differ. `place` and `text` are those of the line that differs most. `costs` and `bytes`
      # are [baseline, contender] per call. It is steady if all calls of a contender did the same.
      Row = Value.define(:name, :place, :costs, steady: true, text: nil, bytes: nil) do
        #: () -> Float
        def difference = costs.last - costs.first

        #: () -> Float?
        def bytes_difference = bytes && (bytes.last - bytes.first)

        # The figure that rows are sorted by.
        #: () -> [Float, Float]
        def contribution = [bytes_difference || difference, difference]

        def more? = contribution.find(&:nonzero?)&.positive? || false

        #: () -> [Float, Float]
        def size = contribution.map(&:abs)
      end

      class << self
        # The explanation of a record of `explain`, whether its run has ended or not.
        #: (Record) -> Explanation
        def of(record) = between(record, record.cells.first(2), nil)

        # The explanation of a comparison in a record of `gate`; nil if there is none.
        #: (Record, String) -> Explanation?
        def of_comparison(record, id)
          return if (record.traces + record.events).none? { |line| explains?(line, id) }

          ids = record.comparisons.find { |line| line["comparison"] == id }.values_at("baseline", "contender")
          between(record, cells(record, ids), id)
        end

        # One look at two cells, by the lines of a record so far.
        #: (Record, [String, String], String, ?comparison: String?) -> Look
        def look(record, ids, name, comparison: nil)
          Looks.new(record, cells(record, ids), comparison: comparison).to_a.find { |look| look.name == name }
        end

        private

        def cells(record, ids) = ids.map { |id| record.cells.find { |cell| cell["cell"] == id } }
        def explains?(line, id) = line["look"] && line["comparison"] == id

        def between(record, cells, comparison)
          baseline, contender = cells.map { |cell| cell["contender"] }
          scenario = cells.first["scenario"]
          label = cells.first.dig("definition", "label") || scenario.split("/").last
          new(**RunFacts.of(record), baseline: baseline, contender: contender, scenario: scenario, label: label,
              looks: Looks.new(record, cells, comparison: comparison).to_a,
              notes: [*Notes.of_run(record), *failures(record)].freeze, own: OwnFiles.of(record, cells.last))
        end

        def failures(record)
          record.failures.map { |failure| Remark.recorded("#{failure["contender"]}: #{Remark.read(failure["reason"])}") }
        end
      end

      def same? = looks.none?(&:differs?)

      # The absolute path and the line of the first increase in the contender's own files. The place of a decrease is the
      # baseline's.
      #: () -> [String, Integer]?
      def own_line
        rows = looks.flat_map(&:rows).select { |row| row.more? && !row.difference.negative? }
        rows.lazy.filter_map { |row| own&.at(row.place) }.first
      end

      # One count per call, as each process of each contender saw it. `sides` are [Array[Float], Array[Float]], the baseline's
      # first.
      Count = Value.define(:sides)

      # See above.
      class Count
        # If processes of one contender differ, as they do when replies come late, a difference must be at least this large, and
        # this many times theirs.
        UNSTEADY = 0.25
        TIMES = 3
        private_constant :UNSTEADY, :TIMES

        # [baseline, contender]
        #: () -> [Float, Float]
        def costs = sides.map { |values| values.sum.fdiv(values.size) }

        #: () -> Float
        def apart = costs.reduce(:-).abs

        # Whether the contenders differ no more than processes of one of them.
        def chance?
          within = sides.sum { |values| values.max - values.min }
          within.positive? && apart <= [within * TIMES, UNSTEADY].max
        end

        # Whether all calls of each contender cost the same, as far as a mean shows it.
        def steady? = sides.all? { |values| values.uniq.size == 1 && (values.first % 1).zero? }
      end

      # The differences between the sites of two contenders. `sides` have the lines of the record, one for each process.
      class Differences
        # Smaller differences per call happen by chance. Of machine code, it is a share of all instructions.
        LEAST = 0.02
        LEAST_SHARES = { "instructions" => 0.001, "libraries" => 0.005 }.freeze
        private_constant :LEAST, :LEAST_SHARES

        #: (String, [Array[Hash], Array[Hash]], Array[String]) -> void
        def initialize(name, sides, keys)
          @name = name
          @sides = sides.map { |lines| lines.map { |line| Sites.new(line, keys) } }
        end

        #: () -> Look
        def look
          varying, rows = keys.select { |key| count(key).apart > least }.partition { |key| count(key).chance? }
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

        def count(key)
          (@counts ||= {})[key] ||= Count.new(sides: @sides.map { |processes| processes.map { |sites| sites.count(key) } })
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
          Row.new(name: name, place: place, text: site["text"], costs: count(key).costs, steady: count(key).steady?, bytes: bytes)
        end

        # The site that differs most, on the side with more. A line that has only moved has the same text.
        def typical(key)
          sides = @sides.map { |processes| processes.first.of(key) }
          fewer, more = count(key).costs.reduce(:-).positive? ? sides.reverse : sides
          more.max_by { |site| site["count"] - fewer.select { |other| same?(other, site) }.sum { |other| other["count"] } }
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

            count = Count.new(sides: sides.map { |lines| lines.map { |line| line["value"].fdiv(line["calls"]) } })
            costs = count.costs
            costs = [costs.first] * 2 if count.apart <= LEAST || count.chance?
            Row.new(name: metric, place: nil, costs: costs, steady: count.steady?)
          end

          def seen(member, name)
            works = @cells.map { |cell| @works[cell["cell"]] }
            return unless works.all?

            costs = works.zip(@cells).map { |work, cell| work[member].fdiv(work["iterations"] * cell["calls"]) }
            Row.new(name: name, place: nil, costs: costs)
          end
        end
      end

      # The files of a contender's library that was loaded from the user's folder. A place is a path below an unnamed folder, and
      # may be in another library. `main` is the library's main file; its other files are in the folder with the same name.
      class OwnFiles < Value.define(:main)
        FOLDER = /@path:([^,]+)/
        PLACE = /\A(?<path>.+):(?<line>\d+)\z/
        # The end of a main file, which the folder with the other files lacks.
        ENDING = %r{(?:/__init__)?\.\w+\z}
        private_constant :FOLDER, :PLACE, :ENDING

        # nil if the library was loaded from elsewhere, such as the cache.
        #: (Record, Hash) -> OwnFiles?
        def self.of(record, cell)
          folder = cell["notation"].to_s[FOLDER, 1] or return
          files = record.processes.filter_map { |process| process["file"] if process["contender"] == cell["contender"] }
          files.find { |file| file.start_with?("#{folder}/") }&.then { |file| new(main: file) }
        end

        # The absolute path and the line of a place; nil if it is not in one of these files.
        #: (String?) -> [String, Integer]?
        def at(place)
          path, line = PLACE.match(place.to_s)&.captures
          return unless path

          library, names = main.sub(ENDING, ""), path.sub(ENDING, "").split("/")
          shared = names.size.downto(1).map { |count| names.first(count).join("/") }.find { |part| library.end_with?("/#{part}") }
          shared && ["#{library.delete_suffix(shared)}#{path}", line.to_i]
        end
      end
    end
  end
end
