# frozen_string_literal: true

module Cachemark
  module Stats
    # What a run shows in short: which client is the fastest in how many scenarios, as far as the intervals show it. A field
    # is a scenario in a mode, with all clients that were measured in it; contenders with the same code and options are one.
    #
    # `fields` is how many have more than one client. `wins` are of those with a fastest client, the most frequent first.
    # `alone` has the costs of each client where no field has more than one. `modes` is how many the rows have; `without` of
    # `rows` have no figures.
    class RunSummary < Value.define(:fields, :wins, :alone, :modes, :without, :rows)
      # `contenders` are the fastest in `count` fields; `leads` is how much more the next one costs there, as shares
      # [least, most].
      Win = Value.define(:contenders, :count, :leads)
      # One client in so many scenarios (and modes): [least, most] of its ratios to the reference, nil where one is unknown,
      # and of its time per call.
      Cost = Value.define(:contender, :scenarios, :ratios, :wall_ns)

      class << self
        # Of the rows that a report prints; nil without any.
        #
        #: (Array[Row]) -> RunSummary?
        def of(rows)
          return if rows.empty?

          clients = clients(rows)
          fields = clients.group_by { |row| [row.scenario, row.mode] }.values.map { |field| entries(field) }
          fields = fields.select { |entries| entries.size > 1 }
          new(fields: fields.size, wins: wins(fields), alone: fields.empty? ? costs(clients) : [].freeze,
              modes: rows.map(&:mode).uniq.size, without: rows.count { |row| !row.ok? }, rows: rows.size)
        end

        private

        # References are compared only where there is nothing else.
        def clients(rows)
          ok = rows.select(&:ok?)
          clients = ok.reject { |row| Vocabulary::References.include?(row.client) }
          clients.empty? ? ok : clients
        end

        # Array[Array[Row]]: the rows of a field, identical ones together.
        def entries(field)
          field.group_by { |row| [row.contender, *row.identical].sort }.values
        end

        def wins(fields)
          found = fields.filter_map { |entries| fastest(entries) }.group_by(&:first)
          wins = found.map do |contenders, own|
            Win.new(contenders: contenders, count: own.size, leads: own.map(&:last).minmax)
          end
          wins.sort_by.with_index { |win, at| [-win.count, at] }.freeze
        end

        # [contenders, lead]: whose intervals lie below all others'.
        def fastest(entries)
          return unless entries.flatten.all?(&:interval)

          first, *others = entries.sort_by { |rows| rows.map(&:wall_ns).min }
          others = others.flatten
          return unless first.map { |row| row.interval.last }.max < others.map { |row| row.interval.first }.min

          [first.map(&:contender), (others.map(&:wall_ns).min / first.map(&:wall_ns).max) - 1]
        end

        def costs(rows)
          rows.group_by(&:contender).map do |contender, own|
            ratios = own.filter_map { |row| row.socket_ratio unless Vocabulary::References.include?(row.client) }
            Cost.new(contender: contender, scenarios: own.size, wall_ns: own.map(&:wall_ns).minmax,
                     ratios: (ratios.minmax if ratios.size == own.size))
          end.freeze
        end
      end
    end
  end
end
