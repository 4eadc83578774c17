# frozen_string_literal: true

require "yaml"

module Cachemark
  module Vocabulary
    # The facts about a language, from drivers/LANGUAGE/language.yml. No other code in lib knows a language by its name.
    #
    # `folder` is the absolute path of its driver's folder. `option` is the contender's option that names a runtime.
    # `packages` is the ecosystem of its environments ("gems", "debian"). `runtimes` are {name => Runtime}, the default
    # first; it is empty if runtimes are only named by a path. `offers` are those that it has on request, in the same form. `own`:
    # the language runs Cachemark itself. Its clients have the bare name if a client of another language has the same name.
    #
    # `search` says where runtimes are found on a machine. `serialiser` is the language's own, `wrappers` are those of its
    # frameworks. `own_errors` are the classes of errors that a language raises itself ("Encoding::*" means all classes in
    # Encoding). `interrupts` are the ways to interrupt a library's code while it runs or waits. `traces`: its driver reports
    # the places of a client's work. `caller_modes` are {kind of concurrent caller => mode}, for callers whose mode has another
    # name. `jit` matches the description of a runtime that compiles while it runs. `jits` are {word => Jit}: the compilers that
    # a contender can switch on. `locked` says how lock files name its clients; nil if the language has none.
    Language = Value.define(:name, :title, :driver, :option, :packages, :modes, :folder, :checkout,
                            environment: nil, runtimes: {}.freeze, offers: {}.freeze, own: false, search: nil, serialiser: nil,
                            wrappers: [].freeze, own_errors: [].freeze, interrupts: [].freeze, traces: false,
                            caller_modes: {}.freeze, jit: nil, jits: {}.freeze, locked: nil)

    # The parts of a language's facts, and how they are read.
    class Language
      # How to recognise a library's source folder, as globs. `folder_patterns` identify such a folder, and `versions` are the
      # files that contain its version. `sources` are the files whose changes matter to its users. `modules` show that a
      # folder is the library NAME; it is empty for gems, whose gemspec says the name. `states` is a pattern that these files
      # must contain; nil if their names are sufficient. `wants` is nil if nothing says which runtime the library wants.
      Checkout = Value.define(:folder_patterns, :versions, :sources, modules: [].freeze, states: nil, wants: nil)
      # How a library says which runtime it wants: in these files, in the first group of `says`.
      Wants = Value.define(:files, :says)
      # The requirements of a driver's process besides files. `modules` is the variable that names the folders of a
      # checkout's `modules`; `variables` are always set, and `counting` only in a process that reports the memory it requests.
      # `arguments` are those of every runtime. `loading` are those that load a client's MODULE, which is its name, or a path
      # in a checkout's folder. `probe` describes a runtime and `build` builds a checkout (absolute paths of programs). A
      # runtime that runs no programs has a `version` in place of a probe.
      Environment = Value.define(probe: nil, build: nil, version: nil, modules: nil, variables: {}.freeze, counting: {}.freeze,
                                 arguments: [].freeze, loading: [].freeze)
      # How a runtime says its version: with these `arguments`, and in the first group of `says`.
      Version = Value.define(:arguments, :says)
      # A runtime from Debian. `packages` are installed below a root, and `executable` is a path below that root. `building`
      # are the packages for builds on the runtime, `compile` the arguments with which it compiles its libraries there.
      # `additions` are libraries that Debian does not package for it. `installing` are the packages of pip, and `installer`
      # the arguments that run it. `variables` are those of builds, and `arguments` those of every process. ROOT means that
      # root in all. A runtime with its own libc has a `launcher`: a script at this path below the root, which starts the
      # executable.
      #
      # `mounted`: it finds its files only at the paths of Debian. `tools` are its other programs. The measured cost is `takes_s`,
      # `download_mb` and `disk_mb`.
      Runtime = Value.define(:name, :version, :suite, :executable, :packages,
                             building: [].freeze, variables: {}.freeze, arguments: [].freeze, compile: [].freeze,
                             additions: nil, installing: [].freeze, installer: [].freeze, launcher: nil,
                             mounted: false, tools: [].freeze, takes_s: nil, download_mb: nil, disk_mb: nil) do
        # The path below the root by which other programs start it.
        #: () -> String
        def start = launcher || executable
      end
      # Libraries that a mode needs, in the order of building. `into` is the folder below the root into which they are built.
      Additions = Value.define(:mode, :into, :libraries)
      # Where such a library comes from: a source package of the runtime's suite, or its name in a pip index.
      Library = Value.define(:name, :source, index: nil)

      # The registry of the packages in lock files, and the name of a client there, with GEM, INDEX or MODULE in place of the
      # field of its entry.
      Locked = Value.define(:registry, :name)

      # A compiler that translates while the program runs. `flags` are the runtime's arguments that switch it on, `how` says
      # how to get a runtime that has it.
      Jit = Value.define(:name, :title, :flags, how: nil)
      # The word of a contender without one.
      OFF = "off"

      # `names` matches the file names of executables. `engine` is the one that a bare version means. `how` says how to get
      # another runtime, VERSION, or is the command that gets it.
      Search = Value.define(:names, :engine, places: [].freeze, how: nil)
      # Where a version manager keeps runtimes. `below` are its folders: "~/..." in the home folder, "$NAME" of a variable.
      # `folders` is the glob in them.
      Place = Value.define(:origin, :below, :folders)
      # How serialised values look. `name` is written into records, `title` is for readers. `begins` matches the bytes of a
      # serialised value, `text` everything before the bytes of a serialised text.
      Serialiser = Value.define(:name, :title, :begins, text: nil)
      # How a framework wraps values. `name` is the word for a wrapped value, `many` its plural. A wrapper has several forms.
      Wrapper = Value.define(:name, :many, :forms)
      # `begins` matches the bytes of this form. `compressed` matches somewhere in the bytes if the value is compressed; nil
      # if this form never is.
      Form = Value.define(:begins, compressed: nil)

      class << self
        # Every language by its name, sorted.
        #: () -> Hash[String, Language]
        def all = @all ||= below(::File.join(ROOT, "drivers"))

        # The language that runs Cachemark itself.
        #: () -> Language
        def own = @own ||= all.values.find(&:own)

        # The options of contenders about runtimes, in any language.
        #: () -> Array[String]
        def runtime_options = all.values.flat_map(&:runtime_options).uniq

        # The name that users write for an id "LANGUAGE/NAME". It is only NAME for the language that runs Cachemark.
        #: (String) -> String
        def short_name(id) = id.delete_prefix("#{own.name}/")

        # The languages of a folder of drivers, in the form of `all`. Raises Usage for one that has not the name of its folder.
        #: (String) -> Hash[String, Language]
        def below(drivers)
          read = Paths.matching(drivers, "*/language.yml").map { |path| named_as_folder(path, read(path)) }
          read.sort_by(&:name).to_h { |language| [language.name, language] }.freeze
        end

        # Reads one file.
        #: (String) -> Language
        def read(path)
          facts = symbols(YAML.safe_load_file(path))
          folder = ::File.dirname(::File.expand_path(path))
          new(**facts, folder: folder, checkout: checkout(facts[:checkout]),
                       environment: environment(facts[:environment], folder), runtimes: runtimes(facts.fetch(:runtimes, {})),
                       offers: runtimes(facts.fetch(:offers, {})),
                       search: search(facts[:search]), serialiser: serialiser(facts[:serialiser]),
                       wrappers: facts.fetch(:wrappers, []).map { |given| wrapper(given) },
                       jit: facts[:jit] && Regexp.new(facts[:jit]), jits: jits(facts.fetch(:jits, {})),
                       locked: facts[:locked] && Locked.new(**symbols(facts[:locked])))
        end

        private

        # The language, whose name must be that of its folder.
        def named_as_folder(path, language)
          folder = ::File.basename(::File.dirname(path))
          return language if language.name == folder

          raise Usage.new("#{path}: the name is #{language.name}, and the folder is #{folder}", try: "write name: #{folder}")
        end

        def checkout(given)
          wants = given["wants"]&.then { |facts| Wants.new(**symbols(facts), says: Regexp.new(facts["says"])) }
          Checkout.new(**symbols(given), wants: wants)
        end

        def symbols(hash) = hash.transform_keys(&:to_sym)

        def environment(given, folder)
          return unless given

          programs = given.slice("probe", "build").transform_values { |path| ::File.join(folder, path) }
          version = given["version"] && Version.new(**symbols(given["version"]), says: Regexp.new(given["version"]["says"]))
          Environment.new(**symbols(given.merge(programs)), version: version)
        end

        def search(given)
          return unless given

          places = given.fetch("places", []).map { |place| Place.new(**symbols(place)) }
          Search.new(**symbols(given), names: /\A(?:#{given["names"]})\z/, places: places)
        end

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

        def jits(given) = given.to_h { |name, facts| [name, Jit.new(name: name, **symbols(facts))] }.freeze

        def runtimes(given)
          given.to_h do |name, facts|
            [name, Runtime.new(name: name, **symbols(facts), additions: facts["additions"]&.then { |given| additions(given) })]
          end.freeze
        end

        def additions(given)
          Additions.new(**symbols(given), libraries: given["libraries"].map { |library| Library.new(**symbols(library)) })
        end
      end

      # Whether a runtime compiles while it runs, so that its instructions are not the same each time.
      #: (String) -> bool
      def jit?(runtime) = !jit.nil? && jit.match?(runtime)

      # The variables of a process that reports the memory it requests.
      #: () -> Hash[String, String]
      def counting = environment ? environment.counting : {}

      # The driver's file.
      #: () -> String
      def program = ::File.join(folder, driver)

      # The option of a contender that switches a compiler on or off.
      JIT = "jit"

      # The values of that option; empty if there is no compiler to choose.
      #: () -> Array[String]
      def jit_words = jits.empty? ? [] : [*jits.keys, OFF]

      # Options of every contender that say where code and runtime come from, and how the runtime starts.
      #: () -> Array[String]
      def code_options = [*runtime_options, *addition_options, "repo"]

      # Those about the runtime.
      #: () -> Array[String]
      def runtime_options = [option, *(JIT if jits.any?)]

      # Those that name checkouts of libraries that Debian does not package for a runtime.
      #: () -> Array[String]
      def addition_options = runtimes.values.flat_map { |runtime| runtime.additions&.libraries.to_a.map(&:name) }.uniq

      # The name of the default runtime; nil if the default is Cachemark's own runtime, or the machine's.
      #: () -> String?
      def own_runtime = runtimes.keys.first
    end
  end
end
