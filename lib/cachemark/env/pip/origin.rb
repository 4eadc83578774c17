# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Pip
      # A release from the user's pip index, with everything that it requires. Its files are downloaded once, and verified by
      # their SHA-256. Wheels are preferred, other archives are built for the runtime in place. All of this is pip's work.
      class Origin < Debs::Origin
        # pip's complaints about files other than those of a record.
        OTHER_FILES = /DO NOT MATCH THE HASHES|No matching distribution|Could not find a version/
        # An index without the packages that build an archive. Those of the runtime's own are then used.
        NO_BUILDERS = /build dependencies/
        private_constant :OTHER_FILES, :NO_BUILDERS

        #: (Contender, BuildContext, ?lock: String?) -> void
        def initialize(contender, context, lock: nil)
          super(contender, context)
          @locked = lock && Package.locked(lock)
        end

        def stamps = ["pip #{wanted.join(" ")}"]

        # The files of a lock are the same everywhere.
        def registry = @locked ? nil : Pip.identity(Pip.variables(@context.variables))

        # The lines of the lock about its files, after `fetch`.
        def lines = @files.map(&:to_s).sort

        def fetch(runtime, folder, &event)
          pip = Commands.new(runtime, folder, @context, tools)
          @files = @locked ? locked(pip, folder, &event) : current(pip, folder, &event)
          wheels = @files.map { |file| file.wheel? ? store.path(file) : built(file, runtime, pip, folder, &event) }
          pip.install(wheels, into: folder.file("site"))
          [folder.file("site")]
        end

        private

        def store = @store ||= Files.new(@context)

        # pip resolves the release, and the client below it.
        def wanted = ["#{@contender.release.index}==#{@contender.version}", *@contender.client.below&.index]

        # The newest files that fit, as the index has them now.
        def current(pip, folder)
          raise absent(wanted.join(" ")) if @context.offline

          yield "#{wanted.join(" ")} of the pip index" if block_given?
          download(pip, folder, wanted)
        rescue Impossible => error
          raise error if error.how || !error.reason.match?(OTHER_FILES)

          raise Impossible.new("the pip index has no #{wanted.join(" ")} for this runtime: #{error.reason}", log: error.log,
                               how: "see which versions there are: cachemark list versions #{@contender.client.name}")
        end

        # Exactly the files of a record.
        def locked(pip, folder)
          lacking = @locked.reject { |file| store.has?(file) }
          return @locked if lacking.empty?
          raise absent(lacking.first.file) if @context.offline

          yield "#{lacking.map(&:file).join(" ")} of the pip index" if block_given?
          download_locked(pip, folder, lacking)
          @locked
        end

        def download_locked(pip, folder, lacking)
          list = folder.file("requirements.txt")
          File.write(list, lacking.map { |file| "#{file.requirement}\n" }.join)
          download(pip, folder, ["--no-deps", "--require-hashes", "--requirement", list])
        rescue Impossible => error
          raise error unless error.reason.match?(OTHER_FILES)

          what = "the record's #{lacking.map(&:file).join(", ")} is no longer available: the pip index has other files"
          raise Impossible.new(what, log: error.log)
        end

        def download(pip, folder, words)
          into = folder.file("files")
          attempts(pip) { |options| pip.download([*options, *words], into: into) }
          Dir.children(into).sort.filter_map { |file| store.add(File.join(into, file)) }
        ensure
          FileUtils.rm_rf(into) if into
        end

        # Builds an archive as pip does for its users. If the index lacks what the build requires, the runtime's own packages
        # are used.
        def attempts(pip)
          yield []
        rescue Impossible => error
          raise error unless File.read(pip.log).match?(NO_BUILDERS)

          yield ["--no-build-isolation"]
        end

        # The path of the wheel that was built from an archive.
        def built(file, runtime, pip, folder)
          place = store.built(file, runtime)
          yield file.name if block_given?
          FileLock.hold(@context.path("locks", "pip-#{File.basename(place)}.lock")) do
            build(file, place, pip, folder) unless File.directory?(place)
          end
          Dir.glob(File.join(place, "*.whl")).first
        end

        def build(file, place, pip, folder)
          @context.build_folder(place) do |part|
            pip.building do |more|
              attempts(pip) { |options| pip.wheel([*options, store.path(file)], into: part, **more) }
            end
            part
          end
        rescue Impossible => error
          raise error if error.how

          refuse_no_compiler
          raise Impossible.new("#{file.file} cannot be built: #{error.reason}", log: error.log)
        end

        def absent(what) = Impossible.new("#{what} is not in the cache", how: "run once without --offline")
      end
    end
  end
end
