# frozen_string_literal: true

require "digest"
require "json"

module Cachemark
  module Site
    # What a folder has of ours: each file's path with the SHA-256 that it may have. While a site is written a file may have
    # that of before or of after, so that a crash in between is no stranger's change.
    class Manifest
      NAME = ".cachemark-site.json"
      SCHEMA = "cachemark/site/1"
      # Nothing that leads out of the folder.
      PATH = %r{\A(?:[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*/)*[a-zA-Z0-9_~-][a-zA-Z0-9._~-]*\z}
      DIGEST = /\A\h{64}\z/
      private_constant :PATH, :DIGEST

      class << self
        # That of a folder; nil where it has none. Raises Usage for a damaged one.
        #
        #: (String) -> Manifest?
        def read(dir)
          path = File.join(dir, NAME)
          return unless File.exist?(path)

          data = ::JSON.parse(File.read(path, encoding: "UTF-8"))
          files = data["files"] if data.is_a?(Hash) && data["schema"] == SCHEMA
          sound?(files) ? new(files) : refuse(path)
        rescue ::JSON::ParserError, SystemCallError
          refuse(path)
        end

        private

        def sound?(files)
          files.is_a?(Hash) && files.keys.all?(PATH) && files.values.all? { |own| own.is_a?(Array) && own.all?(DIGEST) }
        end

        def refuse(path)
          raise Usage.new("#{path} is not what publish wrote: it cannot tell which files there are its own",
                          try: "publish into a new folder")
        end
      end

      # Hash[String, Array[String]]: path => digests.
      attr_reader :files

      #: (Hash[String, Array[String]]) -> void
      def initialize(files)
        @files = files
      end

      # Of what is to be written: path => digest.
      #
      #: (Hash[String, String]) -> Manifest
      def self.of(digests) = new(digests.transform_values { |digest| [digest] })

      # Both, for as long as either may be found.
      #
      #: (Manifest) -> Manifest
      def or(other) = Manifest.new(files.merge(other.files) { |_, mine, others| mine | others })

      #: (String) -> bool
      def include?(path) = files.key?(path)

      # Whether a file is as it was left.
      #
      #: (String, String) -> bool
      def wrote?(path, digest) = files.fetch(path, []).include?(digest)

      #: (String) -> void
      def write(dir)
        AtomicFile.write(File.join(dir, NAME), "#{::JSON.pretty_generate("schema" => SCHEMA, "files" => files.sort.to_h)}\n")
      end
    end
  end
end
