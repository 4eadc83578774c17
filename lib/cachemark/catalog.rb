# frozen_string_literal: true

module Cachemark
  # The catalogue: languages, clients, scenarios, suites and faults, as frozen values. It reads them from the YAML files
  # below drivers/ and catalog/, each on first use. Users' own scenario and suite files are read, and validated, by path.
  class Catalog
    # `root` is the folder with catalog/ and drivers/ (absolute path). `cache` is that of ClientFiles.
    #: (?String, ?cache: String?) -> Catalog
    def self.load(root = ROOT, cache: Paths.new.cache)
      new(Folder.new(File.join(root, "catalog"), drivers: File.join(root, "drivers"), cache: cache))
    end

    #: (Folder, ?recorded: Array[Scenario]) -> void
    def initialize(folder, recorded: [])
      @folder = folder
      @recorded = recorded.to_h { |scenario| [scenario.id, scenario] }
    end

    # The same catalogue with the scenarios of a record, which take precedence over its own.
    #: (Array[Scenario]) -> Catalog
    def with_recorded(scenarios) = Catalog.new(@folder, recorded: scenarios)

    # Every language by its name, sorted.
    #: () -> Hash[String, Vocabulary::Language]
    def languages = @languages ||= @folder.languages

    # The language with that name.
    #: (String) -> Vocabulary::Language
    def language(name) = languages.fetch(name)

    # Every client by its id ("ruby/dalli"), sorted.
    #: () -> Hash[String, Client]
    def clients = @clients ||= @folder.clients

    # A client by bare name or id. Raises Usage with a suggestion.
    #: (String) -> Client
    def client(name)
      clients[name] || by_name[name] || raise(unknown(name))
    end

    # The word for a client on the command line: its bare name if that is unique, else its id.
    #: (Client) -> String
    def word(client) = by_name[client.name] == client ? client.name : client.id

    # Every scenario by its id ("client/get"), sorted.
    #: () -> Hash[String, Scenario]
    def scenarios = @scenarios ||= @folder.scenarios.merge(@recorded)

    # The scenarios by which options are examined, sorted by id. They are not listed, because nobody measures them.
    #: () -> Array[Scenario]
    def probes = @probes ||= @folder.probes.values.freeze

    # A scenario by id, or from a FILE.yml; a scenario from a file is known by its id afterwards. Raises Usage.
    #: (String) -> Scenario
    def scenario(id)
      return from_file(id) if file?(id)

      found = scenarios[id] || read.values.find { |scenario| scenario.id == id }
      found || raise(Usage.new("unknown scenario: #{id}", try: Suggest.sentence(id, scenarios.keys, kind: "scenarios")))
    end

    # The scenarios that match globs ("client/*", "mixed", FILE.yml), in the order of the catalogue. Scenarios with pairs
    # take as long for one pass as a hundred blocks of others, so that only a glob such as "*-pairs" matches them. Raises
    # Usage if a pattern matches none.
    #: (Array[String]) -> Array[Scenario]
    def scenarios_for(patterns)
      patterns.flat_map { |pattern| file?(pattern) ? [from_file(pattern)] : matching(pattern) }.uniq(&:id)
    end

    # Every fault of `check` by its id ("interrupt/timeout"), sorted.
    #: () -> Hash[String, Fault]
    def faults = @faults ||= @folder.faults

    # Every suite by its id, sorted.
    #: () -> Hash[String, Suite]
    def suites = @suites ||= @folder.suites

    # A suite by id, or from a FILE.yml. Raises Usage.
    #: (String) -> Suite
    def suite(id)
      return @folder.suite_file(id, self) if file?(id)

      suites[id] || raise(Usage.new("unknown suite: #{id}", try: Suggest.sentence(id, suites.keys, kind: "suites")))
    end

    private

    # Several languages may have a client with the same name.
    def by_name
      @by_name ||= clients.values.group_by(&:name).filter_map do |name, own|
        one = own.size == 1 ? own.first : own.find { |client| client.language == Vocabulary::Language.own.name }
        [name, one] if one
      end.to_h
    end

    def unknown(name)
      duplicates = clients.values.select { |client| client.name == name }.map(&:id)
      known = duplicates.any? ? duplicates : by_name.keys - [Vocabulary::References::CONTROL]
      Usage.new("unknown client: #{name}", try: Suggest.sentence(name, known, kind: "clients"))
    end

    def file?(name) = name.match?(/\.ya?ml\z/)

    # Scenarios of users' files, by absolute path.
    def read = @read ||= {}

    def from_file(path)
      path = File.expand_path(path)
      read[path] ||= @folder.scenario_file(path).tap { |scenario| refuse_duplicate(scenario, path) }
    end

    def refuse_duplicate(scenario, path)
      return unless scenarios.key?(scenario.id) || read.values.any? { |other| other.id == scenario.id }

      raise Usage.new("#{path}: there is a scenario #{scenario.id} already", try: "give it another id")
    end

    def matching(pattern)
      found = scenarios.values.select { |scenario| match?(pattern, scenario) }
      return found if found.any?

      names = pattern.include?("/") ? scenarios.keys : scenarios.keys.map { |id| id.split("/").last }.uniq
      raise Usage.new("no scenario matches #{pattern}", try: Suggest.sentence(pattern, names, kind: "scenarios"))
    end

    def match?(pattern, scenario)
      return false if scenario.pairs && pattern.include?("*") && !pattern.include?("pairs")

      [scenario.id, scenario.id.split("/").last, scenario.label].any? { |name| File.fnmatch?(pattern, name, File::FNM_EXTGLOB) }
    end

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

      #: () -> Hash[String, Scenario]
      def scenarios = all("scenarios") { |document| Scenario::Reader.read(document) }

      #: () -> Hash[String, Scenario]
      def probes = all("probes") { |document| Scenario::Reader.read(document) }

      #: () -> Hash[String, Suite]
      def suites = all("suites") { |document| Suite::Reader.read(document) }

      #: () -> Hash[String, Fault]
      def faults = Fault::Reader::Folder.new(File.join(@folder, "fault"), reader: fault_reader).faults

      #: (String) -> Scenario
      def scenario_file(path) = Scenario::Reader.read(checked(path, "scenario"))

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

      def all(kind)
        paths = Dir.glob(File.join(@folder, kind, "**", "*.yml"))
        by_id(paths.map { |path| yield Document.read(path) })
      end

      def by_id(values) = values.sort_by(&:id).to_h { |value| [value.id, value] }.freeze
    end
  end
end
