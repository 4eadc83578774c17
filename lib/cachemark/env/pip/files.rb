# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Pip
      # The files of indexes in the cache, by their digests.
      class Files
        #: (BuildContext) -> void
        def initialize(context)
          @context = context
        end

        #: (Package) -> String
        def path(file) = @context.path("pip", file.sha256, file.file)

        #: (Package) -> bool
        def has?(file) = File.file?(path(file))

        # Adds a downloaded file; nil if it is not a package. Several processes may add the same file.
        #: (String) -> Package?
        def add(downloaded)
          file = Package.at(downloaded) or return
          FileUtils.mkdir_p(File.dirname(path(file)))
          File.rename(downloaded, path(file))
          file
        end

        # The folder of the wheel that is built from an archive for a runtime.
        #: (Package, Debs::Runtime) -> String
        def built(file, runtime)
          @context.path("pip", "built", Digest::SHA256.hexdigest([file.sha256, *runtime.stamps].flatten.join("\0"))[0, 20])
        end

        # Removes the files that no environment needs, and the wheels that were built here, which can be built again.
        class Pruning
          #: (String, Array[Inventory::Entry]) -> void
          def initialize(cache, entries)
            @folder = File.join(cache, "pip")
            @needed = entries.flat_map(&:files)
          end

          # The names of the removed files.
          #: () -> Array[String]
          def call
            unneeded = Dir.glob(File.join(@folder, "*")).reject { |path| [*@needed, "built"].include?(File.basename(path)) }
            names = unneeded.flat_map { |path| Dir.children(path) }
            FileUtils.rm_rf([*unneeded, *(File.join(@folder, "built") if unneeded.any?)])
            names
          end
        end
      end
    end
  end
end
