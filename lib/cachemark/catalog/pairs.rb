# frozen_string_literal: true

require "digest"

module Cachemark
  class Catalog
    # The keys and values of a scenario that goes through all of them: `count` pairs, made from `seed`, or the first of
    # those in a `file` of the user's (absolute path) whose content has this `digest`. `key_bytes` is what the longest key takes.
    Pairs = Value.define(:count, seed: nil, file: nil, digest: nil, key_bytes: 32) do
      # {key => value}. Raises Usage where the file is not what it was.
      #
      #: () -> Hash[String, String]
      def texts = file ? DataFile.texts(file, digest: digest).first(count).to_h : made

      # The same, but no more than so many.
      #
      #: (Integer) -> Pairs
      def first(most) = with(count: [most, count].min)

      # Whether they are the same, as a record keeps it.
      #
      #: (Pairs?) -> bool
      def same?(other) = !other.nil? && [count, seed, digest] == [other.count, other.seed, other.digest]

      # What a record keeps of them.
      #
      #: () -> Hash[String, Object]
      def to_record = { "count" => count, "seed" => seed, "file" => file, "digest" => digest }.compact

      # Those of a record. Raises Usage where their file is gone, or another one.
      #
      #: (Hash[String, Object]) -> Pairs
      def self.recorded(facts)
        return new(**facts.transform_keys(&:to_sym)) unless facts["file"]

        DataFile.read(facts["file"], digest: facts["digest"])
      end

      private

      # As long as a UUID without its hyphens. A pair depends on its seed and number only.
      def made
        Array.new(count) { |number| [text("key", number), text("value", number)] }.to_h.freeze
      end

      def text(name, number) = Digest::SHA256.hexdigest("#{seed} #{name} #{number}")[0, 32].freeze
    end
  end
end
