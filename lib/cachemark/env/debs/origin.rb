# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # The source of a contender's own library. A package needs nothing else; the subclasses are the other kinds. Each has
      #
      #   stamps   identifies the source; the first lines of the lock in the record
      #   prepare  gets its source (may use the network), before anything else is built for it
      #   fetch    builds it for the runtime in place; returns the folders that it is loaded from
      #   registry identifies where its files come from, if the stamps are not sufficient
      #   lines    its part of the lock, after fetch
      class Origin
        #: (Contender, BuildContext, ?lock: String?) -> Origin
        def self.of(contender, context, lock: nil)
          kind = contender.source.kind
          return Pip::Origin.new(contender, context, lock: lock) if kind == "index"

          kind = "public" if contender.release.respond_to?(:address) && contender.release.address
          { "path" => Path, "git" => Git, "public" => Public }.fetch(kind, Origin).new(contender, context)
        end

        #: (Contender, BuildContext) -> void
        def initialize(contender, context)
          @contender = contender
          @context = context
        end

        def stamps = []

        def prepare(_runtime) = nil

        def fetch(_runtime, _folder) = []

        # Identifies the registry that it comes from; nil if the stamps are sufficient.
        def registry = nil

        # The lines of its files in the lock, after `fetch`.
        def lines = []

        private

        def name = @contender.client.library

        # A checkout on this machine. Pure code is used in place. A library with an extension is built into the cache from a
        # copy, once for each content and runtime, never in its own folder.
        class Path < Origin
          def stamps = [source.stamp]

          # The folder of the checkout; a commit is exported into the store.
          #: (String) -> String
          def checkout(_store) = dir

          def fetch(runtime, folder)
            looked = runtime.ask(folder, environment.build, "look", dir, name)
            return [looked[:folder] || raise(absent)] unless looked[:builds]

            yield name if block_given?
            FileLock.hold(lock_path(built(runtime))) { build(runtime, folder) unless File.directory?(built(runtime)) }
            [built(runtime)]
          end

          private

          def dir = @contender.source.dir

          def environment = @contender.language.environment

          def absent
            how = "name the folder of a checkout: #{@contender.client.name}@path:DIR"
            Impossible.new("#{dir} has no module #{name}", how: how)
          end

          def built(runtime) = File.join(runtime.store, "built", Digest::SHA256.hexdigest(stamps.join("\0"))[0, 16])

          def lock_path(path) = @context.path("locks", "built-#{File.basename(path)}.lock")

          def source = @source ||= SourceTree.new(name, dir, @contender.language, @context)

          def build(runtime, folder)
            @context.build_folder(built(runtime)) do |part|
              copy = source.copy("#{part}/source")
              runtime.building(folder) do |executable, variables|
                copy.build("#{part}/lib", executable: executable, variables: variables, log: folder.file("build.log"))
              end
              "#{part}/lib"
            end
          end
        end

        # A revision of a repository on this machine, exported into the cache. The ref is resolved each time, so that a
        # branch that moved is another environment. Raises Usage for a ref that the repository does not have.
        class Git < Path
          def stamps = ["git #{name} #{revision}"]

          def prepare(runtime) = checkout(runtime.store)

          def checkout(store)
            @dir = File.join(store, "built", "#{name}-#{revision[0, 16]}")
            FileLock.hold(lock_path(@dir)) { export unless File.directory?(@dir) }
            @dir
          end

          private

          attr_reader :dir

          def repository = @contender.source.dir

          def revision = @revision ||= @contender.source.revision(@contender.notation)

          def export
            @context.build_folder(dir) do |part|
              archive, files = "#{part}/archive.tar", "#{part}/files"
              @context.run(["git", "-C", repository, "archive", "--format=tar", "--output=#{archive}", revision], log: log)
              FileUtils.mkdir_p(files)
              @context.run(["tar", "-xf", archive, "-C", files], log: log)
              files
            end
          end

          def log = @context.log("git", repository, revision)
        end

        # A library that is in no registry: its public source is cloned if the network allows.
        class Public < Git
          def stamps = ["public #{name} #{revision}"]

          private

          def revision = @contender.release.commit

          def repository = @context.path("clones", @contender.client.id.tr("/", "-"))

          def export
            @context.once([:clone, repository]) { obtain } unless File.directory?(repository)
            super
          end

          def obtain
            return clone unless @context.offline

            raise Impossible, "it is not in the cache"
          rescue Impossible => error
            raise absent_clone(error.reason, error.log)
          end

          # git must not wait for a password, because nobody can type it.
          def clone
            @context.build_folder(repository) do |part|
              @context.run(["git", "clone", "--quiet", "--bare", @contender.release.address, part],
                        env: { "GIT_TERMINAL_PROMPT" => "0" }, log: log)
              part
            end
          end

          def absent_clone(why, log = nil)
            Impossible.new("its source is not available from #{@contender.release.address} (#{why})", log: log,
                           how: "clone it where you can, and run #{@contender.client.name}@path:DIR")
          end
        end
      end
    end
  end
end
