# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  class Catalog
    # The client files of a folder, checked before they are read. Files that passed are not checked again, because it takes
    # long to load json_schemer. An empty file in the cache has their digest as its name.
    class ClientFiles
      # - folder: with the client files. schema: of a client.
      # - languages: the names that an id may begin with.
      # - cache: the folder of Cachemark's cache, nil to check always.
      #: (String, schema: Document::Schema, languages: Array[String], ?cache: String?) -> void
      def initialize(folder, schema:, languages:, cache: nil)
        @paths = Paths.matching(folder, "**/*.yml")
        @schema = schema
        @languages = languages
        @cache = cache
      end

      # Raises Usage with file, line and path of the first mistake.
      #: () -> Array[Client]
      def clients
        check unless passed?
        @paths.map { |path| Client::Reader.read(Document.read(path)) }
      end

      # The first mistake of each file.
      #: () -> Array[Usage]
      def problems
        @paths.filter_map do |path|
          check_file(Document.read(path))
          nil
        rescue Usage => error
          error
        end
      end

      private

      def check
        @paths.each { |path| check_file(Document.read(path)) }
        remember
      rescue LoadError
        nil # in a new checkout, json_schemer may not be installed yet
      end

      def check_file(document)
        @schema.check(document)
        language, name = document.data["id"].split("/")
        what, try = stranger(language) || misnamed(language, name, File.basename(document.path, ".yml"))
        raise document.problem("/id", what, try: try) if what
      end

      def stranger(language)
        return if @languages.include?(language)

        ["names #{language.inspect}, which is not a language", Suggest.sentence(language, @languages)]
      end

      # Where two languages have a client of the same name, the file's name begins with the language.
      def misnamed(language, name, file)
        return if [name, "#{language}-#{name}"].include?(file)

        ["ends with #{name.inspect}, and the file is called #{file}.yml", "id: #{language}/#{file}"]
      end

      def passed? = @cache && File.exist?(mark)

      # Without it, the next command checks the files again. A command that only reads creates no cache.
      def remember
        return unless @cache && File.directory?(@cache)

        FileUtils.mkdir_p(File.dirname(mark))
        FileUtils.touch(mark)
      rescue SystemCallError
        nil
      end

      def mark = @mark ||= File.join(@cache, "checked", digest)

      def digest
        texts = @paths.flat_map { |path| [path, File.binread(path)] }
        Digest::SHA256.hexdigest([@schema.text, *@languages, *texts].join("\0"))
      end
    end
  end
end
