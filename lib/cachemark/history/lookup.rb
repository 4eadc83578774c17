# frozen_string_literal: true

module Cachemark
  module History
    # Asks an Index, and answers in values.
    class Lookup
      # Points of a line, the newest first; `?` is how many, -1 for all.
      POINTS = <<~SQL
        SELECT e.id, p.at, c.version, c.contender, c.notation, p.wall, p.low, p.high, p.ratio, p.ratio_low, p.ratio_high
        FROM (SELECT * FROM points WHERE series = ? AND line = ? ORDER BY at DESC, entry DESC, contender DESC LIMIT ?) p
        JOIN contenders c ON c.number = p.contender JOIN entries e ON e.number = p.entry
        ORDER BY p.at, p.entry, p.contender
      SQL
      LINES = <<~SQL
        SELECT l.number, l.machine, l.server, l.placement, l.runtime, l.conditions, l.definition, n.count,
               (SELECT machine_description FROM entries WHERE machine = l.machine LIMIT 1)
        FROM (SELECT line, count(*) AS count, min(at) AS first FROM points WHERE series = ? GROUP BY line) n
        JOIN lines l ON l.number = n.line ORDER BY n.first
      SQL
      # Of a line, as LINES has them after its number.
      NAMES = %i[machine server placement runtime conditions definition count machine_description].freeze
      private_constant :POINTS, :LINES, :NAMES

      #: (Index, Shelf) -> void
      def initialize(index, shelf)
        @index = index
        @shelf = shelf
      end

      # The oldest first.
      #
      #: (?String?) -> Array[Entry]
      def entries(id = nil)
        found = @index.rows("SELECT #{Index::ENTRY.join(", ")} FROM entries #{"WHERE id = ?" if id} ORDER BY started_at, id", *id)
        found.map do |row|
          entry = Index::ENTRY.zip(row).to_h
          Entry.new(path: @shelf.path(entry[:id]), **entry)
        end
      end

      #: () -> Integer
      def count = @index.rows("SELECT count(*) FROM entries").dig(0, 0)

      #: () -> Array[[String, String]]
      def skipped = @index.rows("SELECT id, reason FROM skipped ORDER BY id").map { |id, reason| [@shelf.path(id), reason] }

      # Those that have points.
      #
      #: () -> Array[[String, String, String, String]]
      def series
        @index.rows("SELECT client, options, scenario, mode FROM series s WHERE " \
                    "EXISTS (SELECT 1 FROM points WHERE series = s.number) ORDER BY client, options, scenario, mode")
      end

      # The lines of a series, that which began first before the others, with their last points, or nil for all.
      #
      #: (Array[String], last: Integer?) -> Array[Line]
      def trend(series, last:)
        number = @index.rows("SELECT number FROM series WHERE client = ? AND options = ? AND scenario = ? AND mode = ?", *series)
        @index.rows(LINES, number.dig(0, 0)).map do |line, *names|
          points = @index.rows(POINTS, number.dig(0, 0), line, last || -1).map { |row| point(row) }
          Line.new(points: points.freeze, **NAMES.zip(names).to_h)
        end
      end

      private

      def point(row)
        id, at, version, contender, notation, wall, low, high, ratio, ratio_low, ratio_high = row
        Point.new(entry_id: id, at: at, version: version, contender: contender, notation: notation, wall_ns: wall,
                  interval: low && [low, high], socket_ratio: ratio, socket_ratio_interval: ratio_low && [ratio_low, ratio_high])
      end
    end
  end
end
