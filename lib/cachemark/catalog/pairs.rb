# frozen_string_literal: true

require "digest"
require "json"

module Cachemark
  class Catalog
    # The keys and values of a scenario that goes through all of them. There are `count` pairs, made from `seed`, or the
    # first pairs of a user's `file` (absolute path) whose content has this `digest`. `key_bytes` is the length of the
    # longest key.
    Pairs = Value.define(:count, seed: nil, file: nil, digest: nil, key_bytes: 32) do
      # {key => value}. Raises Usage if the content of the file has changed.
      #: () -> Hash[String, String]
      def texts = file ? Pairs::DataFile.texts(file, digest: digest).first(count).to_h : made

      # The same, but at most `most` pairs.
      #: (Integer) -> Pairs
      def first(most) = with(count: [most, count].min)

      # Whether the pairs are the same, as far as a record describes them.
      #: (Pairs?) -> bool
      def same?(other) = !other.nil? && [count, seed, digest] == [other.count, other.seed, other.digest]

      # The facts that a record keeps.
      #: () -> Hash[String, Object]
      def to_record = { "count" => count, "seed" => seed, "file" => file, "digest" => digest }.compact

      # The pairs of a record. Raises Usage if their file is gone or changed.
      #: (Hash[String, Object]) -> Pairs
      def self.recorded(facts)
        return new(**facts.transform_keys(&:to_sym)) unless facts["file"]

        Pairs::DataFile.read(facts["file"], digest: facts["digest"])
      end

      private

      # Texts as long as a UUID without its hyphens. A pair depends only on its seed and number.
      def made
        Array.new(count) { |number| [text("key", number), text("value", number)] }.to_h.freeze
      end

      def text(name, number) = Digest::SHA256.hexdigest("#{seed} #{name} #{number}")[0, 32].freeze
    end

    # Read from a file.
    class Pairs
      # A user's pairs: a JSON object of strings. Pairs that memcached, or a client of it, does not accept are refused.
      module DataFile
        # Bytes of all pairs that a private memcached of 64 MB holds with its own headers.
        MOST_BYTES = 32_000_000
        # The maximum size of the file: JSON may write a byte as six.
        MOST_READ = 6 * MOST_BYTES
        MARK = "\uFEFF"
        OBJECT = 'write a JSON object of strings: {"key": "value", ...}'
        private_constant :MOST_READ, :MARK, :OBJECT

        # Remembers a duplicate key of an object, because the last one would silently win.
        class Once < Hash
          # String: the first duplicate key, nil for none.
          attr_reader :duplicate

          # The parser calls this for each key.
          def []=(key, value)
            @duplicate ||= key if key?(key)
            super
          end
        end
        private_constant :Once

        class << self
          # Raises Usage, with the file, if it is absent, is not such an object, or has another digest.
          #: (String, ?digest: String?) -> Pairs
          def read(path, digest: nil)
            path = File.expand_path(path)
            text = bytes(path, digest)
            texts = parsed(path, text)
            Pairs.new(count: texts.size, file: path, digest: Digest::SHA256.hexdigest(text),
                      key_bytes: texts.keys.map(&:bytesize).max)
          end

          # The keys and values of the file, in its order. Raises Usage as `read` does.
          #: (String, ?digest: String?) -> Hash[String, String]
          def texts(path, digest: nil) = parsed(path, bytes(path, digest))

          private

          # Only regular files: a pipe would block, and could not be read again.
          def bytes(path, digest)
            refuse(path, "is not a regular file", "name a JSON file") unless File.stat(path).file?
            refuse(path, "is too large (#{File.size(path)} bytes)", "name fewer pairs") if File.size(path) > MOST_READ
            text = File.binread(path)
            return text if [nil, Digest::SHA256.hexdigest(text)].include?(digest)

            refuse(path, "holds other pairs than it did (another digest)", "put the old file there again")
          rescue SystemCallError => error
            refuse(path, "cannot be read (#{error.message[/\A[^@]+/].strip})", "name a JSON file that exists")
          end

          def parsed(path, text)
            pairs = object(path, text.dup.force_encoding("UTF-8"))
            wrong = problem(pairs) or return pairs.to_h.freeze
            refuse(path, wrong, OBJECT)
          end

          def refuse(path, wrong, advice) = raise(Usage.new("#{path}: #{wrong}", try: advice))

          def object(path, text)
            refuse(path, "is not UTF-8 text", "convert it to UTF-8") unless text.valid_encoding?

            ::JSON.parse(text.delete_prefix(MARK), object_class: Once)
          rescue ::JSON::ParserError => error
            refuse(path, "is not JSON (#{error.message.lines.first.chomp.sub(/\A\d+: /, "")[0, 80]})", OBJECT)
          end

          def problem(pairs)
            return "is not an object" unless pairs.is_a?(Hash)
            return "holds no pairs" if pairs.empty?
            return "the key #{pairs.duplicate.inspect} appears twice" if pairs.duplicate

            bytes = pairs.sum { |key, value| key.bytesize + value.to_s.bytesize }
            too_many = "holds #{bytes} bytes of pairs; a memcached of 64 MB has room for #{MOST_BYTES}"
            each(pairs) || (too_many if bytes > MOST_BYTES)
          end

          def each(pairs)
            pairs.each do |key, value|
              wrong = Scenario::KeyTable.key_fault(key) and return "the key #{short(key)} #{wrong}"
              wrong = value_fault(value) and return "the value of #{short(key)} #{wrong}"
            end
            nil
          end

          def value_fault(value)
            return "is not a string" unless value.is_a?(String)
            return "is empty" if value.empty?

            "is #{value.bytesize} bytes; memcached takes #{Scenario::Reader::ValueTable::MOST_BYTES}" if value.bytesize > Scenario::Reader::ValueTable::MOST_BYTES
          end

          def short(key) = key.size > 40 ? "#{key[0, 40]}...".inspect : key.inspect
        end
      end
    end
  end
end
