# frozen_string_literal: true

module Cachemark
  class Catalog
    # The folder with the files of the catalogue. Its scenarios and suites are not validated here, because a test does that.
    # Users' files are always validated, and so are clients and faults, because users add them to this folder.
    class Folder
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

      #: () -> Hash[String, Scenario]
      def probes = all("probes") { |document| Scenario::Reader.read(document) }

      #: () -> Hash[String, Suite]
      def suites = all("suites") { |document| Suite::Reader.read(document) }

      #: () -> Hash[String, Fault]
      def faults = Fault::Reader::Folder.new(File.join(@folder, "fault"), reader: fault_reader).faults

      #: () -> Hash[String, Advisory]
      def advisories = all("advisories") { |document| Advisory.read(document) }

      #: () -> Hash[String, Finding]
      def findings = all("findings") { |document| Finding.read(document) }

      # Names of packages of memcached clients that have no entry, by their registry.
      #: () -> Hash[String, Array[String]]
      def strangers = documents("packages").map(&:data).reduce({}, :merge)

      #: () -> Hash[String, Launcher]
      def launchers = all("launchers") { |document| Launcher.read(document) }

      #: () -> Checks
      def checks = Checks.new(documents("checks").flat_map(&:data))

      # A user's launcher file.
      #: (String) -> Launcher
      def launcher_file(path) = Launcher.read(checked(path, "launcher"))

      #: () -> Hash[String, Campaign]
      def campaigns = all("campaigns") { |document| Campaign.read(document) }

      # A user's campaign file.
      #: (String) -> Campaign
      def campaign_file(path) = Campaign.read(checked(path, "campaign"))

      # A user's scenario file.
      #: (String) -> Document
      def scenario_document(path) = checked(path, "scenario")

      #: (String, Catalog) -> Suite
      def suite_file(path, catalog) = Suite::Reader.read(checked(path, "suite"), catalog)

      private

      def fault_reader = Fault::Reader.new(schema: schema("fault"), mutants: mutants)

      # "NAME" for mutants of the language whose clients have the bare name, "LANGUAGE/NAME" for others.
      def mutants
        names = Dir.glob("*/mutants/*.*", base: @drivers).map { |path| path.sub("/mutants/", "/").sub(/\.\w+\z/, "") }
        names.map { |name| Vocabulary::Language.short_name(name) }
      end

      def schema(kind) = Document::Schema.new(@folder, kind)

      def checked(path, kind) = Document.read(path).tap { |document| schema(kind).check(document) }

      def documents(kind) = Paths.matching(File.join(@folder, kind), "**/*.yml").map { |path| Document.read(path) }

      def all(kind) = by_id(documents(kind).map { |document| yield document })

      def by_id(values) = values.sort_by(&:id).to_h { |value| [value.id, value] }.freeze
    end
  end
end
