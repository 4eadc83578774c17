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
      # These would move the installation or ask a question.
      QUIET = %w[--ignore-scripts --no-audit --no-fund --no-update-notifier --no-progress --loglevel=error].freeze
      private_constant :QUIET

      class << self
        # The arguments of npm before those of a command. Everything that it keeps is in the cache. A runtime in the cache has its
        # own npm, which chooses releases that the runtime can run. A machine without npm has that of any such runtime.
        #: (String, String, Hash[String, String], ?runtime: String?) -> Array[String]
        def argv(cache, command, variables, runtime: nil)
          folders = variables.fetch("PATH", "").split(File::PATH_SEPARATOR)
          here = folders.any? { |folder| File.executable?(File.join(folder, COMMAND)) }
          own = Debian::Installation.tool(cache, COMMAND, of: runtime) if runtime
          own ||= Debian::Installation.tool(cache, COMMAND) unless here
          [own || COMMAND, command, "--cache", File.join(cache, "npm"), *QUIET]
        end

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
      class Construction < MachineBuild
        # Part of every digest. Increase it if the meaning of a folder's contents changes.
        FORMAT = 1

        private

        def stamps
          @stamps ||= case kind
                      when "none" then []
                      when "index" then ["npm #{library}@#{@contender.version}"]
                      else origin.stamps
                      end
        end

        def kind = @contender.source.kind

        # The source of a checkout.
        def origin = @origin ||= Debs::Origin.of(@contender, @context)

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
          kept(store: site, lock: Lockfile.portable(packages.map(&:line).sort.join("\n"), stamps: stamps),
               expected: packages.sort_by { |one| one.name == library ? 0 : 1 }.map { |one| expected(one) })
        end

        # npm writes where packages are from the folder that a link leads to.
        def install
          @event.call("building", library)
          log = folder.file("build.log")
          @context.slot do
            argv = [*Npm.argv(@context.cache, "install", variables, runtime: @contender.runtime),
                    *("--offline" if @context.offline), "--install-links", "--prefix", File.realpath(site), *wanted]
            @context.run(argv, env: variables, chdir: site, log: log, complaint: "npm install failed")
          end
        rescue Impossible => error
          raise error unless error.how&.include?("provides #{COMMAND}")

          raise Impossible.new("this machine has no npm", how: language.search.how)
        end

        # A lock names every package.
        def wanted
          return [origin.checkout(@context.path("store", "npm"))] unless kind == "index"
          return ["#{library}@#{@contender.version}"] unless @lock

          locked = @lock.lines(chomp: true).reject { |line| line.start_with?("#") }.map(&:split)
          locked.map { |name, version, _| "#{name}@#{version}" }
        end

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

        def additional = { language.environment.modules => File.join(site, "node_modules") }
      end
    end
  end
end
