# frozen_string_literal: true

module Cachemark
  module Stats
    # Everything that a report of a run needs. Rows are in the order of the record's cells; samples (one per process) are in
    # the order of the shown rows. Hashes come from the record unchanged (String keys).
    class Table < Value.define(:run, :rows, samples: [].freeze, environments: [].freeze, outcome: nil, notes: [].freeze,
                                             first_replies: [].freeze)
      include Listing

      # The table of a record, whether its run has ended or not.
      #: (Record) -> Table
      def self.of(record) = Tabulation.new(record).table

      # {language => Summary}: which client is the fastest in the listed rows of a language.
      def summaries = listed.group_by(&:language).transform_values { |rows| Summary.of(rows) }

      # Integer: the number of iterations to which classic totals refer.
      def iterations
        options["iterations"] || suite["iterations"] || (suite["layout"] == "versions" ? 2_500 : 10_000)
      end

      # The result of one fresh process for one cell: the sample from which a row's interval is computed. Times are Float ns
      # per call. `wall_ns` is its time per call; the others are plain means over the process's blocks, nil if a runtime does
      # not report them.
      Sample = Value.define(:contender, :scenario, :mode, :process, :iterations, :wall_ns,
                            user_ns: nil, system_ns: nil, allocations: nil) do
        # One sample for each process of a row, in the order in which the processes first ran.
        #: (Row, Cost) -> Array[Sample]
        def self.of(row, cost)
          cost.all.map do |process|
            new(contender: row.contender, scenario: row.scenario, mode: row.mode, process: process.blocks.first["process"],
                wall_ns: Math.exp(cost.log(process)), **Cost.means(process.blocks))
          end
        end
      end

      # Makes the table of a record.
      class Tabulation
        # A call mostly waits if it takes as long as this, and the share of its CPU time is smaller than this.
        WAITING_NS = 5_000_000
        WAITING_CPU = 0.1
        private_constant :WAITING_NS, :WAITING_CPU

        #: (Record) -> void
        def initialize(record)
          @record = record
          @evidence = Evidence.new(record)
          @socket_ratio = Cost::SocketRatio.new(record, @evidence)
          @footnotes = Notes::Footnotes.new(@evidence)
          @counts = Counts.new(record)
        end

        #: () -> Table
        def table
          rows = @record.cells.map { |cell| row(cell) }.freeze
          Table.new(**RunFacts.of(@record), rows: rows, samples: samples(rows),
                    notes: [*Notes.of(@record, rows), *Notes.newer(@record)].freeze,
                    first_replies: Connections::FirstReplies.of(@record).freeze)
        end

        private

        def samples(rows)
          measured = @record.cells.zip(rows).select { |_cell, row| row.ok? && row.shown }
          measured.flat_map { |cell, row| Sample.of(row, @socket_ratio.cost(cell)) }.freeze
        end

        def row(cell)
          head = @evidence.head(cell)
          figures = head[:status] == "ok" ? figures(cell) : {}
          stampede = @evidence.stampede(cell)
          identical = @footnotes.identical_contenders(cell).freeze
          Row.new(**head, **figures.except(:mark), identical: identical, checked: cell["checked"],
                                                   dimensions: dimensions(cell), stampede: stampede,
                                                   **(figures.any? ? place(cell, identical) : {}),
                                                   footnotes: footnotes(cell, figures, stampede&.lack))
        end

        # The members of Row about its place among the clients of its field. That others are slower than the fastest is corrected
        # for their number. That all of them are needs no correction: each has to be.
        def place(cell, identical)
          rivals = rivals(cell)
          return {} unless rivals.size > 1 && rivals.include?(cell)

          best = rivals.min_by { |rival| wall_ns(rival) }
          same = [cell["contender"], *identical]
          same = [] unless same.include?(best["contender"])
          others = (cell == best ? rivals : [cell]).reject { |other| same.include?(other["contender"]) }
          alpha = cell == best ? Cost::ALPHA : Cost::ALPHA / (rivals.size - 1)
          { vs_fastest: wall_ns(cell) / wall_ns(best),
            certain: others.any? && others.all? { |other| @socket_ratio.below?(best, other, alpha: alpha) } }
        end

        # The clients of a field that were measured. References compete only if there is no client.
        def rivals(cell)
          @rivals ||= @record.cells.select { |other| other["shown"] != false && @evidence.status(other).first == "ok" }
                             .group_by { |other| field(other) }
                             .transform_values { |cells| Row.clients(cells) { |other| other["client"] } }
          @rivals.fetch(field(cell), [])
        end

        def field(cell) = Row.field(*cell.values_at("scenario", "mode", "client"))

        def wall_ns(cell) = @socket_ratio.cost(cell).to_h[:wall_ns]

        def dimensions(cell)
          sweeps = @record.run.dig("options", "sweeps") or return {}.freeze
          Sweep::Dimensions.of(sweeps, scenario: cell["scenario"], mode: cell["mode"], notation: cell["notation"])
        end

        def figures(cell)
          blocks = @evidence.blocks(cell)
          proof = @evidence.proofs(cell).last || {}
          { **cost(cell), hits: proof["hits"], misses: proof["misses"], hit_ratio: hit_ratio(cell, blocks),
            latencies: Latencies.of(blocks),
            in_flight: @evidence.calls_in_flight(cell), pool: Connections::PoolWaits.of(@evidence.pools(cell)),
            warm_up: @evidence.warm_up(cell), counts: @counts.of_row(cell) }
        end

        # As the servers counted it while the cell was timed. nil if the scenario asks for none.
        def hit_ratio(cell, blocks)
          asked = cell.dig("definition", "hit_ratio") or return
          hits, misses = %w[server_hits server_misses].map { |name| blocks.sum { |block| block[name].to_i } }
          { asked: asked, measured: hits.fdiv(hits + misses) }.freeze if (hits + misses).positive?
        end

        def cost(cell)
          ratio, interval = @socket_ratio.limit(cell)
          { **@socket_ratio.cost(cell).in_row(*@socket_ratio.of(cell)), limit_ratio: ratio, limit_ratio_interval: interval }
        end

        def waits?(figures)
          times = figures.values_at(:wall_ns, :user_ns, :system_ns)
          times.all? && times.first >= WAITING_NS && times.last(2).sum < times.first * WAITING_CPU
        end

        def footnotes(cell, figures, lack)
          notes = @footnotes.of(cell, figures[:cpu_s])
          notes += [Remark[:no_proof]] if figures.any? && @evidence.proofs(cell).empty?
          notes += [Remark[:waits, share: WAITING_CPU]] if waits?(figures)
          notes += [figures[:mark]].compact
          notes += [Remark[:uneven]] if figures.any? && !figures[:mark] && @socket_ratio.uneven?(cell)
          notes += [Remark[:contradicted, share: Cost::SocketRatio::CONTRADICTION]] if figures[:socket_ratio] &&
                                                                                       @socket_ratio.contradicted?(cell)
          notes += [Remark[:pool_never_waits]] if figures[:pool] && !Connections::PoolWaits.patient?(figures[:pool])
          notes += [Remark[:no_stampede, reason: lack]] if lack
          notes.freeze
        end
      end

      # The result of a run in short: which client of a language is the fastest in how many scenarios, as far as the intervals
      # show it. A field is a scenario in a mode, with all clients of the language measured in it. Contenders with the same
      # code and options count as one.
      #
      # `fields` is the number of fields with more than one client. `wins` are the fields with a fastest client, counted by
      # client, the most frequent first. `early` fields have rows without an interval. The least measured of those rows has
      # `processes`, nil if every row has an interval. `imprecise` fields have no fastest client, and an imprecise row. `alone`
      # has the costs of each client if no field has more than one. `modes` is the number of modes of the rows; `without` of
      # `rows` have no figures.
      class Summary < Value.define(:fields, :wins, :early, :imprecise, :processes, :alone, :modes, :without, :rows)
        # `contenders` are the fastest in `count` fields. `leads` is how much more the next one costs there, as shares
        # [least, most]; nil if an imprecise row decides it.
        Win = Value.define(:contenders, :count, :leads)
        # One client in a number of scenarios (and modes). `ratios` is [least, most] of its ratios to the reference, nil if
        # one is unknown; `wall_ns` is [least, most] of its time per call. `precision` is the worst of these figures, nil if
        # one is unknown; `imprecise` of them are above Row::IMPRECISE. `processes` is that of the least measured row without
        # an interval, nil if every row has one.
        Cost = Value.define(:contender, :scenarios, :ratios, :wall_ns, :precision, :imprecise, :processes)

        class << self
          # From the rows of a language that a report prints.
          #: (Array[Row]) -> Summary
          def of(rows)
            clients = Row.clients(rows.select(&:ok?), &:client)
            fields = clients.group_by(&:field).values.map { |field| entries(field) }
            fields = fields.select { |entries| entries.size > 1 }
            new(fields: fields.size, wins: wins(fields), **undecided(fields), processes: processes(clients),
                alone: fields.empty? ? costs(clients) : [].freeze, modes: rows.map(&:mode).uniq.size,
                without: rows.count { |row| !row.ok? }, rows: rows.size)
          end

          private

          def processes(rows) = rows.reject(&:interval).map(&:processes).min

          def undecided(fields)
            early, known = fields.partition { |entries| entries.flatten.any? { |row| row.interval.nil? } }
            open = known.reject { |entries| fastest(entries) }
            { early: early.size, imprecise: open.count { |entries| entries.flatten.any?(&:imprecise?) } }
          end

          # Array[Array[Row]]: the rows of a field, with identical contenders grouped.
          def entries(field)
            field.group_by { |row| [row.contender, *row.identical].sort }.values
          end

          def wins(fields)
            found = fields.filter_map { |entries| fastest(entries) }.group_by(&:first)
            wins = found.map do |contenders, own|
              leads = own.filter_map(&:last)
              Win.new(contenders: contenders, count: own.size, leads: (leads.minmax if leads.any?))
            end
            wins.sort_by.with_index { |win, at| [-win.count, at] }.freeze
          end

          # [contenders, lead] of those that are surely the fastest; nil if there are none. The lead is nil if its rows are
          # imprecise.
          def fastest(entries)
            return unless entries.flatten.all?(&:interval)

            first, *others = entries.sort_by { |rows| rows.map(&:wall_ns).min }
            return unless first.any?(&:fastest?)

            [first.map(&:contender), lead(first.max_by(&:wall_ns), others.flatten.min_by(&:wall_ns))]
          end

          def lead(first, second)
            (second.wall_ns / first.wall_ns) - 1 if [first, second].none?(&:imprecise?)
          end

          def costs(rows)
            rows.group_by(&:contender).map do |contender, own|
              ratios = own.filter_map { |row| row.socket_ratio unless Vocabulary::References.include?(row.client) }
              ratios = nil if ratios.size < own.size
              precisions = own.map(&(ratios ? :socket_ratio_precision : :precision))
              Cost.new(contender: contender, scenarios: own.size, wall_ns: own.map(&:wall_ns).minmax, ratios: ratios&.minmax,
                       precision: (precisions.max if precisions.all?), processes: processes(own),
                       imprecise: precisions.compact.count { |precision| precision > Row::IMPRECISE })
            end.freeze
          end
        end
      end
    end
  end
end
