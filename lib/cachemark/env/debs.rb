# frozen_string_literal: true

require "digest"
require "fileutils"
require "find"
require "pathname"

module Cachemark
  module Env
    # Environments of languages whose runtimes and libraries are Debian packages. They need no root rights and change nothing
    # in the system. A private apt resolves, downloads and verifies packages, and its archives are only unpacked. No script
    # of a package ever runs, and no service starts.
    #
    #   cache/apt/SUITE-ID/            a private apt of one suite: configuration, lists, what counts as installed
    #   cache/debs/NAME_VERSION_ARCH/  each package's files, once; NAME_VERSION_ARCH.sha256 of its archive
    #   cache/roots/DIGEST/            a runtime's packages as one tree of hard links, its libraries compiled
    #   cache/store/LANGUAGE-RUNTIME/  checkouts that were exported or built for it
    #   cache/envs/DIGEST/             root/ (the same with the client's packages), env.json, build.log
    #
    # Only libc and the compiler's libraries are the machine's own, so that a package must not need a newer libc. Suites up
    # to the machine's therefore run on it; newer ones may not. A runtime with a `launcher` brings these libraries along, and
    # is started by their loader (Launcher), so that it runs on any machine.
    module Debs
      # A remedy on machines that cannot use Debian's packages.
      HOW = "name a runtime of your own that has the client, as an option of the contender"
      private_constant :HOW

      # A version of a package. `suite` is its Debian release.
      Deb = Value.define(:name, :version, :architecture, :suite, sha256: nil) do
        # The name of its files in the cache.
        #: () -> String
        def full_name = "#{name}_#{version.sub(":", "%3a")}_#{architecture}"

        # The upstream version, without Debian's additions: "1.6.3" of "1:1.6.3+dfsg1-2+b1".
        #: () -> String
        def upstream = version.sub(/\A\d+:/, "").sub(/-[^-]*\z/, "").sub(/[+~].*\z/, "")

        # Whether it works with every version of its language.
        def for_all? = architecture == "all"

        # A line of a lock.
        def to_s = "#{name} #{version} #{architecture} #{suite} sha256:#{sha256}"
      end

      # The packages in a lock's text; the other lines are stamps.
      #: (String) -> Array[Deb]
      def self.locked(text)
        text.lines(chomp: true).reject { |line| line.start_with?("#") }.filter_map do |line|
          parts = line.split
          next unless parts.size == 5

          Deb.new(**%i[name version architecture suite].zip(parts).to_h, sha256: parts.last.delete_prefix("sha256:"))
        end
      end

      # Selects the packages of a contender's environment.
      class Choice
        #: (Contender, Vocabulary::Language::Runtime, Store) -> void
        def initialize(contender, runtime, store)
          @contender = contender
          @runtime = runtime
          @store = store
        end

        # All packages; for a checkout or a release of an index, only the dependencies of its library. Raises Impossible.
        #: () -> Array[Deb]
        def debs
          return resolve(@runtime.packages) unless package

          released = @contender.source.kind == "package"
          return fit(resolve([*@runtime.packages, package, *below])) if released && suite == @runtime.suite

          known = [package, *below].select { |name| home.find(name) }
          own = @contender.source.kind == "index" ? known : [package]
          needs = resolve([*@runtime.packages, *known]).reject { |deb| own.include?(deb.name) }
          released ? [*needs, other_release] : needs
        end

        # Packages of the runtime's own suite, with their dependencies.
        #: (Array[String]) -> Array[Deb]
        def resolve(packages)
          home.resolve(packages, installed: (Installed.outside(home.architecture) if @runtime.launcher))
        end

        private

        def home = @store.suite(@runtime.suite)

        def release = @contender.release

        def suite = release.suite || @runtime.suite

        def package = (release.package if release.respond_to?(:package)) || @contender.client.package

        def below = @contender.client.below&.package

        def fit(debs) = debs.tap { check(debs.find { |deb| deb.name == package }) }

        # A package of another Debian release, without its dependencies there.
        def other_release
          deb = @store.suite(suite).find(package)
          check(deb)
          return deb if deb.for_all?

          raise Impossible.new("#{package} of Debian #{suite} is built for another #{@contender.language.title}",
                               how: "take a version of Debian #{@runtime.suite}: #{list}")
        end

        def check(deb)
          return if deb && deb.upstream == @contender.version

          has = deb ? "has #{deb.upstream}, not #{@contender.version}, of" : "has no"
          raise Impossible.new("Debian #{suite} #{has} #{package}", how: list)
        end

        def list = "see which versions there are: cachemark list versions #{@contender.client.name}"
      end

      # Builds the environments of contenders whose language takes its libraries from Debian.
      class Construction < Builder::Construction
        # Part of every digest. Increase it if the meaning of a folder's contents changes.
        FORMAT = 3

        private

        def runtime = @runtime ||= Runtime.of(@contender, @context, lock: @lock)

        def origin = @origin ||= Origin.of(@contender, @context, lock: @lock)

        def settings = @contender.language.environment

        def library = @contender.client.library

        def digest
          parts = [FORMAT, @contender.language.name, runtime.stamps, stamps, library, @contender.version, @lock,
                   settings.arguments, settings.loading,
                   *origin.registry, *runtime.registry]
          Digest::SHA256.hexdigest(parts.flatten.join("\0"))[0, 20]
        end

        def stamps = origin.stamps + runtime.checkouts

        # A missing library may become available later.
        def ready = (super unless stale?)

        def stale?
          return false unless @context.install && !@context.offline && folder.facts&.fetch(:lacks)&.any?

          Time.now - File.mtime(folder.file("env.json")) > Suite::AGE_S
        end

        def make
          folder.clear
          @event.call("resolving", nil)
          origin.prepare(runtime)
          debs = runtime.build_in(folder) { |names| @event.call("building", names) }
          folders = origin.fetch(runtime, folder) { |name| @event.call("building", name) }
          facts(debs, folders)
        end

        def facts(debs, folders)
          variables = variables(folders)
          loading = runtime.loading(library, folders)
          answer = runtime.ask(folder, *loading, settings.probe, *library, variables: variables)
          place = runtime.folders(folder, answer.fetch(:folders))
          { store: runtime.store, load_paths: [*(place if debs.any?), *folders], debs: debs.map(&:full_name), unused: [],
            lock: Lockfile.portable([*debs.map(&:to_s).sort, *origin.lines, *runtime.lines].join("\n"), stamps: stamps),
            argv: [*runtime.argv(folder), *runtime.arguments(folder), *loading], variables: variables, lacks: runtime.lacking,
            expected: [expected(answer, folders)].compact,
            runtime: { path: runtime.executable(folder), folders: place, **answer.slice(:version, :description, :engine) } }
        end

        def variables(folders)
          own = settings.variables.merge(runtime.variables(folder))
          folders.any? && settings.modules ? own.merge(settings.modules => folders.join(":")) : own
        end

        def expected(answer, folders)
          return unless library

          file = answer.fetch(:modules)[library.to_sym] or raise runtime.absent(library)
          dir = folders.first || runtime.place(folder, file)
          raise Impossible, "#{library} would be loaded from #{file}, not from #{dir}" unless file.start_with?("#{dir}/")

          { gem: library, version: @contender.version, dir: dir, extension_dir: nil, reports: reports }
        end

        # Only the user's own runtime can have another version than requested.
        def reports
          @contender.source.kind == "runtime" ? @contender.version : @contender.client.reports[@contender.version]
        end

        def environment(facts)
          variables, lacks = facts.values_at(:variables, :lacks).map { |pairs| pairs.transform_keys(&:to_s) }
          Environment.of(@contender, folder, facts, argv: facts.fetch(:argv), lacks: lacks,
                                                    env: @context.variables.for_driver.merge(variables))
        end
      end

      # A root of hard links that packages share: complete, with almost no disk space.
      class Tree
        # The folders of libraries for a loader; the machine's own come after them.
        LIBRARIES = %w[lib/*-linux-* usr/lib/*-linux-* lib usr/lib].freeze
        HEADERS = %w[usr/include usr/include/*-linux-*].freeze
        private_constant :LIBRARIES, :HEADERS

        # The absolute path.
        attr_reader :path

        #: (String, BuildContext) -> void
        def initialize(path, context)
          @path = path
          @context = context
        end

        # Adds the files of all these folders.
        #: (Array[String]) -> void
        def add(folders)
          FileUtils.mkdir_p(@path)
          return if folders.empty?

          folders = folders.map { |folder| File.join(folder, ".") }
          @context.run(["cp", "-al", "--remove-destination", "--", *folders, @path], log: @context.log("cp", @path))
          relink
        end

        #: (String) -> String
        def file(name) = File.join(@path, name)

        # Folders for LD_LIBRARY_PATH.
        #: () -> Array[String]
        def libraries = folders(LIBRARIES)

        # The variables that a compiler needs to use it.
        #: () -> Hash[String, String]
        def for_compiler = { "CPATH" => folders(HEADERS).join(":"), "LIBRARY_PATH" => libraries.join(":") }

        private

        def folders(globs) = globs.flat_map { |glob| Paths.matching(@path, glob) }.select { |folder| File.directory?(folder) }

        # Makes absolute links relative, because they would point to the machine's own files.
        def relink
          Find.find(@path) do |path|
            next unless File.symlink?(path)

            target = File.readlink(path)
            next unless target.start_with?("/") && (File.exist?(file(target)) || File.symlink?(file(target)))

            File.unlink(path)
            File.symlink(Pathname.new(file(target)).relative_path_from(Pathname.new(File.dirname(path))).to_s, path)
          end
        end
      end
    end
  end
end
