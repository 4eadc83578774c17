# frozen_string_literal: true

require "fileutils"
require "sqlite3"

module Cachemark
  module History
    # A folder of records and an index over them. Several processes may use it at once: who writes holds a lock, and what
    # others have put into the folder is indexed when it is opened next. No handle is kept between two calls.
    class Store
      # Of each line of a trend.
      LAST = 1_000

      class << self
        # A store in the folder, which need not be there yet; `create` makes it. What had to be mended is told to `tell`, a
        # sentence each. Raises Usage where it cannot be used.
        #
        #: (String, ?create: bool, ?tell: #call) -> Store
        def open(dir, create: false, tell: ->(_sentence) {})
          FileUtils.mkdir_p(File.join(dir, "records")) if create
          store = new(dir, tell: tell)
          store.refuse_unwritable if create || store.begun?
          store
        rescue SystemCallError => error
          raise unusable(dir, error.message.sub(/ @ .*/, ""))
        end

        # The error of a folder that cannot be used.
        #
        #: (String, String) -> Usage
        def unusable(dir, why) = Usage.new("cannot keep a history in #{dir}: #{why}", try: "choose another --history DIR")
      end

      #: (String, tell: #call) -> void
      def initialize(dir, tell:)
        @dir = File.expand_path(dir)
        @tell = tell
        @shelf = Shelf.new(File.join(@dir, "records"))
      end

      # Whether the folder is one; nothing is put into any other.
      #
      #: () -> bool
      def begun? = File.directory?(@shelf.folder)

      # Raises Usage where nothing can be written: an index is renewed by whoever reads it.
      #
      #: () -> void
      def refuse_unwritable
        lock { nil }
        File.open(index_path, "ab", &:close)
      end

      # Copies a record into the history; one that is there already is left alone. Raises Usage for what is no record.
      #
      #: (String) -> Entry
      def add(path)
        using do |index, lookup|
          id = @shelf.keep(path)
          catch_up(index)
          lookup.entries(id).first
        end
      end

      # The oldest first.
      #
      #: () -> Array[Entry]
      def entries = using { |_, lookup| lookup.entries }

      # How many there are.
      #
      #: () -> Integer
      def count = using { |_, lookup| lookup.count }

      # Records that cannot be read: [file, reason].
      #
      #: () -> Array[[String, String]]
      def skipped = using { |_, lookup| lookup.skipped }

      # What costs are known of: [client, options, scenario, mode].
      #
      #: () -> Array[[String, String, String, String]]
      def series = using { |_, lookup| lookup.series }

      # A series by the lines within which it is comparable, each with its `last` points (nil: all).
      #
      #: (client: String, scenario: String, ?mode: String, ?options: String, ?last: Integer?) -> Array[Line]
      def trend(client:, scenario:, mode: "sync", options: "", last: LAST)
        using { |_, lookup| lookup.trend([client, options, scenario, mode], last: last) }
      end

      # Where series moved, in the order of time; `since` is ISO 8601, `only` the one series that is looked at.
      #
      #: (?since: String?, ?only: [String, String, String, String]?) -> Array[Change]
      def changes(since: nil, only: nil)
        using do |_, lookup|
          found = (only ? [only] : lookup.series).flat_map do |series|
            Changes.new(series, lookup.trend(series, last: Changes::POINTS)).to_a
          end
          found.select { |change| since.nil? || change.to.at >= since }.sort_by { |change| change.to.at }
        end
      end

      # Makes the index again from the records alone.
      #
      #: () -> Rebuilt
      def rebuild
        using(current: false) do |index, lookup|
          catch_up(index, afresh: true)
          Rebuilt.new(entries: lookup.count, skipped: lookup.skipped)
        end
      end

      # Removes all but the newest `keep`, or what was begun before `older_than` (ISO 8601), and answers what it was.
      #
      #: (?keep: Integer?, ?older_than: String?, ?dry_run: bool) -> Array[Entry]
      def prune(keep: nil, older_than: nil, dry_run: false)
        using do |index, lookup|
          all = lookup.entries
          old = older_than ? all.count { |entry| entry.started_at < older_than } : 0
          pruned = all.first([keep ? all.size - keep : 0, old].max)
          unless dry_run || pruned.empty?
            pruned.each { |entry| @shelf.remove(entry.id) }
            catch_up(index)
          end
          pruned
        end
      end

      private

      def index_path = File.join(@dir, "index.sqlite3")

      # Alone, with an index that has all that the folder has, unless that does not matter.
      def using(current: true, &block)
        raise Usage.new("there is no history in #{@dir}", try: "cachemark history add RECORD begins one") unless begun?

        lock { with_index(current, &block) }
      rescue SQLite3::BusyException
        raise Trouble.new("the index #{index_path} is held by another program", try: "try again when it is done")
      rescue SQLite3::Exception, SystemCallError => error
        raise Trouble.new("cannot use the history in #{@dir}: #{error.message.sub(/ @ .*/, "")}",
                          try: "mend that and try again; its records are as they were")
      end

      # The kernel drops the lock with the process.
      def lock
        File.open(File.join(@dir, "lock"), File::RDWR | File::CREAT, 0o644) do |file|
          file.flock(File::LOCK_EX)
          yield
        end
      end

      def with_index(current)
        tried ||= false
        Index.open(index_path) do |index|
          index.make if index.version.zero?
          index.check
          catch_up(index) unless !current || index.indexed_ns == @shelf.changed_ns
          yield index, Lookup.new(index, @shelf)
        end
      rescue *Index::DAMAGED => error
        raise if tried

        tried = true
        @tell.call("The index of the history cannot be used (#{error.message}): it is made again from the records.")
        ["", "-wal", "-shm"].each { |part| FileUtils.rm_f("#{index_path}#{part}") }
        retry
      end

      # What the folder has and the index has not, and the other way round.
      def catch_up(index, afresh: false)
        @shelf.tidy
        changed_ns = @shelf.changed_ns
        index.change do
          index.clear if afresh
          there, known = @shelf.ids, index.ids
          index.forget(known - there)
          (there - known).each { |id| take_in(index, id) }
          index.indexed_ns = changed_ns
        end
      end

      def take_in(index, id)
        path = @shelf.path(id)
        summary = Summary.read(path)
        index.add(summary.entry(id, path), summary)
      rescue Usage, SystemCallError => error
        index.skip(id, error.message.lines.first.chomp)
        @tell.call("Skipped #{error.message.lines.first.chomp}")
      end
    end
  end
end
