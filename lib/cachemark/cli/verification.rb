# frozen_string_literal: true

require "digest"
require "time"
require "zlib"

module Cachemark
  module CLI
    # Compares results with the copies of their records, and with their digests: anybody may have changed a result. A result
    # without a copy has only a digest, which proves that it is the published one.
    #
    # Another version of Cachemark may word its sentences differently, so that only their number is compared with the copy.
    class Verification
      # More bytes than any copy has, compressed and not. A copy may be a stranger's.
      MOST_COMPRESSED = 32 << 20
      MOST_BYTES = Record::Reader::MOST_UNPACKED
      # Bytes that are read at once.
      PIECE = 1 << 20
      # Members with sentences about a result as a whole, and about one of its figures.
      SUMMARY = %w[answer notes].freeze
      SENTENCES = %w[reason footnotes note].freeze
      # Differences of a result that are shown, and characters of each value.
      SHOWN = 5
      WIDTH = 80
      # Conclusions about a result without complaints.
      BY_RECORD = "as its record says"
      BY_DIGEST = "has its published digest; the copy of its record is not here, so its figures cannot be computed again"
      private_constant :MOST_COMPRESSED, :MOST_BYTES, :PIECE, :SUMMARY, :SENTENCES, :SHOWN, :WIDTH, :BY_RECORD, :BY_DIGEST

      #: (Results::Folder) -> void
      def initialize(folder)
        @folder = folder
      end

      # Whether the result at that path is as it was published, and what was verified or is wrong.
      #: (String) -> [bool, String]
      def call(path)
        result = Cachemark::Results::Result.at(path)
        copy = @folder.copy(result)
        found = complaints(path, result, copy)
        found.empty? ? [true, copy ? BY_RECORD : BY_DIGEST] : [false, found.join("; ")]
      rescue Usage => error
        [false, error.what.delete_prefix("#{path}: ")]
      end

      private

      def complaints(path, result, copy)
        return ["it is dated #{result.started_at}, which is to come"] if Time.iso8601(result.started_at) > Time.now

        digest, list = @folder.digest(result), File.join(@folder.path, Cachemark::Results::Folder::DIGESTS)
        return ["its digest is not the published one in #{list}"] if digest && digest != Digest::SHA256.file(path).hexdigest
        return compared(result, copy) if copy

        digest ? [] : ["neither its digest nor the copy of its record is in #{@folder.path}"]
      end

      def compared(result, copy)
        complaint = stranger(result, copy) and return [complaint]

        sentences(differences(*pair(result.facts, summary(copy, result).facts)).to_a)
      end

      def summary(copy, result)
        record = Record::Reader.read(copy)
        Record::Reader.interpret(copy) { Publication.result(record, copy: result.facts["record"], step: result.campaign) }
      end

      # Why the copy is not that of the result; nil if it is. A copy is never unpacked further than it may be long.
      def stranger(result, copy)
        return "the copy of its record is a symbolic link" if File.symlink?(copy)
        return "the copy of its record has more than #{MOST_COMPRESSED >> 20} MiB" if File.size(copy) > MOST_COMPRESSED

        sha256, bytes = Zlib::GzipReader.open(copy) { |file| measured(file) }
        return "the copy of its record unpacks to more than #{MOST_BYTES >> 20} MiB" if bytes > MOST_BYTES

        "the copy is of another record" unless result.facts["record"] == { "sha256" => sha256, "bytes" => bytes }
      rescue Zlib::Error => error
        "the copy of its record cannot be read: #{error.message}"
      end

      # [digest, bytes] of what can be read.
      def measured(file)
        digest = Digest::SHA256.new
        bytes = 0
        while bytes <= MOST_BYTES && (piece = file.read(PIECE))
          digest << piece
          bytes += piece.bytesize
        end
        file.rewind # or closing it warns of what was not read
        [digest.hexdigest, bytes]
      end

      # The facts of a result, and those that its record makes today, as they must be equal.
      def pair(facts, today)
        version = facts["cachemark"]
        all = [facts, Cachemark::Results::Format.known(today, version: version)]
        version == VERSION ? all : all.map { |one| wordless(one) }
      end

      # Facts with the number of sentences in place of their words.
      def wordless(value)
        case value
        when Hash then value.except(*SUMMARY).to_h { |name, one| [name, SENTENCES.include?(name) ? [*one].size : wordless(one)] }
        when Array then value.map { |one| wordless(one) }
        else value
        end
      end

      # Yields the place of each difference, what the result has there, and what the record has.
      def differences(one, other, place = [], &block)
        return to_enum(:differences, one, other, place) unless block
        return if one == other

        pairs = parts(one, other) or return yield(place.join("/"), one, other)
        pairs.each { |name, left, right| differences(left, right, [*place, name], &block) }
      end

      # [[name, value, value], ...] of two collections of one kind, or nil.
      def parts(one, other)
        case [one, other]
        in [Hash, Hash] then (one.keys | other.keys).map { |name| [name, one[name], other[name]] }
        in [Array, Array] then Array.new([one.size, other.size].max) { |at| [at, one[at], other[at]] }
        else nil
        end
      end

      def sentences(all)
        shown = all.first(SHOWN).map { |place, one, other| "#{place} is #{short(one)}, and by its record #{short(other)}" }
        all.size > SHOWN ? [*shown, "#{all.size - SHOWN} more differences"] : shown
      end

      def short(value)
        text = ::JSON.generate(value)
        text.size > WIDTH ? "#{text[0, WIDTH]}…" : text
      end
    end
  end
end
