# frozen_string_literal: true

module Cachemark
  module Report
    # The table of new clients, in a run that compares ways to connect.
    module FirstReplies
      HOW = "First reply: how long a new client takes to be created, to connect and to get the reply to its first call. " \
            "Connecting includes the TLS handshake and the login. Figures are means over fresh processes of the median of " \
            "20 clients."
      private_constant :HOW

      class << self
        #: (Stats::Table) -> Array[Object]
        def parts(table)
          rows = table.first_replies.select { |row| table.shown.any? { |one| one.contender == row.contender } }
          return [] if rows.empty?

          [Part::Heading.new(id: "first-replies", text: "New clients"), Part::Text.new(text: HOW, tone: "faint"),
           Table.of_rows(id: "first-reply-rows", caption: "How long new clients take until they have a first reply",
                         rows: rows, columns: columns)]
        end

        private

        def columns
          [Column.words("contender", always: true, &:contender),
           Column.figures("first reply", always: true, number: :wall_ns.to_proc, how: HOW) { |row| Figures.time_of(row) },
           Column.figures("clients", 2, number: :clients.to_proc, how: "New clients, in all processes.") do |row|
             Figures.count(row.clients)
           end]
        end
      end
    end
  end
end
