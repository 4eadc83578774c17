# frozen_string_literal: true

require "yaml"

module Cachemark
  module Vocabulary
    # The facts about a language, from drivers/LANGUAGE/language.yml: nothing else in lib knows a language by its name.
    #
    # `folder` is where its driver lies (absolute path). `option` is the contender's option that names a runtime. `packages` is
    # the ecosystem of its environments ("gems", "debian"). `runtimes` are {name => Runtime}, the default first; none where only
    # a path names one. `own`: it runs Cachemark itself, and its clients have the bare name where two languages share one.
    #
    # `search` says where runtimes are found on a machine. `serialiser` is the language's own, `wrappers` are those of its
    # frameworks. `accidents` are the classes of errors that a language raises itself ("Encoding::*" are all of that name).
    # `interrupts` come while a library's own code runs or waits, `lanes` are {what calls at once => mode} where the two differ.
    Language = Value.define(:name, :title, :driver, :option, :packages, :modes, :folder, :checkout,
                            environment: nil, runtimes: {}.freeze, own: false, search: nil, serialiser: nil,
                            wrappers: [].freeze, accidents: [].freeze, interrupts: [].freeze, lanes: {}.freeze)

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

      # `names` matches the file names of executables; `folders` are globs below the root, `home` below the home folder.
      Search = Value.define(:names, folders: [].freeze, home: [].freeze)
      # What values look like once they are serialised. `name` is written into records, `title` is for readers; `begins` matches
      # such bytes, `text` all that comes before the bytes of a serialised text.
      Serialiser = Value.define(:name, :title, :begins, text: nil)
      # What a framework puts around values, under a name, and `many` of them. It has several forms.
      Wrapper = Value.define(:name, :many, :forms)
      # `begins` matches such bytes; `compressed` matches somewhere in those whose value is compressed, nil: none is.
      Form = Value.define(:begins, compressed: nil)

      class << self
        # Every language by its name, sorted.
        #: () -> Hash[String, Language]
        def all = @all ||= below(::File.join(ROOT, "drivers"))

        # The language that runs Cachemark itself.
        #: () -> Language
        def own = @own ||= all.values.find(&:own)

        # What a user writes for an id "LANGUAGE/NAME": only NAME for the language that runs Cachemark.
        #: (String) -> String
        def bare(id) = id.delete_prefix("#{own.name}/")

        # The languages of a folder of drivers, as `all`.
        #: (String) -> Hash[String, Language]
        def below(drivers)
          read = Dir.glob(::File.join(drivers, "*", "language.yml")).map { |path| read(path) }
          read.sort_by(&:name).to_h { |language| [language.name, language] }.freeze
        end

        # From one file.
        #: (String) -> Language
        def read(path)
          facts = symbols(YAML.safe_load_file(path))
          folder = ::File.dirname(::File.expand_path(path))
          new(**facts, folder: folder, checkout: Checkout.new(**symbols(facts[:checkout])),
                       environment: environment(facts[:environment], folder), runtimes: runtimes(facts.fetch(:runtimes, {})),
                       search: search(facts[:search]), serialiser: serialiser(facts[:serialiser]),
                       wrappers: facts.fetch(:wrappers, []).map { |given| wrapper(given) })
        end

        private

        def symbols(hash) = hash.transform_keys(&:to_sym)

        def environment(given, folder)
          return unless given

          programs = given.slice("probe", "build").transform_values { |path| ::File.join(folder, path) }
          Environment.new(**symbols(given.merge(programs)))
        end

        def search(given) = given && Search.new(**symbols(given), names: /\A(?:#{given["names"]})\z/)

        def serialiser(given)
          given && Serialiser.new(**symbols(given), begins: start(given["begins"]), text: given["text"] && start(given["text"]))
        end

        def wrapper(given)
          forms = given["forms"].map { |form| Form.new(begins: start(form["begins"]), compressed: bytes(form["compressed"])) }
          Wrapper.new(**symbols(given), forms: forms)
        end

        # Patterns of bytes.
        def start(pattern) = bytes("\\A(?:#{pattern})")
        def bytes(pattern) = pattern && Regexp.new(pattern, Regexp::MULTILINE | Regexp::NOENCODING)

        def runtimes(given)
          given.to_h do |name, facts|
            sources = facts["sources"] && Sources.new(**symbols(facts["sources"]))
            [name, Runtime.new(name: name, **symbols(facts), sources: sources)]
          end.freeze
        end
      end

      # The driver's file.
      #: () -> String
      def program = ::File.join(folder, driver)

      # Options of every contender that say where code and runtime come from.
      #: () -> Array[String]
      def places = [option, "repo"]

      # The name of the default runtime; nil where that is Cachemark's own, or the machine's.
      #: () -> String?
      def own_runtime = runtimes.keys.first
    end
  end
end
