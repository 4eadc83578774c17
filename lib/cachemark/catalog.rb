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

    # The clients of other languages that have the same name.
    #: (Client) -> Array[Client]
    def namesakes(client) = clients.values.select { |other| other.name == client.name && other.id != client.id }

    # Every scenario by its id ("client/get"), sorted.
    #: () -> Hash[String, Scenario]
    def scenarios = @scenarios ||= known_scenarios.plain.merge(@recorded)

    # The scenarios by which options are examined, sorted by id. They are not listed, because nobody measures them.
    #: () -> Array[Scenario]
    def probes = @probes ||= @folder.all("probes").values.freeze

    # A scenario by its notation (Vocabulary::ScenarioNotation); a scenario from a FILE.yml is known by its id afterwards.
    # Raises Usage.
    #: (String) -> Scenario
    def scenario(text)
      return @recorded[text] if @recorded.key?(text)

      notation = Vocabulary::ScenarioNotation.parse(text)
      notation.parameters.empty? ? plain(notation.name) : varied(plain(notation.name), notation.parameters)
    end

    # A scenario with these parameters in addition to its own. Raises Usage if it does not have one of them, or the value is
    # wrong.
    #: (Scenario, Hash[String, String]) -> Scenario
    def varied(scenario, parameters)
      given = Parameters.canonical(scenario.parameters.merge(parameters), of: scenario.id)
      known_scenarios.varied(scenario.base, given)
    end

    # [name, reason] of the first of these canonical parameters that a scenario does not have; nil if it has all.
    #: (Scenario, Hash[String, String]) -> [String, String]?
    def lacking(scenario, parameters) = known_scenarios.lacking(scenario, parameters)

    # The scenarios that match globs ("client/*", "mixed", FILE.yml), in the order of the catalogue. A glob with parameters
    # ("client/*,size=10k") matches those that have them. Scenarios with pairs take as long for one pass as a hundred blocks
    # of others, so that only a glob such as "*-pairs" matches them. Raises Usage if a pattern matches none.
    #: (Array[String]) -> Array[Scenario]
    def scenarios_for(patterns) = patterns.flat_map { |pattern| matching(pattern) }.uniq(&:id)

    #: () -> Checks
    def checks = @checks ||= @folder.checks

    # Every fault of `check` by its id ("interrupt/timeout"), sorted.
    #: () -> Hash[String, Fault]
    def faults = @faults ||= @folder.faults

    # Every advisory by its identifier, sorted.
    #: () -> Hash[String, Advisory]
    def advisories = @advisories ||= @folder.all("advisories")

    # An advisory by its identifier. Raises Usage.
    #: (String) -> Advisory
    def advisory(id) = known(advisories, id, "advisory", "advisories")

    # Every published finding by its id, sorted.
    #: () -> Hash[String, Finding]
    def findings = @findings ||= @folder.all("findings")

    # Packages of memcached clients that have no entry here: names by registry.
    #: () -> Hash[String, Array[String]]
    def strangers = @strangers ||= @folder.strangers

    # Every suite by its id, sorted.
    #: () -> Hash[String, Suite]
    def suites = @suites ||= @folder.all("suites")

    # A suite by id, or from a FILE.yml. Raises Usage.
    #: (String) -> Suite
    def suite(id)
      return Suite::Reader.read(@folder.file("suite", id), self) if file?(id)

      suites.each_value.find { |suite| suite.aliases.include?(id) } || known(suites, id, "suite")
    end

    # How Cachemark starts on other hosts, by the ids of the launchers, sorted.
    #: () -> Hash[String, Launcher]
    def launchers = @launchers ||= @folder.all("launchers")

    # A launcher by id, or from a FILE.yml. Raises Usage.
    #: (String) -> Launcher
    def launcher(id) = file?(id) ? Launcher.read(@folder.file("launcher", id)) : known(launchers, id, "launcher")

    # Commands that are published together, by the ids of the campaigns, sorted.
    def campaigns = @campaigns ||= @folder.all("campaigns")

    # A campaign by id, or from a FILE.yml. Raises Usage.
    #: (String) -> Campaign
    def campaign(id) = file?(id) ? Campaign.read(@folder.file("campaign", id)) : known(campaigns, id, "campaign")

    private

    # Several languages may have a client with the same name.
    def by_name
      @by_name ||= clients.values.group_by(&:name).filter_map do |name, own|
        one = own.size == 1 ? own.first : own.find { |client| client.language == Vocabulary::Language.own.name }
        [name, one] if one
      end.to_h
    end

    def unknown(name)
      language, reference = name.split("/", 2)
      return without_reference(language, reference) if Vocabulary::References::ALL.include?(reference) && languages.key?(language)

      duplicates = clients.values.select { |client| client.name == name }.map(&:id)
      known = duplicates.any? ? duplicates : by_name.keys - [Vocabulary::References::CONTROL]
      Usage.new("unknown client: #{name}", try: Suggest.sentence(name, known, kind: "clients"))
    end

    def without_reference(language, reference)
      Usage.new("#{language} has no reference #{reference}", try: "add catalog/clients/#{language}-#{reference}.yml")
    end

    def file?(name) = name.match?(/\.ya?ml\z/)

    def known(all, id, word, kind = "#{word}s")
      all.fetch(id) { raise Usage.new("unknown #{word}: #{id}", try: Suggest.sentence(id, all.keys, kind: kind)) }
    end

    def known_scenarios = @known_scenarios ||= KnownScenarios.new(@folder)

    def plain(name)
      return known_scenarios.from_file(name) if file?(name)

      known_scenarios.of_user(name) || known(scenarios, name, "scenario")
    end

    def matching(pattern)
      return [@recorded[pattern]] if @recorded.key?(pattern)

      notation = Vocabulary::ScenarioNotation.parse(pattern)
      found = file?(notation.name) ? [known_scenarios.from_file(notation.name)] : named(notation.name)
      notation.parameters.empty? ? found : with_parameters(found, notation)
    end

    def named(glob)
      found = scenarios.values.select { |scenario| match?(glob, scenario) }
      return found if found.any?

      names = glob.include?("/") ? scenarios.keys : scenarios.keys.map { |id| id.split("/").last }.uniq
      raise Usage.new("no scenario matches #{glob}", try: Suggest.sentence(glob, names, kind: "scenarios"))
    end

    # If none has the parameters, the first one says why.
    def with_parameters(found, notation)
      given = Parameters.canonical(notation.parameters, of: notation.to_s)
      able = found.reject { |scenario| lacking(scenario, given) }
      (able.empty? ? found.first(1) : able).map { |scenario| varied(scenario, given) }
    end

    def match?(pattern, scenario)
      return false if scenario.pairs && pattern.include?("*") && !pattern.include?("pairs")

      [scenario.id, scenario.id.split("/").last, scenario.label].any? { |name| File.fnmatch?(pattern, name, File::FNM_EXTGLOB) }
    end

    # The scenarios of the catalogue and of users' files, with the documents from which they are read again with parameters.
    class KnownScenarios
      #: (Folder) -> void
      def initialize(folder)
        @folder = folder
        @documents = {}
        @of_users = {}
        @varied = {}
      end

      # The catalogue's own, by their ids, sorted.
      #: () -> Hash[String, Scenario]
      def plain
        @plain ||= @folder.scenario_documents.map { |document| read(document) }.sort_by(&:id)
                          .to_h { |scenario| [scenario.id, scenario] }.freeze
      end

      # Of a user's file. Raises Usage.
      #: (String) -> Scenario
      def from_file(path)
        path = File.expand_path(path)
        @of_users[path] ||= begin
          document = @folder.file("scenario", path)
          scenario = Scenario::Reader.read(document)
          refuse_duplicate(scenario, path)
          @documents[scenario.id] = document
          scenario
        end
      end

      # A scenario of a user's file that was read before, by its id; nil for any other.
      #: (String) -> Scenario?
      def of_user(id) = @of_users.values.find { |scenario| scenario.id == id }

      # The scenario with that id and canonical parameters. Raises Usage.
      #: (String, Hash[String, String]) -> Scenario
      def varied(id, parameters)
        document = document(id)
        name, why = Parameters.lacking(document.data, parameters)
        raise Usage.new("#{id} has no #{name}: #{why}", try: "remove #{name}, or name another scenario") if name

        @varied[[id, parameters]] ||= Scenario::Reader.read(document, parameters)
      end

      # [name, reason] of the first of these canonical parameters that a scenario does not have; nil if it has all.
      #: (Scenario, Hash[String, String]) -> [String, String]?
      def lacking(scenario, parameters)
        document = @documents[scenario.base] or return [parameters.keys.first, "it is measured as recorded"]
        Parameters.lacking(document.data, Parameters.canonical(scenario.parameters.merge(parameters), of: scenario.id))
      end

      private

      def read(document)
        Scenario::Reader.read(document).tap { |scenario| @documents[scenario.id] = document }
      end

      def document(id)
        plain
        @documents.fetch(id) { raise Usage.new("#{id} is measured as recorded", try: "remove its parameters") }
      end

      def refuse_duplicate(scenario, path)
        return unless plain.key?(scenario.id) || of_user(scenario.id)

        raise Usage.new("#{path}: there is a scenario #{scenario.id} already", try: "give it another id")
      end
    end
  end
end
