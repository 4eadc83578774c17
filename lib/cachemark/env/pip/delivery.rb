# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Pip
      # Gets files of the index into the cache, and builds wheels from archives of sources.
      class Delivery
        # pip's complaints about files other than the requested ones.
        OTHER_FILES = /DO NOT MATCH THE HASHES|No matching distribution|Could not find a version/
        private_constant :OTHER_FILES

        # For the environment in a folder.
        #: (Debs::Runtime, Folder, BuildContext) -> Delivery
        def self.of(runtime, folder, context)
          new(Commands.new(runtime, folder, context), runtime, context)
        end

        #: (Commands, Debs::Runtime, BuildContext) -> void
        def initialize(pip, runtime, context)
          @pip = pip
          @runtime = runtime
          @context = context
        end

        # The newest files that fit these requirements, as the index has them now. The block is called before a download, and
        # `how` says what to do if the index does not have them.
        #: (Array[String], how: String) ?{ () -> void } -> Array[Package]
        def newest(wanted, how:)
          raise Impossible.not_cached(wanted.join(" ")) if @context.offline

          yield if block_given?
          download(wanted)
        rescue Impossible => error
          raise error if error.how || !error.reason.match?(OTHER_FILES)

          raise Impossible.new("the pip index has no #{wanted.join(" ")} for this runtime: #{error.reason}", log: error.log,
                                                                                                             how: how)
        end

        # Exactly these files. The block is called with the names of those that have to be downloaded.
        #: (Array[Package]) ?{ (String) -> void } -> Array[Package]
        def exactly(files)
          lacking = files.reject { |file| store.has?(file) }
          return files if lacking.empty?
          raise Impossible.not_cached(lacking.first.file) if @context.offline

          yield lacking.map(&:file).join(" ") if block_given?
          download_locked(lacking)
          files
        end

        # Installs files into a folder, each from its wheel. Archives are built, once for the runtime. The block is called with
        # the name of a library before it is built. `building` has the interpreter and the variables of a runtime that can
        # build, if there is one already.
        #: (Array[Package], into: String, ?building: [String, Hash[String, String]]?) ?{ (String) -> void } -> void
        def install(files, into:, building: nil, &event)
          @pip.install(files.map { |file| file.wheel? ? store.path(file) : wheel(file, building, &event) }, into: into)
        end

        private

        def store = @store ||= Files.new(@context)

        def download_locked(lacking)
          list = @pip.file("requirements.txt")
          File.write(list, lacking.map { |file| "#{file.requirement}\n" }.join)
          download(["--no-deps", "--require-hashes", "--requirement", list])
        rescue Impossible => error
          raise error unless error.reason.match?(OTHER_FILES)

          what = "the record's #{lacking.map(&:file).join(", ")} is no longer available: the pip index has other files"
          raise Impossible.new(what, log: error.log)
        end

        def download(words)
          into = @pip.file("files")
          @pip.download(words, into: into)
          Dir.children(into).sort.filter_map { |file| store.add(File.join(into, file)) }
        ensure
          FileUtils.rm_rf(into) if into
        end

        # The path of the wheel of an archive.
        def wheel(file, building)
          place = store.built(file, @runtime)
          yield file.name if block_given?
          FileLock.hold(@context.path("locks", "pip-#{File.basename(place)}.lock")) do
            build(file, place, building) unless File.directory?(place)
          end
          Paths.matching(place, "*.whl").first
        end

        def build(file, place, building)
          @context.build_folder(place) do |part|
            @pip.building(*building) { |more| @pip.wheel(store.path(file), into: part, **more) }
            part
          end
        rescue Impossible => error
          raise error if error.how

          Debs::SourceTree.refuse_no_compiler(file.name, @context)
          raise Impossible.new("#{file.file} cannot be built: #{error.reason}", log: error.log)
        end
      end
    end
  end
end
