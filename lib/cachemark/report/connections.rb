# frozen_string_literal: true

module Cachemark
  module Report
    # The tables of a run about connections, apart from that of the times.
    module Connections
      # The waits for connections of a run's rows with a pool: a table apart from that of the times.
      module Pools
        TITLE = "Waiting for a connection"
        WAIT = "Waiting for a connection: how long a call waited for a connection of its pool. It is measured in an " \
               "untimed pass at the end of each process."
        WAITED = "The column waited shows the share of the calls that found no free connection."
        SIZE = "The largest number of connections of a pool. If a client has several pools, such as one for each server, their " \
               "number comes first."
        private_constant :TITLE, :WAIT, :WAITED, :SIZE

        # Members of a row's pool, with their units, in the order of the columns of a file.
        UNITS = { size: "connections", pools: "pools", calls: "calls", waited: "share", timeouts: "calls",
                  mean_ns: "ns", p50_ns: "ns", p99_ns: "ns", max_ns: "ns" }.freeze

        class << self
          # The parts of a document, for a table with a pool.
          #: (Stats::Table) -> Array
          def parts(table)
            [Part::Heading.new(id: "pools", text: TITLE), Part::Text.new(text: "#{WAIT} #{WAITED}", tone: "faint"),
             Table.new(id: "pool-rows", caption: "Waits of each row with a pool", sections: Run::Fields.of(table, &:pool),
                       columns: [*Run.subject(table), *columns])]
          end

          # The same as figures for Exports, if any row of the table has a pool.
          #: (Stats::Row, Stats::Table) -> Array[Exports::Figure]
          def figures(row, table)
            return [] if table.shown.none?(&:pool)

            UNITS.map { |name, unit| Exports::Figure.new(name: "pool_#{name}", unit: unit, value: row.pool&.fetch(name)) }
          end

          private

          def columns
            [Column.figures("pool", 1, always: true, how: SIZE, number: number(:size)) { |row| size(**row.pool) },
             of(:waited, 1, always: true, how: WAITED, &Figures.method(:percent)),
             *%i[mean p50 p99 max].map { |name| wait(name) },
             of(:timeouts, 2, how: "Calls without a connection in time.", &Figures.method(:count)),
             of(:calls, 5, on: %i[terminal html], &Figures.method(:count))]
          end

          # A column of a member of the pool.
          def of(name, keep, **more)
            Column.figures(name.to_s, keep, number: number(name), **more) { |row| yield row.pool[name] }
          end

          # "4", or "3 × 4" for three pools of four connections each.
          def size(size:, pools:, **)
            "#{"#{pools} × " if pools > 1}#{size ? Figures.count(size) : "no limit"}"
          end

          def wait(name)
            member = :"#{name}_ns"
            Column.figures(name.to_s, 1, always: true, how: WAIT, number: number(member)) do |row|
              Figures.latency(row.pool[member], greatest: row.pool[name == :mean ? :max_ns : member])
            end
          end

          def number(member) = ->(row) { row.pool[member] }
        end
      end

      # The table of new clients, in a run that compares ways to connect.
      module FirstReplies
        HOW = "First reply: how long a new client takes to be created, to connect and to get the reply to its first call. " \
              "Connecting includes the TLS handshake and the login. Figures are means over fresh processes of the median of " \
              "20 clients."
        private_constant :HOW

        class << self
          #: (Stats::Table) -> Array[Object]
          def parts(table)
            rows = table.first_replies.select { |row| table.shown.any? { |shown| shown.contender == row.contender } }
            return [] if rows.empty?

            [Part::Heading.new(id: "first-replies", text: "New clients"), Part::Text.new(text: HOW, tone: "faint"),
             Table.of_rows(id: "first-reply-rows", caption: "How long new clients take until they have a first reply",
                           rows: rows, columns: columns)]
          end

          private

          def columns
            [Column.words("contender", always: true, &:contender),
             Column.figures("first reply", always: true, number: :wall_ns.to_proc, how: HOW) { |row| Figures.time_of(row) },
             Column.of(:clients, "clients", 2, how: "New clients, in all processes.", &Figures.method(:count))]
          end
        end
      end
    end
  end
end
