# frozen_string_literal: true

module Cachemark
  # Which memcached clients the lock files of a folder name, and which published advisories and findings hold for them. A
  # folder is foreign: its files are read as data. Nothing is evaluated, installed, started or downloaded.
  module Audit
    # A package that a lock file names.
    #
    # - `registry` is "rubygems", "pypi", "npm", "packagist" or "go". `name` is as the catalogue writes it.
    # - `version` is the release that the file pins; nil if it pins none, and then `why` says so.
    # - `constraint`: the file limits the version, if something else asks for the package.
    Package = Value.define(:registry, :name, :file, :line, version: nil, why: nil, constraint: false)

    # A file, or a line of one, that could not be read.
    Gap = Value.define(:file, :why, line: nil)

    # Another file that a file includes. `constraint` is that of its packages.
    Include = Value.define(:file, :line, :constraint)

    # What a reader found in a file. `runtime` is the release of the language that it names, such as "3.2.2".
    Reading = Value.define(packages: [].freeze, gaps: [].freeze, includes: [].freeze, runtime: nil)

    # Everything that a folder has: the names of the files that were read, their packages, and what could not be read. `runtime`
    # is the oldest release of a language that its files name; nil if none does.
    Contents = Value.define(:files, :packages, :gaps, runtime: nil)

    # A published bug that a release has, or may have.
    #
    # - `kind` is "advisory" or "finding". `link` is its page: an address, or a path of this project.
    # - `state` is "affected", or "untried" if the bug was seen in other releases only, which `tried` names.
    # - `only` is what a program needs to be affected, `fixed` the release with the fix, `without` the next one that is not
    #   affected; each nil if there is none.
    # - `command` are the words of the command that shows it; nil if it is not public.
    # - `stores` are {name of a store over the client, in the same files => whether it was seen through it, too}.
    Held = Value.define(:kind, :id, :title, :link, :state, severity: nil, tried: nil, only: nil, fixed: nil, without: nil,
                        command: nil, stores: {}.freeze)

    # A later release, and the bugs that it has or may have. `runtime` is the oldest that it needs, as "Ruby 3.3"; nil if unknown.
    Candidate = Value.define(:version, :held, runtime: nil)

    # A client in a lock file, by the package that the file names; `client` is nil for one that Cachemark does not know.
    #
    # - `on` are the packages that a store needs, with their versions.
    # - `state` is "found", "unknown" or "clear". `why` says why a release cannot be judged.
    # - `held` are the bugs that hold, or may hold. `better` (Candidate) are the releases to change to, the oldest first.
    Row = Value.define(:package, :client, :state, on: [].freeze, why: nil, held: [].freeze, better: [].freeze) do
      #: () -> Array[Held]
      def advisories = held.select { |bug| bug.kind == "advisory" }
    end

    # The result for a folder: `date` is that of the data, `files` are the names of its lock files.
    Result = Value.define(:date, :files, :rows, :gaps) do
      # 1 if something is found, else 3 if something could not be judged, else 0.
      #: () -> Integer
      def code
        states = rows.map(&:state)
        return 1 if states.include?("found")

        states.include?("unknown") || gaps.any? ? 3 : 0
      end
    end

    # Raised by readers: this file is not what its name says.
    class Unreadable < StandardError; end
  end
end
