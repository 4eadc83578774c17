# frozen_string_literal: true

module Cachemark
  module Env
    module Pip
      # pip's commands on the runtime of an environment.
      class Commands
        #: (Debs::Runtime, Folder, BuildContext, Debs::Tools) -> void
        def initialize(runtime, folder, context, tools)
          @runtime = runtime
          @folder = folder
          @context = context
          @tools = tools
        end

        # The output of the commands.
        #: () -> String
        def log = @folder.file("build.log")

        # Resolves and downloads.
        #: (Array[String], into: String) -> void
        def download(words, into:)
          run(["download", "--prefer-binary", "--dest", into, *words])
        end

        # Builds one archive without its dependencies. `argv` and `variables` are those of a runtime that can build.
        #: (Array[String], into: String, **Object) -> void
        def wheel(words, into:, **more) = run(["wheel", "--no-deps", "--wheel-dir", into, *words], **more)

        # Yields what `wheel` needs.
        def building
          @runtime.building(@folder, installer: true) do |executable, variables|
            yield({ argv: [executable, *@runtime.installer(executable)], variables: variables })
          end
        end

        # Installs wheels into a folder without access to any index. pip verifies their digests again.
        #: (Array[String], into: String) -> void
        def install(wheels, into:)
          list = @folder.file("requirements.txt")
          File.write(list, wheels.map { |wheel| "#{Package.at(wheel).requirement}\n" }.join)
          folders = wheels.flat_map { |wheel| ["--find-links", File.dirname(wheel)] }
          run(["install", "--no-index", *folders, "--no-deps", "--require-hashes", "--no-cache-dir", "--target", into,
               "--requirement", list])
        end

        private

        def run(words, argv: nil, variables: nil)
          argv, variables = @runtime.installing(@folder) unless argv
          env = { **Pip.variables(@context.variables), **variables }
          @context.slot do
            @tools.run([*argv, *words], env: env, chdir: @folder.path, log: log, complaint: "pip #{words.first} failed")
          end
        rescue Impossible => error
          raise error unless error.reason.include?("No module named pip")

          raise Impossible.new("#{argv.first} has no pip", how: HOW, log: log)
        end
      end
    end
  end
end
