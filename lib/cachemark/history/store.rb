# frozen_string_literal: true

require "fileutils"
require "sqlite3"

module Cachemark
  module History
    # A folder of records with an index of them. Several processes may use it at the same time (IndexAccess).
    class Store
      # The number of points of each line in a trend.
      LAST = 1_000

      # A store in the folder; `create` creates it. `notify` is called with a sentence for each repair. Raises Usage for an
      # unusable folder.
      #: (String, ?create: bool, ?notify: #call) -> Store
      def self.open(dir, create: false, notify: ->(_sentence) {})
        records = RecordFolder.new(File.join(File.expand_path(dir), "records"))
        access = IndexAccess.new(File.expand_path(dir), records, notify)
        access.begin if create
        access.refuse_unwritable if access.begun?
        new(records, access)
      rescue SystemCallError => error
        raise Usage.new("cannot keep a history in #{dir}: #{error.message.sub(/ @ .*/, "")}", try: "choose another folder")
      end

      #: (RecordFolder, IndexAccess) -> void
      def initialize(records, access)
        @records = records
        @access = access
      end

      # Copies a record into the history, unless it is already there. Raises Usage for any other file.
      #: (String) -> Entry
      def add(path)
        @access.use do |index, lookup|
          id = @records.keep(path)
          index.forget([id])
          @access.catch_up(index)
          lookup.entries(id).first
        end
      end

      # The oldest first.
      #: () -> Array[Entry]
      def entries = @access.use { |_, lookup| lookup.entries }

      def count = @access.use { |_, lookup| lookup.count }

      # Records that cannot be read: [file, reason].
      #: () -> Array[[String, String]]
      def skipped = @access.use { |_, lookup| lookup.skipped }

      # Every series with costs: [client, options, scenario, mode].
      #: () -> Array[[String, String, String, String]]
      def series = @access.use { |_, lookup| lookup.series }

      # The lines of a series, within which points are comparable, each with its `last` points (nil: all).
      #: (client: String, scenario: String, ?mode: String, ?options: String, ?last: Integer?) -> Array[Line]
      def trend(client:, scenario:, mode: "sync", options: "", last: LAST)
        @access.use { |_, lookup| lookup.trend([client, options, scenario, mode], last: last) }
      end

      # The changes of series, in the order of time. `since` is ISO 8601; `only` limits it to one series.
      #: (?since: String?, ?only: [String, String, String, String]?) -> Array[Change]
      def changes(since: nil, only: nil)
        # The lock is released before the computation.
        known = @access.use do |_, lookup|
          (only ? [only] : lookup.series).map { |series| [series, lookup.trend(series, last: Changes::POINTS)] }
        end
        found = known.flat_map { |series, lines| Changes.new(series, lines).to_a }
        found.select { |change| since.nil? || change.to.at >= since }.sort_by { |change| change.to.at }
      end

      # Rebuilds the index from the records alone.
      #: () -> Rebuilt
      def rebuild
        @access.use(current: false) do |index, lookup|
          @access.catch_up(index, afresh: true)
          Rebuilt.new(entries: lookup.count, skipped: lookup.skipped)
        end
      end

      # Removes all but the newest `keep`, or those that began before `older_than` (ISO 8601), and returns them.
      #: (?keep: Integer?, ?older_than: String?, ?dry_run: bool) -> Array[Entry]
      def prune(keep: nil, older_than: nil, dry_run: false)
        @access.use do |index, lookup|
          all = lookup.entries
          old = older_than ? all.count { |entry| entry.started_at < older_than } : 0
          pruned = all.first([keep && (all.size - keep).clamp(0..), older_than && old].compact.min || 0)
          unless dry_run || pruned.empty?
            pruned.each { |entry| @records.remove(entry.id) }
            @access.catch_up(index)
          end
          pruned
        end
      end

      # The access to a history's index: one process at a time, which holds a lock, and first indexes new files in the
      # folder. No handle is kept between two uses.
      class IndexAccess
        # `notify` is called with a sentence for each repair.
        #: (String, RecordFolder, #call) -> void
        def initialize(dir, records, notify)
          @dir = dir
          @records = records
          @notify = notify
        end

        # Creates the folder. Raises SystemCallError, as all methods here.
        def begin = FileUtils.mkdir_p(@records.folder)

        # Whether the folder is a history; nothing is written into any other.
        def begun? = File.directory?(@records.folder)

        # Reading may also need to write the index.
        def refuse_unwritable
          lock { nil }
          File.open(path, "ab", &:close)
        end

        # Runs the block alone, with an up-to-date index unless `current` is false. Raises Usage if there is no history, and
        # Trouble if it cannot be used.
        #: (?current: bool) { (Index, Index::Lookup) -> Object } -> Object
        def use(current: true, &block)
          raise Usage.new("there is no history in #{@dir}", try: "cachemark history add RECORD, which begins one") unless begun?

          lock { repaired { opened(current, &block) } }
        rescue SQLite3::BusyException
          raise Trouble.new("the index #{path} is in use by another program", try: "try again when it is done")
        rescue SQLite3::Exception, SystemCallError => error
          raise Trouble.new("cannot use the history in #{@dir}: #{error.message.sub(/ @ .*/, "")}",
                            try: "fix this and repeat the command; no records were changed")
        end

        # Brings the index up to date with the folder; `afresh` rebuilds all of it.
        #: (Index, ?afresh: bool) -> void
        def catch_up(index, afresh: false)
          @records.tidy
          changed_ns = @records.changed_ns
          index.change do
            index.clear if afresh
            there, known = @records.ids, index.ids
            index.forget(known - there)
            (there - known).each { |id| take_in(index, id) }
            index.indexed_ns = changed_ns
          end
        end

        private

        def path = File.join(@dir, "index.sqlite3")

        # The kernel releases the lock when the process ends.
        def lock
          File.open(File.join(@dir, "lock"), File::RDWR | File::CREAT, 0o644) do |file|
            file.flock(File::LOCK_EX)
            yield
          end
        end

        # A damaged index is rebuilt, once.
        def repaired
          yield
        rescue *Index::DAMAGED => error
          @notify.call("rebuilding the index of the history from its records: #{error.message}")
          ["", "-wal", "-shm"].each { |part| FileUtils.rm_f("#{path}#{part}") }
          yield
        end

        def opened(current)
          Index.open(path) do |index|
            index.make if index.version.zero?
            index.check
            catch_up(index) unless !current || index.indexed_ns == @records.changed_ns
            yield index, Index::Lookup.new(index, @records)
          end
        end

        def take_in(index, id)
          path = @records.path(id)
          summary = Summary.read(path)
          index.add(summary.entry(id, path), summary)
        rescue Usage, SystemCallError => error
          index.skip(id, error.message.lines.first.chomp)
          @notify.call("skipped #{error.message.lines.first.chomp}")
        end
      end
    end
  end
end
