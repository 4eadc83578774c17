# frozen_string_literal: true

require "sqlite3"

module Cachemark
  module History
    # A SQLite file for fast queries: entries, and the points of each series. Everything in it is also in the records. One
    # process at a time writes it, which Store ensures; any number may read it.
    class Index
      # The version of the tables below. An index of another version is rebuilt.
      VERSION = 2
      # How long a reader waits for a writer.
      WAIT_MS = 10_000
      TABLES = <<~SQL
        CREATE TABLE facts(name TEXT PRIMARY KEY, value) WITHOUT ROWID;
        CREATE TABLE entries(number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, started_at TEXT, command TEXT, suite TEXT,
          version TEXT, machine TEXT, machine_description TEXT, server TEXT, placement TEXT, governor TEXT, conditions TEXT,
          outcome TEXT, figures INTEGER);
        CREATE TABLE skipped(id TEXT PRIMARY KEY, reason TEXT) WITHOUT ROWID;
        CREATE TABLE series(number INTEGER PRIMARY KEY, client TEXT, options TEXT, scenario TEXT, mode TEXT,
          UNIQUE(client, scenario, mode, options));
        CREATE TABLE lines(number INTEGER PRIMARY KEY, machine TEXT, server TEXT, placement TEXT, conditions TEXT,
          method INTEGER, runtime TEXT, definition TEXT,
          UNIQUE(machine, server, placement, conditions, method, runtime, definition));
        CREATE TABLE contenders(number INTEGER PRIMARY KEY, contender TEXT, notation TEXT, version TEXT,
          UNIQUE(contender, notation, version));
        CREATE TABLE points(series INTEGER, line INTEGER, at TEXT, entry INTEGER, contender INTEGER, wall REAL, low REAL,
          high REAL, ratio REAL, ratio_low REAL, ratio_high REAL, PRIMARY KEY(series, line, at, entry, contender)) WITHOUT ROWID;
      SQL
      NAMES = TABLES.scan(/CREATE TABLE (\w+)/).flatten.freeze
      ENTRY = Entry.members - [:path]
      # The index has another version, or lacks a table.
      class Outdated < StandardError; end
      # Raised by an unusable index file. A mistake in a query is not included, because it must never delete an index.
      DAMAGED = [SQLite3::NotADatabaseException, SQLite3::CorruptException, Outdated].freeze
      private_constant :WAIT_MS, :TABLES, :NAMES

      # Raises SQLite3::Exception if the file is damaged.
      #: (String) { (Index) -> Object } -> Object
      def self.open(path)
        index = new(path)
        yield index
      ensure
        index&.close
      end

      #: (String) -> void
      def initialize(path)
        @db = SQLite3::Database.new(path)
        @db.busy_timeout(WAIT_MS)
        # Data that the index loses in a power cut is read from the records again.
        @db.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;")
        @numbers = Hash.new { |tables, table| tables[table] = {} }
      rescue SQLite3::Exception
        close
        raise
      end

      def close
        @statements&.each_value(&:close)
        @db&.close
      end

      # The number of the tables' version; 0 in a new file.
      #: () -> Integer
      def version = @db.get_first_value("PRAGMA user_version")

      # Creates the tables of a new file.
      def make = @db.transaction { @db.execute_batch("#{TABLES} PRAGMA user_version=#{VERSION};") }

      # Raises one of DAMAGED if the tables have another version, or if one is missing.
      def check
        raise Outdated, "its tables are of another version" unless version == VERSION

        missing = NAMES - rows("SELECT name FROM sqlite_master WHERE type = 'table'").flatten
        raise Outdated, "it has no table #{missing.join(", ")}" if missing.any?
      end

      # Rows of a query.
      #: (String, *Object) -> Array[Array]
      def rows(sql, *given) = @db.execute(sql, given)

      # Makes all changes of the block, or none.
      #: () { () -> Object } -> Object
      def change
        @numbers.clear
        @db.transaction(:immediate) { yield }
      end

      # Integer or nil: when the folder of records was indexed last.
      def indexed_ns = rows("SELECT value FROM facts WHERE name = 'indexed_ns'").dig(0, 0)

      #: (Integer) -> void
      def indexed_ns=(time_ns)
        write("INSERT OR REPLACE INTO facts VALUES ('indexed_ns', ?)", time_ns)
      end

      # Array[String]: ids of all entries, and of skipped records.
      def ids = rows("SELECT id FROM entries UNION ALL SELECT id FROM skipped").flatten

      #: (Entry, Summary) -> void
      def add(entry, summary)
        write("INSERT INTO entries(#{ENTRY.join(", ")}) VALUES (#{marks(ENTRY)})", *entry.to_h.values_at(*ENTRY))
        number = @db.last_insert_row_id
        summary.each_figure do |series, line, contender, numbers|
          keys = [number("series", %w[client options scenario mode], series),
                  number("lines", %w[machine server placement conditions method runtime definition], line),
                  entry.started_at, number, number("contenders", %w[contender notation version], contender)]
          write("INSERT OR IGNORE INTO points VALUES (#{marks(1..11)})", *keys, *numbers)
        end
      end

      # Notes a record that cannot be read, with the reason.
      #: (String, String) -> void
      def skip(id, reason)
        write("INSERT OR REPLACE INTO skipped VALUES (?, ?)", id, reason)
      end

      #: (Array[String]) -> void
      def forget(ids)
        ids.each do |id|
          write("DELETE FROM points WHERE entry = (SELECT number FROM entries WHERE id = ?)", id)
          %w[entries skipped].each { |table| write("DELETE FROM #{table} WHERE id = ?", id) }
        end
      end

      def clear = NAMES.each { |table| write("DELETE FROM #{table}") }

      private

      def marks(members) = (["?"] * members.size).join(", ")

      def write(sql, *given)
        statement = ((@statements ||= {})[sql] ||= @db.prepare(sql))
        statement.execute(*given)
        statement.reset!
      end

      # Names are stored once; returns the number of theirs.
      def number(table, columns, names)
        @numbers[table][names] ||= begin
          write("INSERT OR IGNORE INTO #{table}(#{columns.join(", ")}) VALUES (#{marks(columns)})", *names)
          rows("SELECT number FROM #{table} WHERE #{columns.map { |column| "#{column} = ?" }.join(" AND ")}", *names).dig(0, 0)
        end
      end

      # Queries an Index, and returns values.
      class Lookup
        # Points of a line, the newest first; `?` is their number, -1 for all.
        POINTS = <<~SQL
          SELECT e.id, p.at, c.version, c.contender, c.notation, p.wall, p.low, p.high, p.ratio, p.ratio_low, p.ratio_high
          FROM (SELECT * FROM points WHERE series = ? AND line = ? ORDER BY at DESC, entry DESC, contender DESC LIMIT ?) p
          JOIN contenders c ON c.number = p.contender JOIN entries e ON e.number = p.entry
          ORDER BY p.at, p.entry, p.contender
        SQL
        LINES = <<~SQL
          SELECT l.number, l.machine, l.server, l.placement, l.runtime, l.conditions, l.method, l.definition, n.count,
                 (SELECT machine_description FROM entries WHERE machine = l.machine LIMIT 1)
          FROM (SELECT line, count(*) AS count, min(at) AS first FROM points WHERE series = ? GROUP BY line) n
          JOIN lines l ON l.number = n.line ORDER BY n.first
        SQL
        # Columns of a line in LINES, after its number.
        NAMES = %i[machine server placement runtime conditions time_method definition count machine_description].freeze
        private_constant :POINTS, :LINES, :NAMES

        #: (Index, RecordFolder) -> void
        def initialize(index, records)
          @index = index
          @records = records
        end

        # The oldest first.
        #: (?String?) -> Array[Entry]
        def entries(id = nil)
          found = @index.rows("SELECT #{Index::ENTRY.join(", ")} FROM entries #{"WHERE id = ?" if id} " \
                              "ORDER BY started_at, id", *id)
          found.map do |row|
            entry = Index::ENTRY.zip(row).to_h
            Entry.new(path: @records.path(entry[:id]), **entry)
          end
        end

        def count = @index.rows("SELECT count(*) FROM entries").dig(0, 0)

        #: () -> Array[[String, String]]
        def skipped = @index.rows("SELECT id, reason FROM skipped ORDER BY id").map { |id, reason| [@records.path(id), reason] }

        # The series with points.
        #: () -> Array[[String, String, String, String]]
        def series
          @index.rows("SELECT client, options, scenario, mode FROM series s WHERE " \
                      "EXISTS (SELECT 1 FROM points WHERE series = s.number) ORDER BY client, options, scenario, mode")
        end

        # The lines of a series in the order of their start, with their last points, or all for nil.
        #: (Array[String], last: Integer?) -> Array[Line]
        def trend(series, last:)
          number = @index.rows("SELECT number FROM series WHERE client = ? AND options = ? AND scenario = ? AND mode = ?",
                               *series)
          @index.rows(LINES, number.dig(0, 0)).map do |line, *names|
            points = @index.rows(POINTS, number.dig(0, 0), line, last || -1).map { |row| point(row) }
            Line.new(points: points.freeze, **NAMES.zip(names).to_h)
          end
        end

        private

        def point(row)
          id, at, version, contender, notation, wall, low, high, ratio, ratio_low, ratio_high = row
          Point.new(entry_id: id, at: at, version: version, contender: contender, notation: notation, wall_ns: wall,
                    interval: low && [low, high], socket_ratio: ratio,
                    socket_ratio_interval: ratio_low && [ratio_low, ratio_high])
        end
      end
    end
  end
end
