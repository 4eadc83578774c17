# frozen_string_literal: true

module Cachemark
  class Catalog
    # A language as its driver's folder describes it: how its runtimes and libraries are had, which
    # modes its driver offers. `option` is the contender's option that names a runtime, `packages`
    # the ecosystem that its environments are made of ("gems", "debian"), `folder` where all of it
    # lies (absolute). `runtimes` are {name => Runtime}, the one that is used unasked first; none
    # for a language whose runtimes only a path names.
    Language = Value.define(:name, :title, :driver, :option, :packages, :modes, :folder, :checkout,
                            environment: nil, runtimes: {}.freeze) do
      # The driver's file.
      #
      #: () -> String
      def program = File.join(folder, driver)

      # Options of every contender that say where code and runtime come from.
      #
      #: () -> Array[String]
      def places = [option, "repo"]

      # The name of the runtime that is used unasked; nil where that is cachemark's own, or the machine's.
      #
      #: () -> String?
      def own_runtime = runtimes.keys.first
    end

    # How a library's own source looks: globs of what marks its folder, of the files that say its version,
    # of those that make a difference to who uses it, and of those by which a folder is NAME's, the library's (none
    # for gems, which say their name).
    Language::Checkout = Value.define(:marks, :versions, :sources, modules: [].freeze)

    # What a driver's process needs beside the files: the variable that names `modules`' folders and those
    # that are always set; the programs that `probe` a runtime and `build` a checkout (absolute paths).
    Language::Environment = Value.define(:modules, :probe, :build, variables: {}.freeze)

    # A runtime of Debian's: `executable` below the root that its `packages` make, those that are needed for
    # `building` on it beside, the arguments that make it `compile` its libraries there, and what is built from `sources`.
    Language::Runtime = Value.define(:name, :version, :suite, :executable, :packages, building: [].freeze, compile: [].freeze,
                                                                                      sources: nil)

    # Source packages of the runtime's suite that a mode needs, in the order of building, and the folder below the
    # root that they are built into; in `variables` ROOT stands for that root.
    Language::Sources = Value.define(:mode, :into, :packages, variables: {}.freeze)
  end
end
