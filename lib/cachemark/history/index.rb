# frozen_string_literal: true

require "sqlite3"

module Cachemark
  module History
    # What is found quickly in a file of SQLite: entries, and the points of each series. It holds nothing that is not in
    # the records. Written by one process at a time, which the Store sees to; read by any.
    class Index
      # Of the tables below: an index of another version is made again.
      VERSION = 1
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
        CREATE TABLE lines(number INTEGER PRIMARY KEY, machine TEXT, server TEXT, placement TEXT, conditions TEXT, runtime TEXT,
          definition TEXT, UNIQUE(machine, server, placement, conditions, runtime, definition));
        CREATE TABLE contenders(number INTEGER PRIMARY KEY, contender TEXT, notation TEXT, version TEXT,
          UNIQUE(contender, notation, version));
        CREATE TABLE points(series INTEGER, line INTEGER, at TEXT, entry INTEGER, contender INTEGER, wall REAL, low REAL,
          high REAL, ratio REAL, ratio_low REAL, ratio_high REAL, PRIMARY KEY(series, line, at, entry, contender)) WITHOUT ROWID;
      SQL
      ENTRY = Entry.members - [:path]
      # What a file that is no index raises, or one that is not whole.
      DAMAGED = [SQLite3::NotADatabaseException, SQLite3::CorruptException, SQLite3::SQLException].freeze
      private_constant :WAIT_MS, :TABLES

      # Raises SQLite3::Exception where the file is damaged.
      #
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
        # The records are the truth: what a power cut takes from the index is read from them again.
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
      #
      #: () -> Integer
      def version = @db.get_first_value("PRAGMA user_version")

      # Makes the tables of a new file.
      #
      #: () -> void
      def make = @db.transaction { @db.execute_batch("#{TABLES} PRAGMA user_version=#{VERSION};") }

      # Raises one of DAMAGED for tables of another version.
      #
      #: () -> void
      def check
        raise SQLite3::SQLException, "its tables are of another version" unless version == VERSION
      end

      # Rows of a query.
      #
      #: (String, *Object) -> Array[Array]
      def rows(sql, *given) = @db.execute(sql, given)

      # All changes of the block, or none.
      #
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

      # Array[String]: ids of all entries, and of what was skipped.
      def ids = rows("SELECT id FROM entries UNION ALL SELECT id FROM skipped").flatten

      #: (Entry, Summary) -> void
      def add(entry, summary)
        write("INSERT INTO entries(#{ENTRY.join(", ")}) VALUES (#{marks(ENTRY)})", *entry.to_h.values_at(*ENTRY))
        number = @db.last_insert_row_id
        summary.each_figure do |series, line, contender, numbers|
          keys = [number("series", %w[client options scenario mode], series),
                  number("lines", %w[machine server placement conditions runtime definition], line), entry.started_at, number,
                  number("contenders", %w[contender notation version], contender)]
          write("INSERT OR IGNORE INTO points VALUES (#{marks(1..11)})", *keys, *numbers)
        end
      end

      # A record that cannot be read, and why.
      #
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

      def clear = %w[points entries skipped series lines contenders facts].each { |table| write("DELETE FROM #{table}") }

      private

      def marks(members) = (["?"] * members.size).join(", ")

      def write(sql, *given)
        statement = ((@statements ||= {})[sql] ||= @db.prepare(sql))
        statement.execute(*given)
        statement.reset!
      end

      # Names are written once: the number of theirs.
      def number(table, columns, names)
        @numbers[table][names] ||= begin
          write("INSERT OR IGNORE INTO #{table}(#{columns.join(", ")}) VALUES (#{marks(columns)})", *names)
          rows("SELECT number FROM #{table} WHERE #{columns.map { |column| "#{column} = ?" }.join(" AND ")}", *names).dig(0, 0)
        end
      end
    end
  end
end
