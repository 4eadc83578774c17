# frozen_string_literal: true

require "fileutils"
require "json"

module Cachemark
  class Record
    # Appends lines to a new record file and keeps them for the reports. When the
    # disk fails the run goes on in memory: what was measured can still be shown.
    class Writer
      # String: the file; Array[Hash]: the lines so far; String or nil: why writing stopped.
      attr_reader :path, :lines, :broken

      # Refuses a file that exists: a record is the truth and is never overwritten.
      #: (String) -> Writer ! Usage
      def self.create(path)
        FileUtils.mkdir_p(File.dirname(path)) unless File.directory?(File.dirname(path))
        new(path, File.open(path, File::WRONLY | File::CREAT | File::EXCL | File::APPEND, 0o644))
      rescue Errno::EEXIST => error
        refuse_existing(path)
        raise unwritable(path, error)
      rescue SystemCallError => error
        raise unwritable(path, error)
      end

      # For who has much to do before the record is begun.
      #: (String) -> void ! Usage
      def self.refuse_existing(path)
        return unless File.exist?(path)

        raise Usage.new("the record #{path} exists and is never overwritten", try: "choose another --record FILE, or remove it")
      end

      # Goes on with a record that exists. Raises Usage where it cannot be read or written.
      #: (String) -> Writer
      def self.resume(path)
        Reader.read(path)
        io = File.open(path, File::RDWR | File::APPEND)
        mend(io)
        new(path, io, lines: Reader.read(path).lines)
      rescue SystemCallError => error
        raise unwritable(path, error)
      end

      # A last line that a crash cut short would spoil the next one.
      def self.mend(io)
        text = io.read.b
        io.truncate(text.rindex("\n").to_i + 1) unless text.end_with?("\n")
      end
      private_class_method :mend

      def self.unwritable(path, error)
        Usage.new("cannot write the record #{path}: #{error.message.sub(/ @ \w+ - /, ": ")}", try: "choose another --record FILE")
      end
      private_class_method :unwritable

      #: (String, IO, ?lines: Array[Hash]) -> void
      def initialize(path, io, lines: [])
        @path = path
        @io = io
        @lines = lines.dup
        @broken = nil
      end

      # Appends one line; keys become strings.
      #: (String, Hash) -> void
      def add(type, fields)
        line = { "type" => type }.merge(plain(fields)).freeze
        @lines << line
        write("#{::JSON.generate(line)}\n")
      end

      # The record so far.
      #: () -> Record
      def record = Record.new(@lines, path: @path)

      #: () -> void
      def close
        @io.close unless @io.closed?
      rescue SystemCallError => error
        @broken ||= error.message
      end

      # Removes the file if nothing was ever recorded.
      #: () -> void
      def discard
        File.delete(@path) if @lines.empty? && File.file?(@path) && File.empty?(@path)
      end

      private

      # As it will be read back: only what JSON knows. Lists of numbers are left as they are.
      def plain(value)
        case value
        when Hash then value.to_h { |key, member| [key.to_s, plain(member)] }
        when Struct then plain(value.to_h)
        when Array then value.first.is_a?(Numeric) ? value : value.map { |member| plain(member) }
        when Symbol then value.to_s
        else value
        end
      end

      # One write a line, so that a crash can cut at most the last one.
      def write(text)
        @io.syswrite(text) unless @broken
      rescue SystemCallError, IOError => error
        @broken = "the record #{path} is broken off: #{error.message.sub(/ @ .*/, "")}"
      end
    end
  end
end
