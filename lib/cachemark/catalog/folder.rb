# frozen_string_literal: true

module Cachemark
  class Catalog
    # The folder with the files of the catalogue. Its scenarios and suites are not validated here, because a test does that.
    # Users' files are always validated, and so are clients and faults, because users add them to this folder.
    class Folder
      READERS = { "probes" => Scenario::Reader, "suites" => Suite::Reader, "advisories" => Advisory, "findings" => Finding,
                  "launchers" => Launcher, "campaigns" => Campaign }.freeze
      private_constant :READERS

      # `drivers` is the folder with the drivers of the languages, `cache` that of ClientFiles.
      #: (String, ?drivers: String, ?cache: String?) -> void
      def initialize(folder, drivers: File.join(File.dirname(folder), "drivers"), cache: nil)
        @folder = folder
        @drivers = drivers
        @cache = cache
      end

      #: () -> Hash[String, Vocabulary::Language]
      def languages = Vocabulary::Language.below(@drivers)

      #: () -> Hash[String, Client]
      def clients
        files = ClientFiles.new(File.join(@folder, "clients"), schema: schema("client"), cache: @cache,
                                languages: Dir.glob("*/language.yml", base: @drivers).map { |path| File.dirname(path) }.sort)
        by_id(files.clients)
      end

      # The files of scenarios.
      #: () -> Array[Document]
      def scenario_documents = documents("scenarios")

      # Every value of a kind of files by its id, sorted.
      #: (String) -> Hash[String, Object]
      def all(kind) = by_id(documents(kind).map { |document| READERS.fetch(kind).read(document) })

      #: () -> Hash[String, Fault]
      def faults = Fault::Reader::Folder.new(File.join(@folder, "fault"), reader: fault_reader).faults

      # Names of packages of memcached clients that have no entry, by their registry.
      #: () -> Hash[String, Array[String]]
      def strangers = documents("packages").map(&:data).reduce({}, :merge)

      #: () -> Checks
      def checks = Checks.new(documents("checks").flat_map(&:data))

      # A user's file of a kind, such as "scenario". Raises Usage with file, line and path.
      #: (String, String) -> Document
      def file(kind, path) = Document.read(path).tap { |document| schema(kind).check(document) }

      private

      def fault_reader = Fault::Reader.new(schema: schema("fault"), mutants: mutants)

      # "NAME" for mutants of the language whose clients have the bare name, "LANGUAGE/NAME" for others.
      def mutants
        names = Dir.glob("*/mutants/*.*", base: @drivers).map { |path| path.sub("/mutants/", "/").sub(/\.\w+\z/, "") }
        names.map { |name| Vocabulary::Language.short_name(name) }
      end

      def schema(kind) = Document::Schema.new(@folder, kind)

      def documents(kind) = Paths.matching(File.join(@folder, kind), "**/*.yml").map { |path| Document.read(path) }

      def by_id(values) = values.sort_by(&:id).to_h { |value| [value.id, value] }.freeze
    end
  end
end
