# frozen_string_literal: true

require "fileutils"
require "sqlite3"

module Cachemark
  module History
    class Store
      # The way to a history's index: one process at a time, which holds a lock, and first indexes what others have put
      # into the folder. No handle is kept between two uses.
      class Access
        # `tell` hears what had to be mended, a sentence each.
        #
        #: (String, Shelf, #call) -> void
        def initialize(dir, shelf, tell)
          @dir = dir
          @shelf = shelf
          @tell = tell
        end

        # Makes the folder. Raises SystemCallError, as all of these.
        #
        #: () -> void
        def begin = FileUtils.mkdir_p(@shelf.folder)

        # Whether the folder is one; nothing is put into any other.
        #
        #: () -> bool
        def begun? = File.directory?(@shelf.folder)

        # An index is renewed by whoever reads it.
        #
        #: () -> void
        def refuse_unwritable
          lock { nil }
          File.open(path, "ab", &:close)
        end

        # Alone, with an index that has all that the folder has, unless that does not matter. Raises Usage where there is no
        # history, and Trouble where it cannot be used.
        #
        #: (?current: bool) { (Index, Lookup) -> Object } -> Object
        def use(current: true, &block)
          raise Usage.new("there is no history in #{@dir}", try: "cachemark history add RECORD begins one") unless begun?

          lock { mended { opened(current, &block) } }
        rescue SQLite3::BusyException
          raise Trouble.new("the index #{path} is held by another program", try: "try again when it is done")
        rescue SQLite3::Exception, SystemCallError => error
          raise Trouble.new("cannot use the history in #{@dir}: #{error.message.sub(/ @ .*/, "")}",
                            try: "mend that and try again; its records are as they were")
        end

        # What the folder has and the index has not, and the other way round; `afresh` all of it.
        #
        #: (Index, ?afresh: bool) -> void
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

        private

        def path = File.join(@dir, "index.sqlite3")

        # The kernel drops the lock with the process.
        def lock
          File.open(File.join(@dir, "lock"), File::RDWR | File::CREAT, 0o644) do |file|
            file.flock(File::LOCK_EX)
            yield
          end
        end

        # What is no index is made again, once.
        def mended
          yield
        rescue *Index::DAMAGED => error
          @tell.call("The index of the history cannot be used (#{error.message}): it is made again from the records.")
          ["", "-wal", "-shm"].each { |part| FileUtils.rm_f("#{path}#{part}") }
          yield
        end

        def opened(current)
          Index.open(path) do |index|
            index.make if index.version.zero?
            index.check
            catch_up(index) unless !current || index.indexed_ns == @shelf.changed_ns
            yield index, Lookup.new(index, @shelf)
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
end
