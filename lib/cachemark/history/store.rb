# frozen_string_literal: true

module Cachemark
  module History
    # A folder of records and an index over them, which several processes may use at once (Access).
    class Store
      # Of each line of a trend.
      LAST = 1_000

      # A store in the folder, which need not be there yet; `create` makes it. What had to be mended is told to `tell`, a
      # sentence each. Raises Usage where it cannot be used.
      #
      #: (String, ?create: bool, ?tell: #call) -> Store
      def self.open(dir, create: false, tell: ->(_sentence) {})
        shelf = Shelf.new(File.join(File.expand_path(dir), "records"))
        access = Access.new(File.expand_path(dir), shelf, tell)
        access.begin if create
        access.refuse_unwritable if access.begun?
        new(shelf, access)
      rescue SystemCallError => error
        raise Usage.new("cannot keep a history in #{dir}: #{error.message.sub(/ @ .*/, "")}", try: "choose another --history DIR")
      end

      #: (Shelf, Access) -> void
      def initialize(shelf, access)
        @shelf = shelf
        @access = access
      end

      # Copies a record into the history; one that is there already is left alone. Raises Usage for what is no record.
      #
      #: (String) -> Entry
      def add(path)
        @access.use do |index, lookup|
          id = @shelf.keep(path)
          index.forget([id])
          @access.catch_up(index)
          lookup.entries(id).first
        end
      end

      # The oldest first.
      #
      #: () -> Array[Entry]
      def entries = @access.use { |_, lookup| lookup.entries }

      # How many there are.
      #
      #: () -> Integer
      def count = @access.use { |_, lookup| lookup.count }

      # Records that cannot be read: [file, reason].
      #
      #: () -> Array[[String, String]]
      def skipped = @access.use { |_, lookup| lookup.skipped }

      # What costs are known of: [client, options, scenario, mode].
      #
      #: () -> Array[[String, String, String, String]]
      def series = @access.use { |_, lookup| lookup.series }

      # A series by the lines within which it is comparable, each with its `last` points (nil: all).
      #
      #: (client: String, scenario: String, ?mode: String, ?options: String, ?last: Integer?) -> Array[Line]
      def trend(client:, scenario:, mode: "sync", options: "", last: LAST)
        @access.use { |_, lookup| lookup.trend([client, options, scenario, mode], last: last) }
      end

      # Where series moved, in the order of time; `since` is ISO 8601, `only` the one series that is looked at.
      #
      #: (?since: String?, ?only: [String, String, String, String]?) -> Array[Change]
      def changes(since: nil, only: nil)
        # Nobody waits while it is thought about.
        known = @access.use do |_, lookup|
          (only ? [only] : lookup.series).map { |series| [series, lookup.trend(series, last: Changes::POINTS)] }
        end
        found = known.flat_map { |series, lines| Changes.new(series, lines).to_a }
        found.select { |change| since.nil? || change.to.at >= since }.sort_by { |change| change.to.at }
      end

      # Makes the index again from the records alone.
      #
      #: () -> Rebuilt
      def rebuild
        @access.use(current: false) do |index, lookup|
          @access.catch_up(index, afresh: true)
          Rebuilt.new(entries: lookup.count, skipped: lookup.skipped)
        end
      end

      # Removes all but the newest `keep`, or what was begun before `older_than` (ISO 8601), and answers what it was.
      #
      #: (?keep: Integer?, ?older_than: String?, ?dry_run: bool) -> Array[Entry]
      def prune(keep: nil, older_than: nil, dry_run: false)
        @access.use do |index, lookup|
          all = lookup.entries
          old = older_than ? all.count { |entry| entry.started_at < older_than } : 0
          pruned = all.first([keep && (all.size - keep).clamp(0..), older_than && old].compact.min || 0)
          unless dry_run || pruned.empty?
            pruned.each { |entry| @shelf.remove(entry.id) }
            @access.catch_up(index)
          end
          pruned
        end
      end
    end
  end
end
