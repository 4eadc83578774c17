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
        # A library, what identifies its source, and the source of a checkout. `indexed`: whether pip gets it; `file` is then
        # the Pip::Package of a record. Without both, it is a source package.
        Way = Value.define(:library, :stamp, checkout: nil, indexed: false, file: nil)
        private_constant :Way

        # The lines of the lock about files of the index, after `path`.
        #: () -> Array[String]
        attr_reader :lines

        # `lock` is the text of a record's lock.
        #: (Contender, Vocabulary::Language::Runtime, BuildContext, ?lock: String?) -> void
        def initialize(contender, runtime, context, lock: nil)
          @contender = contender
          @runtime = runtime
          @context = context
          @lock = lock
          @lines = []
        end

        # Identifies the sources.
        #: () -> Array[String]
        def stamps = [additions.to_h.to_s, *ways.map(&:stamp)]

        # Identifies the checkouts.
        #: () -> Array[String]
        def checkouts = ways.select(&:checkout).map(&:stamp)

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
        def indexed? = ways.any?(&:indexed)

        private

        def additions = @runtime.additions

        def ways = @ways ||= additions.libraries.map { |library| way(library) }

        def way(library)
          folder = @contender.checkouts[library.name]
          checkout = source_tree(library, folder) if folder
          file = locked(library) unless folder
          indexed = folder.nil? && (@lock ? !file.nil? : available?(library))
          stamp = checkout&.stamp || file&.line(mode: additions.mode)
          stamp ||= indexed ? "pip #{library.index}" : "source #{library.source}"
          Way.new(library: library, stamp: stamp, checkout: checkout, indexed: indexed, file: file)
        end

        # Its file in the lock.
        def locked(library) = Pip::Package.locked(@lock.to_s, mode: additions.mode).find { |file| file.project?(library.index) }

        def available?(library) = !library.index.nil? && @context.index.of(library.index, @runtime.version).any?

        def source_tree(library, folder) = SourceTree.new(library.name, folder, @contender.language, @context)

        def digest
          parts = [@runtime.suite, @runtime.variables, *registry, *stamps]
          Digest::SHA256.hexdigest(parts.join("\0"))[0, 16]
        end

        def make(built, delivery)
          @context.build_folder(built) do |part|
            work = File.join(part, "work")
            files = deliver(delivery)
            sources = ways.reject(&:indexed).to_h { |way| [way, source(way, work)] }
            yield ->(root, executable, variables) do
              ways.each do |way|
                folder = File.join(work, "built-#{way.library.name}")
                into = File.join(folder, additions.into)
                if way.indexed
                  delivery.install([files[way]], into: into, building: [executable, variables])
                else
                  sources[way].build(into, executable: executable, variables: variables, log: log(way.library))
                end
                [root, Tree.new(File.join(part, "lib"), @context)].each { |tree| tree.add([folder]) }
              end
            end
            File.write(File.join(part, "lock"), files.values.map { |file| "#{file.line(mode: additions.mode)}\n" }.join)
            FileUtils.rm_rf(work)
            part
          end
        end

        # {way => file}. pip resolves them together, because one may need a certain release of another.
        def deliver(delivery)
          indexed = ways.select(&:indexed)
          return {} if indexed.empty?

          locked = indexed.filter_map(&:file)
          names = indexed.map { |way| way.library.index }
          files = locked.any? ? delivery.exactly(locked) : delivery.newest(names, how: how(indexed.last.library))
          indexed.to_h { |way| [way, files.find { |file| file.project?(way.library.index) }] }
        end

        # A copy of its source to build in. apt downloads and verifies a source package.
        def source(way, work)
          folder = File.join(work, "source-#{way.library.name}")
          return way.checkout.copy(folder) if way.checkout

          archive = Suite.new(@runtime.suite, @context, type: "deb-src").source(way.library.source, work)
          FileUtils.mkdir_p(folder)
          @context.run(["tar", "-xf", archive, "-C", folder, "--strip-components=1"], log: log(way.library))
          source_tree(way.library, folder)
        rescue Impossible => error
          raise error if error.how

          raise Impossible.new(error.reason, how: how(way.library), log: error.log)
        end

        def log(library) = @context.log("addition", @runtime.name, library.name)

        # How to get a library that is missing.
        def how(library)
          "#{"use a pip index that has #{library.index} for this runtime, or " if library.index}name a checkout: " \
            "#{library.name}=path:DIR"
        end
      end
    end
  end
end
