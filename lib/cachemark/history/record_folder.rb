# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"

module Cachemark
  module History
    # The copies of records in a folder. The name of a copy is the start of its run and a digest of its content. A copy is
    # never changed.
    class RecordFolder
      NAME = /\A\d{8}T\d{6}Z-\h{16}\z/
      SUMMARY = /\A\{"type":"summary"/
      private_constant :NAME, :SUMMARY

      # String: the folder.
      attr_reader :folder

      #: (String) -> void
      def initialize(folder)
        @folder = folder
      end

      # Ids of all records, the oldest first.
      #: () -> Array[String]
      def ids
        Dir.children(folder).filter_map { |name| name.delete_suffix!(".jsonl") }.grep(NAME).sort
      end

      #: (String) -> String
      def path(id) = File.join(folder, "#{id}.jsonl")

      # The last change of the folder, in ns. If it was indexed at that time, the index is complete.
      #: () -> Integer
      def changed_ns
        time = File.mtime(folder)
        (time.to_i * 1_000_000_000) + time.nsec
      end

      # Copies a record, with a summary as its last line, and returns its id. An existing copy is not changed. If the record
      # continues an earlier one (a resumed search, or an unfinished run), it replaces that one. Raises Usage.
      #: (String) -> String
      def keep(path)
        summary = Summary.of(path)
        text = measured(path)
        id = "#{summary.started_at.delete(":-")}-#{Digest::SHA256.hexdigest(text)[0, 16]}"
        return id if File.exist?(path(id)) && measured(path(id)) == text

        begun = (ids - [id]).select { |other| other[0, 16] == id[0, 16] && beginning?(measured(path(other)), text) }
        write(id, "#{text}#{::JSON.generate({ "type" => "summary" }.merge(summary.fields))}\n")
        begun.each { |other| remove(other) }
        id
      end

      #: (String) -> void
      def remove(id) = FileUtils.rm_f(path(id))

      # Removes incomplete files after a crash.
      def tidy = Dir.glob(".*.part", base: folder).each { |name| FileUtils.rm_f(File.join(folder, name)) }

      private

      # An empty record is not the beginning of another.
      def beginning?(other, text) = !other.empty? && text.start_with?(other)

      # All complete lines except summaries.
      def measured(path)
        File.readlines(path, mode: "rb").select { |line| line.end_with?("\n") && !line.match?(SUMMARY) }.join
      end

      # A reader sees the whole file or none.
      def write(id, text)
        part = File.join(folder, ".#{id}.part")
        File.open(part, "wb") do |file|
          file.write(text)
          file.fsync
        end
        File.rename(part, path(id))
      end
    end
  end
end
