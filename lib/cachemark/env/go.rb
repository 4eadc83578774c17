# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    # Environments of a language that is compiled. Each is one program: the driver, the adapter of a client, and the source of
    # that client. The source comes from a Debian package, a folder or a commit. The compiler gets the modules that a client
    # requires, with the user's own configuration.
    #
    #   cache/go/                 the compiler's own cache
    #   cache/envs/DIGEST/site/   the sources of the driver
    #   cache/envs/DIGEST/files/  the source of the client, as it was compiled
    #   cache/envs/DIGEST/driver  the program
    module Go
      # Where Debian's packages have the source of a module.
      PACKAGED = "usr/share/gocode/src"
      # Variables that would give another program than this machine's own.
      OTHER = %w[GOOS GOARCH].freeze
      FIXED = { "CGO_ENABLED" => "0", "GO111MODULE" => "on", "GOTOOLCHAIN" => "local", "GOWORK" => "off" }.freeze
      # The compiler writes the paths of sources into the program, which reports them.
      BUILD = %w[build -mod=mod -buildvcs=false -trimpath=false].freeze
      # A package of a commit has its date.
      DATED = /~git(?:\d+\.)?(\d{8}).*/
      private_constant :PACKAGED, :OTHER, :FIXED, :BUILD, :DATED

      # The program of a contender.
      class Construction < MachineBuild
        # Part of every digest. Increase it if the meaning of a folder's contents changes.
        FORMAT = 1

        private

        def origin = @origin ||= Debs::Origin.of(@contender, @context)

        def digest
          parts = [FORMAT, @contender.runtime, runtime.description, stamps, @lock, own.digest, library, release,
                   variables.select { |name, _| name.start_with?("GO") }.sort]
          Digest::SHA256.hexdigest(parts.flatten.join("\0"))[0, 20]
        end

        def release = @contender.release&.to_h&.values_at(:number, :suite, :package)

        # The sources of the driver, with the adapter. The control is the reference with its mutants.
        def own = @own ||= SourceFiles.new(language.folder, sources)

        DRIVER = %w[go.mod *.go].freeze
        CONTROL = %w[adapters/socket.go mutants/*.go].freeze
        private_constant :DRIVER, :CONTROL

        def sources
          adapter = @contender.client.adapter
          [*DRIVER, "adapters/#{adapter}.go", *(CONTROL if adapter == Vocabulary::References::CONTROL)]
        end

        def make
          folder.clear
          FileUtils.mkdir_p([site, files])
          FileUtils.cp(Dir.glob(sources, base: language.folder).map { |name| File.join(language.folder, name) }, site)
          debs = library ? add_library : []
          @event.call("building", library)
          compile
          lock = Lockfile.portable([*debs.map(&:to_s), *sums].join("\n"), stamps: stamps)
          kept(folders: [site], store: site, debs: debs.map(&:full_name), lock: lock, expected: [(expected if library)].compact)
        end

        # Copies the source, and names the copy in the driver's module. Returns the packages that it came from.
        def add_library
          debs = packaged? ? store.obtain(packages) { |names| @event.call("building", names) } : []
          source = File.join(store.path(debs.first), PACKAGED, library) if debs.any?
          source ||= origin.checkout(@context.path("store", language.name))
          FileUtils.cp_r((Dir.children(source) - %w[.git]).map { |name| File.join(source, name) }, files)
          name_module(source)
          requirement = "\nrequire #{library} v#{@contender.version || "0.0.0"}\n\nreplace #{library} => ../files\n"
          File.write(File.join(site, "go.mod"), requirement, mode: "a")
          debs
        end

        # Other releases are commits of a public repository.
        def packaged? = @contender.source.kind == "package" && @contender.release.address.nil?

        # Sources from before modules do not say which one they are.
        def name_module(source)
          file = File.join(files, "go.mod")
          return File.write(file, "module #{library}\n") unless File.exist?(file)

          name = File.read(file)[/^module\s+"?([^\s"]+)/, 1]
          raise Impossible, "#{source} is the module #{name}, not #{library}" unless name == library
        end

        def packages
          return Debs.locked(@lock) if @lock

          suite = @contender.release.suite
          name = @contender.release.package || @contender.client.package
          found = store.suite(suite).find(name)
          return [found] if found && number(found) == @contender.version

          raise Impossible.new("Debian #{suite} has #{found ? "#{number(found)}, not #{@contender.version}, of" : "no"} #{name}",
                               how: "see which versions there are: cachemark list versions #{@contender.client.name}")
        end

        def number(deb) = deb.version.match?(DATED) ? deb.version.sub(DATED, '.\1') : deb.upstream

        def store = @store ||= Debs::Store.new(@context)

        def compile
          argv = [@contender.runtime, *BUILD, "-o", program, "."]
          @context.slot do
            @context.run(argv, env: variables, chdir: site, log: folder.file("build.log"),
                               complaint: "#{library || language.title} cannot be built")
          end
        end

        # The other modules that it requires.
        def sums
          file = File.join(site, "go.sum")
          File.exist?(file) ? File.readlines(file, chomp: true).sort : []
        end

        def expected
          { gem: library, version: @contender.version, dir: files, extension_dir: nil, reports: @contender.version }
        end

        def site = folder.file("site")
        def files = folder.file("files")
        def program = folder.file("driver")

        def variables
          own = @context.variables.for_go.except(*OTHER)
          { **own, **FIXED, "GOCACHE" => @context.path("go"), **(@context.offline ? { "GOPROXY" => "off" } : {}) }
        end

        def argv = [program]
      end
    end
  end
end
