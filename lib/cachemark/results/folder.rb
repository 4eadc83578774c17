# frozen_string_literal: true

require "fileutils"
require "stringio"
require "zlib"

module Cachemark
  module Results
    # A folder of results. Each machine has a folder in it, with a JSON file for each result, and next to it the compressed copy
    # of the record, unless that was removed. Files are never changed: a record that is published again makes the same files.
    class Folder
      FACTS = ".json"
      COPY = ".jsonl.gz"
      # Lists files and their digests, as sha256sum writes and reads them.
      DIGESTS = "SHA256SUMS"
      DIGEST = /^(\h{64}) [ *](\S+)$/
      private_constant :FACTS, :COPY, :DIGEST

      # String: its path.
      attr_reader :path

      #: (String) -> void
      def initialize(path)
        @path = path
      end

      # Writes a result and the copy of its record, and returns the path of the result.
      #: (Result, String) -> String
      def add(result, copy)
        FileUtils.mkdir_p(File.join(path, result.folder))
        AtomicFile.write(file(result, COPY), copy)
        file(result, FACTS).tap { |file| AtomicFile.write(file, result.text) }
      rescue SystemCallError => error
        raise Trouble.new("cannot write results to #{path}: #{error.message.sub(/ @ .*/, "")}", try: "choose another folder")
      end

      # Removes a result and the copy of its record. Returns the path that the result had.
      #: (Result) -> String
      def remove(result) = [FACTS, COPY].map { |suffix| file(result, suffix) }.each { |file| FileUtils.rm_f(file) }.first

      # Array[Result], the oldest first, without those of a kind that this Cachemark does not know. Raises Usage for a folder
      # that is missing, or a file that is not a result.
      #: () -> Array[Result]
      def results
        missing = "there is no folder #{path}"
        raise Usage.new(missing, try: "publish a record into it with --add RECORD") unless File.directory?(path)

        read = Paths.matching(path, "*/*.json").filter_map { |file| known(file) }
        read.sort_by { |result| [result.started_at, result.id] }.freeze
      end

      # The compressed copy of a result's record; nil if it is not in the folder.
      #: (Result) -> String?
      def copy(result)
        file = file(result, COPY)
        file if File.file?(file)
      end

      # The digest of a result's file, as the folder lists it; nil if it does not.
      #: (Result) -> String?
      def digest(result) = digests["#{result.folder}/#{result.name}.json"]

      # The copy of a record: the same bytes for the same text, on any day. Raises Usage for one that could not be read.
      #: (String) -> String
      def self.compressed(text)
        most = Record::Reader::MOST_UNPACKED
        long = "this record cannot be published: its copy has more than #{most >> 20} MiB"
        raise Usage.new(long, try: "measure for a shorter time") if text.bytesize > most

        out = StringIO.new(String.new(encoding: Encoding::BINARY))
        Zlib::GzipWriter.new(out, Zlib::BEST_COMPRESSION).tap { |gzip| gzip.mtime = 1 }.tap { |gzip| gzip.write(text) }.close
        out.string
      end

      private

      # {path in the folder => digest}
      def digests
        @digests ||= begin
          list = File.join(path, DIGESTS)
          File.file?(list) ? File.read(list, encoding: "BINARY").scan(DIGEST).to_h(&:reverse) : {}
        end
      end

      def file(result, suffix) = File.join(path, result.folder, "#{result.name}#{suffix}")

      def known(file)
        Result.at(file)
      rescue Result::Newer
        nil
      end
    end
  end
end
