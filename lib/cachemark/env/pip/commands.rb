# frozen_string_literal: true

module Cachemark
  module Env
    module Pip
      # pip's commands on the runtime of an environment.
      class Commands
        # An index without the packages that build an archive. Those of the runtime's own are then used.
        NO_BUILDERS = /build dependencies/
        private_constant :NO_BUILDERS

        #: (Debs::Runtime, Folder, BuildContext) -> void
        def initialize(runtime, folder, context)
          @runtime = runtime
          @folder = folder
          @context = context
        end

        # The output of the commands.
        #: () -> String
        def log = @folder.file("build.log")

        # A file of the environment, for pip.
        #: (String) -> String
        def file(name) = @folder.file(name)

        # Resolves and downloads.
        #: (Array[String], into: String) -> void
        def download(words, into:)
          attempts { |options| run(["download", "--prefer-binary", "--dest", into, *options, *words]) }
        end

        # Builds one archive without its dependencies, in a runtime that can build (see `building`).
        #: (String, into: String, argv: Array[String], variables: Hash[String, String]) -> void
        def wheel(archive, into:, **more)
          attempts { |options| run(["wheel", "--no-deps", "--wheel-dir", into, *options, archive], **more) }
        end

        # Yields what `wheel` needs, of a runtime that can build: the given one, or a new one.
        #: (?String, ?Hash[String, String]) { (Hash[Symbol, Object]) -> void } -> void
        def building(executable = nil, variables = nil, &wheels)
          return @runtime.building(@folder, installer: true) { |*given| building(*given, &wheels) } unless executable

          yield({ argv: [executable, *@runtime.installer(executable)], variables: variables })
        end

        # Installs wheels into a folder without access to any index. pip verifies their digests again.
        #: (Array[String], into: String) -> void
        def install(wheels, into:)
          list = file("requirements.txt")
          File.write(list, wheels.map { |wheel| "#{Package.at(wheel).requirement}\n" }.join)
          folders = wheels.flat_map { |wheel| ["--find-links", File.dirname(wheel)] }
          run(["install", "--no-index", *folders, "--no-deps", "--require-hashes", "--no-cache-dir", "--target", into,
               "--requirement", list])
        end

        private

        # Builds an archive as pip does for its users. If the index lacks what the build requires, the runtime's own packages
        # are used.
        def attempts
          yield []
        rescue Impossible => error
          raise error unless File.read(log).match?(NO_BUILDERS)

          yield ["--no-build-isolation"]
        end

        def run(words, argv: nil, variables: nil)
          argv, variables = @runtime.installing(@folder) unless argv
          env = { **Pip.variables(@context.variables), **variables }
          @context.slot do
            @context.run([*argv, *words], env: env, chdir: @folder.path, log: log, complaint: "pip #{words.first} failed")
          end
        rescue Impossible => error
          raise error unless error.reason.include?("No module named pip")

          raise Impossible.new("#{argv.first} has no pip", how: HOW, log: log)
        end
      end
    end
  end
end
