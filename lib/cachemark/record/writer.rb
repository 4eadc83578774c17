# frozen_string_literal: true

require "fileutils"
require "json"

module Cachemark
  class Record
    # Appends lines to a record file and keeps them for the reports. Several threads may add lines, but a file has only one
    # writer. If the disk fails, the run continues in memory, so that its results can still be shown.
    class Writer
      # String: the file; String or nil: why writing stopped.
      attr_reader :path, :broken

      class << self
        # A new record. Refuses a file that exists, because a record is never overwritten.
        #: (String) -> Writer ! Usage
        def create(path)
          FileUtils.mkdir_p(File.dirname(path)) unless File.directory?(File.dirname(path))
          new(path, locked(path, File.open(path, File::WRONLY | File::CREAT | File::EXCL | File::APPEND, 0o644)))
        rescue Errno::EEXIST => error
          refuse_existing(path)
          raise unwritable(path, error)
        rescue SystemCallError => error
          raise unwritable(path, error)
        end

        # A new record of lines of other records. Its writer is closed.
        #: (String, Enumerable[Hash]) -> Writer ! Usage
        def whole(path, lines)
          create(path).tap do |writer|
            lines.each { |line| writer.append(line) }
          ensure
            writer.close
          end
        end

        # For commands that have much to do before the record begins.
        #: (String) -> void ! Usage
        def refuse_existing(path)
          return unless File.exist?(path)

          raise Usage.new("the record #{path} exists and is never overwritten", try: "choose another record=FILE, or remove it")
        end

        # Continues an existing record. Raises Usage if it cannot be read or written, or if another process writes it.
        #: (String) -> Writer ! Usage
        def resume(path)
          Reader.read(path)
          io = locked(path, File.open(path, File::RDWR | File::APPEND))
          complete(io)
          new(path, io, lines: Reader.read(path).lines)
        rescue SystemCallError => error
          raise unwritable(path, error)
        end

        private

        # The lock ends with the file's last descriptor, even if the process is killed.
        def locked(path, io)
          return io if io.flock(File::LOCK_EX | File::LOCK_NB)

          io.close
          raise Usage.new("another Cachemark is writing the record #{path}", try: "wait until it has finished")
        end

        # Removes a last line that a crash cut short, because it would spoil the next one. A line that lacks only its newline
        # is kept, because readers accept it.
        def complete(io)
          text = io.read.b
          return if text.end_with?("\n")

          start = (text.rindex("\n") || -1) + 1
          line?(text.byteslice(start..)) ? io.syswrite("\n") : io.truncate(start)
        end

        def line?(text)
          ::JSON.parse(text.force_encoding("UTF-8"))
          true
        rescue ::JSON::ParserError
          false
        end

        def unwritable(path, error)
          Usage.new("cannot write the record #{path}: #{error.message.sub(/ @ \w+ - /, ": ")}",
                    try: "choose another record=FILE")
        end
      end

      #: (String, IO, ?lines: Array[Hash]) -> void
      def initialize(path, io, lines: [])
        @path = path
        @io = io
        @lines = lines.dup
        @by_name = @lines.group_by { |line| Kinds.name(line) }
        @broken = nil
        @lock = Mutex.new
      end

      # Appends one line; keys become strings. Raises ArgumentError for a line that Kinds does not have.
      #: (String, Hash) -> void
      def add(name, fields) = append(Kinds.line(name, fields))

      # Appends a line whose keys are strings already.
      #: (Hash[String, Object]) -> void
      def append(line)
        text = "#{::JSON.generate(line)}\n"
        @lock.synchronize do
          @lines << line.freeze
          (@by_name[Kinds.name(line)] ||= []) << line
          write(text)
        end
      end

      # The record so far. Loops ask for it after each block, so its lines are not grouped again.
      #: () -> Record
      def record = @lock.synchronize { Record.new(@lines, path: @path, by_name: @by_name) }

      #: () -> void
      def close
        @io.close unless @io.closed?
      rescue SystemCallError => error
        @broken ||= error.message
      end

      # Removes the file if nothing was ever recorded.
      def discard
        File.delete(@path) if @lines.empty? && File.file?(@path) && File.empty?(@path)
      end

      private

      # Writes each line at once, so that a crash can cut at most the last one. If a disk that fills up takes only a part of a
      # line, the next write says why.
      def write(text)
        return if @broken

        size = @io.size
        rest = text.b
        rest = rest.byteslice(@io.syswrite(rest)..) until rest.empty?
      rescue SystemCallError, IOError => error
        @broken = "the record #{path} is incomplete: #{error.message.sub(/ @ .*/, "")}"
        cut_back(size) if size
      end

      def cut_back(size)
        @io.truncate(size)
      rescue SystemCallError
        nil # readers omit the part of a line
      end
    end
  end
end
