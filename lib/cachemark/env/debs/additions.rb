# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # The libraries of a mode that Debian does not package for a runtime. Each comes from a checkout that the contender
      # names, or else from the user's pip index, or else from a source package of the runtime's suite. They are built once for
      # the runtime, in order, each with the earlier ones available.
      class Additions
        # The lines of the lock about files of the index, after `path`.
        #: () -> Array[String]
        attr_reader :lines

        # `lock` is the text of a record's lock.
        #: (Contender, Vocabulary::Language::Runtime, BuildContext, Tools, ?lock: String?) -> void
        def initialize(contender, runtime, context, tools, lock: nil)
          @contender = contender
          @runtime = runtime
          @context = context
          @tools = tools
          @lock = lock
          @lines = []
        end

        # Identifies the sources.
        #: () -> Array[String]
        def stamps = [additions.to_h.to_s, *ways.map(&:stamp)]

        # Identifies the checkouts.
        #: () -> Array[String]
        def checkouts = ways.grep(Checkout).map(&:stamp)

        # Identifies the index, if files come from it; nil if the lock names them.
        #: () -> String?
        def registry = (Pip.identity(Pip.variables(@context.variables)) if @lock.nil? && indexed?)

        # A folder to put over the runtime's root. `pip` is for files of the index. The block yields the root that can build,
        # its interpreter and its variables. Raises Impossible, the same error for every caller.
        #: (String, Pip::Delivery) { () { (Tree, String, Hash[String, String]) -> void } -> void } -> String
        def path(store, delivery, &building)
          built = File.join(store, "built", "additions-#{digest}")
          @context.once([:additions, built]) do
            FileLock.hold(@context.path("locks", "built-#{File.basename(built)}.lock")) do
              make(built, delivery, &building) unless File.directory?(built)
            end
          end
          @lines = File.readlines(File.join(built, "lock"), chomp: true)
          File.join(built, "lib")
        end

        # Whether pip gets any of them.
        #: () -> bool
        def indexed? = ways.any?(Indexed)

        private

        def additions = @runtime.additions

        def ways = @ways ||= additions.libraries.map { |library| way(library) }

        def way(library)
          folder = @contender.checkouts[library.name]
          return Checkout.new(library, source_tree(library, folder)) if folder
          return Indexed.new(library, file(library), additions.mode) if @lock ? file(library) : available?(library)

          Sourced.new(library, Suite.new(@runtime.suite, @context, @tools, type: "deb-src")) do |archive, into|
            @tools.run(["tar", "-xf", archive, "-C", into, "--strip-components=1"], log: log(library))
            source_tree(library, into)
          end
        end

        def source_tree(library, folder) = SourceTree.new(library.name, folder, @contender.language, @context)

        # The file of the lock.
        def file(library) = Pip::Package.locked(@lock.to_s, mode: additions.mode).find { |file| file.project?(library.index) }

        def available?(library) = library.index && @context.index.of(library.index, @runtime.version).any?

        def digest
          parts = [@runtime.suite, @runtime.variables, *registry, *stamps]
          Digest::SHA256.hexdigest(parts.join("\0"))[0, 16]
        end

        def make(built, delivery)
          @context.build_folder(built) do |part|
            work = File.join(part, "work")
            deliver(ways.grep(Indexed), delivery)
            ways.each { |way| way.fetch(work) }
            yield ->(tree, *given) { ways.each { |way| add([tree, lib(part)], build(way, work, delivery, *given)) } }
            File.write(File.join(part, "lock"), ways.filter_map(&:line).map { |line| "#{line}\n" }.join)
            FileUtils.rm_rf(work)
            part
          end
        end

        # pip resolves them together, because one may need a certain release of another.
        def deliver(indexed, delivery)
          return if indexed.empty?

          locked = indexed.filter_map(&:file)
          how = Additions.how(indexed.last.library)
          files = locked.any? ? delivery.exactly(locked) : delivery.newest(indexed.map { |way| way.library.index }, how: how)
          indexed.each { |way| way.file = files.find { |file| file.project?(way.library.index) } }
        end

        # A folder with only this library.
        def build(way, work, delivery, executable, variables)
          File.join(work, "built-#{way.library.name}").tap do |one|
            way.build(work, File.join(one, additions.into), delivery, executable: executable, variables: variables,
                                                                      log: log(way.library))
          end
        end

        def add(trees, folder) = trees.each { |tree| tree.add([folder]) }

        def lib(part) = Tree.new(File.join(part, "lib"), @tools)

        def log(library) = @tools.log("addition", @runtime.name, library.name)

        # A way to get a library. Each has
        #
        #   stamp  identifies its source
        #   fetch  gets its source (may use the network)
        #   build  fills a folder with the files to load
        #   line   its line in the lock, after fetch; nil without one
        class Way
          attr_reader :library

          #: (Vocabulary::Language::Library) -> void
          def initialize(library)
            @library = library
          end

          def line = nil

          def fetch(_work) = nil
        end

        # A checkout on this machine.
        class Checkout < Way
          #: (Vocabulary::Language::Library, SourceTree) -> void
          def initialize(library, source)
            super(library)
            @source = source
          end

          def stamp = @source.stamp

          def build(work, into, _delivery, **given) = @source.copy(File.join(work, library.name)).build(into, **given)
        end

        # A release of the user's pip index, or a file of a record.
        class Indexed < Way
          # Its Pip::Package; at first only that of a record.
          attr_accessor :file

          #: (Vocabulary::Language::Library, Pip::Package?, String) -> void
          def initialize(library, file, mode)
            super(library)
            @file = file
            @mode = mode
            @stamp = file ? line : "pip #{library.index}"
          end

          attr_reader :stamp

          def line = file.line(mode: @mode)

          def build(_work, into, delivery, executable:, variables:, **)
            delivery.install([file], into: into, building: [executable, variables])
          end
        end

        # A source package. apt downloads and verifies it.
        class Sourced < Way
          # The block unpacks an archive into a folder, and returns its SourceTree.
          #: (Vocabulary::Language::Library, Suite) { (String, String) -> SourceTree } -> void
          def initialize(library, suite, &unpack)
            super(library)
            @suite = suite
            @unpack = unpack
          end

          def stamp = "source #{library.source}"

          def fetch(work)
            FileUtils.mkdir_p(work)
            @archive = @suite.source(library.source, work)
          rescue Impossible => error
            raise error if error.how

            raise Impossible.new(error.reason, how: Additions.how(library), log: error.log)
          end

          def build(work, into, _delivery, **given)
            folder = File.join(work, "source-#{library.name}")
            FileUtils.mkdir_p(folder)
            @unpack.call(@archive, folder).build(into, **given)
          end
        end

        # How to get a library that is missing.
        #: (Vocabulary::Language::Library) -> String
        def self.how(library)
          "#{"use a pip index that has #{library.index} for this runtime, or " if library.index}name a checkout: " \
            "#{library.name}=path:DIR"
        end
      end
    end
  end
end
