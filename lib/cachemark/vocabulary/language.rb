# frozen_string_literal: true

require "yaml"

module Cachemark
  module Vocabulary
    # The facts about a language, from drivers/LANGUAGE/language.yml: nothing else in lib knows a language by its name.
    #
    # `folder` is where its driver lies (absolute path). `option` is the contender's option that names a runtime. `packages` is
    # the ecosystem of its environments ("gems", "debian"). `runtimes` are {name => Runtime}, the default first; none where only
    # a path names one. `own`: it runs Cachemark itself, and its clients have the bare name where two languages share one.
    Language = Value.define(:name, :title, :driver, :option, :packages, :modes, :folder, :checkout,
                            environment: nil, runtimes: {}.freeze, own: false)

    # The facts, and where they are read.
    class Language
      # How a library's own source looks: globs of what marks its folder, of the files that say its version, of those that make
      # a difference to its users, and of those by which a folder is NAME's, the library's (none for gems, which say their name).
      Checkout = Value.define(:marks, :versions, :sources, modules: [].freeze)
      # What a driver's process needs besides files: the variable that names the folders of `modules`, and the variables that are
      # always set. `probe` describes a runtime and `build` builds a checkout (absolute paths of programs).
      Environment = Value.define(:modules, :probe, :build, variables: {}.freeze)
      # A runtime from Debian: `executable` below the root that its `packages` make, the packages for `building` on it, the
      # arguments that make it `compile` its libraries there, and what is built from `sources`.
      Runtime = Value.define(:name, :version, :suite, :executable, :packages, building: [].freeze, compile: [].freeze,
                                                                              sources: nil)
      # Source packages of the runtime's suite that a mode needs, in the order of building, and the folder below the root that
      # they are built into; in `variables` ROOT means that root.
      Sources = Value.define(:mode, :into, :packages, variables: {}.freeze)

      class << self
        # Every language by its name, sorted.
        #
        #: () -> Hash[String, Language]
        def all = @all ||= below(::File.join(ROOT, "drivers"))

        # The language that runs Cachemark itself.
        #
        #: () -> Language
        def own = @own ||= all.values.find(&:own)

        # The languages of a folder of drivers, as `all`.
        #
        #: (String) -> Hash[String, Language]
        def below(drivers)
          read = Dir.glob(::File.join(drivers, "*", "language.yml")).map { |path| read(path) }
          read.sort_by(&:name).to_h { |language| [language.name, language] }.freeze
        end

        # From one file.
        #
        #: (String) -> Language
        def read(path)
          facts = symbols(YAML.safe_load_file(path))
          folder = ::File.dirname(::File.expand_path(path))
          new(**facts, folder: folder, checkout: Checkout.new(**symbols(facts[:checkout])),
                       environment: environment(facts[:environment], folder), runtimes: runtimes(facts.fetch(:runtimes, {})))
        end

        private

        def symbols(hash) = hash.transform_keys(&:to_sym)

        def environment(given, folder)
          return unless given

          programs = given.slice("probe", "build").transform_values { |path| ::File.join(folder, path) }
          Environment.new(**symbols(given.merge(programs)))
        end

        def runtimes(given)
          given.to_h do |name, facts|
            sources = facts["sources"] && Sources.new(**symbols(facts["sources"]))
            [name, Runtime.new(name: name, **symbols(facts), sources: sources)]
          end.freeze
        end
      end

      # The driver's file.
      #
      #: () -> String
      def program = ::File.join(folder, driver)

      # Options of every contender that say where code and runtime come from.
      #
      #: () -> Array[String]
      def places = [option, "repo"]

      # The name of the default runtime; nil where that is Cachemark's own, or the machine's.
      #
      #: () -> String?
      def own_runtime = runtimes.keys.first
    end
  end
end
