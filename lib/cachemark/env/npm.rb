# frozen_string_literal: true

require "digest"
require "fileutils"
require "json"

module Cachemark
  module Env
    # Environments of npm's packages. npm resolves, downloads and verifies them, with the user's own configuration, into a folder
    # of each environment. No script of a package runs.
    #
    #   cache/npm/               npm's own cache
    #   cache/registry/npm-ID/   which releases a registry has
    #   cache/envs/DIGEST/site/  node_modules of one environment
    module Npm
      COMMAND = "npm"
      # What a machine without npm needs.
      HOW = "apt-get install --no-install-recommends npm"
      # These would move the installation or ask a question.
      QUIET = %w[--ignore-scripts --no-audit --no-fund --no-update-notifier --no-progress --loglevel=error].freeze
      private_constant :QUIET

      class << self
        # The arguments of npm before those of a command. Everything that it keeps is in the cache.
        #: (String, String) -> Array[String]
        def argv(cache, command) = [COMMAND, command, "--cache", File.join(cache, "npm"), *QUIET]

        # Identifies the configuration, and with it the registry.
        #: (Hash[String, String]) -> String
        def identity(variables)
          settings = variables.select { |name, _| name.downcase.start_with?("npm_config_") }.sort
          files = ["#{variables["HOME"]}/.npmrc", variables["NPM_CONFIG_USERCONFIG"], "/etc/npmrc"].compact
          Digest::SHA256.hexdigest([*settings, *files.map { |path| text(path) }].join("\0"))[0, 12]
        end

        private

        def text(path) = File.file?(path) && File.readable?(path) ? File.read(path) : ""
      end

      # A package that npm has installed. `path` is its folder below the environment's.
      Package = Value.define(:name, :version, :integrity, :path) do
        # A line of a lock.
        def line = [name, version, integrity || "-"].join(" ")

        # What npm installs.
        def wanted = "#{name}@#{version}"
      end

      # The packages of an environment: the client, and what it requires.
      class Construction < Builder::Construction
        # Part of every digest. Increase it if the meaning of a folder's contents changes.
        FORMAT = 1

        private

        def check
          language = @contender.language
          raise Impossible.new("this machine has no #{language.title}", how: language.search.how) unless @contender.runtime

          super
        end

        def runtime = @runtime ||= @context.runtimes.at(@contender.runtime, @contender.language)

        def library = @contender.client.library

        def stamps
          @stamps ||= case @contender.source.kind
                      when "none" then []
                      when "index" then ["npm #{library}@#{@contender.version}"]
                      else [Debs::SourceTree.new(library, source, @contender.language, @context).stamp]
                      end
        end

        # The folder of a checkout. A commit is exported into the cache.
        def source
          return @contender.source.dir unless @contender.source.kind == "git"

          revision = @contender.source.revision(@contender.notation)
          path = @context.path("store", "npm", "#{library}-#{revision[0, 16]}")
          lock = @context.path("locks", "npm-#{File.basename(path)}.lock")
          FileLock.hold(lock) { export(revision, path) unless File.directory?(path) }
          path
        end

        def export(revision, path)
          repository = @contender.source.dir
          @context.build_folder(path) do |part|
            archive, files = "#{part}/archive.tar", "#{part}/files"
            log = @context.log("git", repository, revision)
            @context.run(["git", "-C", repository, "archive", "--format=tar", "--output=#{archive}", revision], log: log)
            FileUtils.mkdir_p(files)
            @context.run(["tar", "-xf", archive, "-C", files], log: log)
            files
          end
        end

        def digest
          parts = [FORMAT, @contender.runtime, runtime.version, stamps, @lock, (Npm.identity(variables) unless @lock)]
          Digest::SHA256.hexdigest(parts.flatten.join("\0"))[0, 20]
        end

        def make
          folder.clear
          FileUtils.mkdir_p(site)
          File.write(File.join(site, "package.json"), ::JSON.generate(name: "environment", private: true))
          install if library
          packages = installed
          lock = Lockfile.portable(packages.map(&:line).sort.join("\n"), stamps: stamps)
          { store: site, load_paths: [], unused: [], lock: lock,
            runtime: { path: @contender.runtime, folders: [], version: runtime.version, description: runtime.description,
                       engine: @contender.language.search.engine },
            expected: packages.sort_by { |one| one.name == library ? 0 : 1 }.map { |one| expected(one) } }
        end

        def install
          @event.call("building", library)
          log = folder.file("build.log")
          @context.slot do
            argv = [*Npm.argv(@context.cache, "install"), *("--offline" if @context.offline), "--install-links"]
            @context.run([*argv, "--prefix", site, *wanted], env: variables, chdir: site, log: log,
                                                             complaint: "npm install failed")
          end
        rescue Impossible => error
          raise error unless error.how&.include?("provides #{COMMAND}")

          raise Impossible.new("this machine has no npm", how: HOW)
        end

        # A lock names every package.
        def wanted
          return [stamps.first.delete_prefix("npm ")] if @lock.nil? && @contender.source.kind == "index"
          return [source] unless @contender.source.kind == "index"

          locked.map { |name, version, _| "#{name}@#{version}" }
        end

        def locked = @lock.lines(chomp: true).reject { |line| line.start_with?("#") }.map(&:split)

        def installed
          lock = File.join(site, "node_modules", ".package-lock.json")
          return [] unless File.exist?(lock)

          ::JSON.parse(File.read(lock)).fetch("packages").map do |path, facts|
            Package.new(name: path[%r{node_modules/((?:@[^/]+/)?[^/]+)\z}, 1], version: facts["version"],
                        integrity: facts["integrity"], path: path)
          end
        end

        def expected(package)
          { gem: package.name, version: package.name == library ? @contender.version : package.version,
            dir: File.join(site, package.path), extension_dir: nil, reports: nil }
        end

        def site = folder.file("site")

        def variables = @context.variables.for_npm

        def environment(facts)
          lock, expected = facts.values_at(:lock, :expected)
          Environment.new(contender_id: @contender.id, dir: folder.path, lock: lock, lock_digest: Lockfile.digest(lock),
                          env: { **@context.variables.for_driver,
                                 @contender.language.environment.modules => File.join(site, "node_modules") },
                          argv: [@contender.runtime], expected: expected, runtime: facts.fetch(:runtime),
                          gems: expected.to_h { |one| [one.fetch(:gem), one.fetch(:version)] }.compact)
        end

        def origin = self
      end
    end
  end
end
