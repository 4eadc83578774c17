# frozen_string_literal: true

module Cachemark
  module Env
    module Gems
      # The source of a contender's own library. A gem from the gem source needs only its line in the Gemfile. There is a
      # subclass for each other source. Each has
      #
      #   entries    lines that it adds to the Gemfile
      #   stamps     identifies the source beyond the Gemfile's text; the first lines of the lock in the record
      #   fetch      prepares parts that Bundler does not (may use the network; only while building)
      #   load_path  folders before Bundler's
      #   expected   {gem:, version:, dir:, extension_dir:} that the driver must have loaded, or nil
      class Origin
        #: (Contender, BuildContext, Store) -> Origin
        def self.of(contender, context, store)
          kind = contender.source.kind.to_s
          return Unpacked.new(contender, context, store) if kind == "gem" && Unpacked.needed?(contender)

          { "none" => Nothing, "copy" => Copy, "path" => Path, "git" => Git }.fetch(kind, Origin).new(contender, context, store)
        end

        #: (Contender, BuildContext, Store) -> void
        def initialize(contender, context, store)
          @contender = contender
          @context = context
          @store = store
        end

        # Gems that the Gemfile pins in addition to `entries`: {name => version}.
        def pinned = @contender.gems

        def entries = []

        def stamps = []

        def fetch(_gem_commands) = nil

        def load_path = []

        # `found` are the gems that Bundler activated.
        def expected(found)
          own = found.find { |gem| gem.fetch(:gem) == name }
          own&.merge(reports: @contender.client.reports[@contender.version])
        end

        # Whether Bundler itself has to install something after the store is complete.
        def checked_out? = false

        private

        def name = @contender.client.gem || @contender.client.name

        def companions = @contender.gems.except(name)

        def full_name = "#{name}-#{@contender.version}"

        # The reference contenders: no library at all.
        class Nothing < Origin
          def expected(_found) = nil
        end

        # A library inside another gem (memcache-client in the activesupport 2.2.2 gem). That gem is installed alone, and
        # only the vendored folder is on the load path.
        class Copy < Origin
          def pinned = companions.except(copy.gem)

          def stamps = ["copy #{name}@#{@contender.version} in #{carrier}"]

          def fetch(gem_commands, &building)
            spec = { name: copy.gem, version: copy.version, full_name: carrier }
            @store.install(spec, gem_commands) { building&.call(carrier) }
            raise Impossible, "#{carrier} has no folder #{copy.path}" unless dir
          end

          def load_path = [dir]

          # A copy reports another version than the gem that contains it; the catalogue has the reported one.
          def expected(_found) = { gem: name, version: copy.reports, dir: dir, extension_dir: nil, reports: copy.reports }

          private

          def copy = @contender.client.copies.fetch(@contender.version)

          def carrier = "#{copy.gem}-#{copy.version}"

          # The catalogue names the folder by a glob.
          def dir = Paths.matching(@store.dir(carrier), copy.path).find { |path| File.directory?(path) }
        end

        # A gem whose metadata cannot be installed (memcache-client 1.6.3), or whose dependencies are useless build tools
        # (1.5.0's hoe). It is unpacked into the cache, and used through a generated gemspec as a path source. Such gems have
        # no extensions.
        class Unpacked < Origin
          #: (Contender) -> bool
          def self.needed?(contender) = contender.client.ignore_dependencies?(contender.version)

          def pinned = companions

          # Relative to the environment's folder, so that the lock is the same on every machine.
          def entries
            [Gemfile::Entry.new(name: name, version: @contender.version, options: { path: "../../unpacked/#{full_name}" })]
          end

          def stamps = ["unpacked #{full_name}"]

          def fetch(_gem_commands)
            yield full_name if block_given?
            @context.once([:unpack, full_name]) do
              FileLock.hold(@context.path("locks", "unpacked-#{full_name}.lock")) { unpack unless File.directory?(folder) }
            end
          end

          private

          def folder = @context.path("unpacked", full_name)

          def unpack
            Env.require_late("rubygems/package")
            @context.build_folder(folder) do |part|
              Gem::Package.new(archive).extract_files(part)
              FileUtils.rm_f(Paths.matching(part, "*.gemspec"))
              File.write(File.join(part, "#{name}.gemspec"), gemspec)
              part
            end
          rescue Gem::Package::Error => error
            raise Impossible, "#{full_name} cannot be unpacked: #{error.message.lines.first.strip}"
          end

          def archive
            @context.registry.archive(full_name, @context.path("unpacked", "#{full_name}.gem"))
          rescue Registry::Silent => error
            raise Impossible.new(error.message.lines.first.strip, how: error.try)
          end

          def gemspec
            <<~RUBY
              Gem::Specification.new do |spec|
                spec.name = #{name.dump}
                spec.version = #{@contender.version.dump}
                spec.summary = "Generated by cachemark: the gem's own metadata is not used"
                spec.authors = ["see the gem"]
                spec.files = Dir.glob("**/*", base: __dir__)
                spec.require_paths = ["lib"]
              end
            RUBY
          end
        end

        # A checkout or a bare lib folder on this machine. Pure Ruby is used in place. A gem with extensions is built into
        # the store, once for each content, and never in its own folder.
        class Path < Origin
          SOURCES = ["lib/**/*", "ext/**/*", "*.gemspec"].freeze

          def pinned = companions

          def entries
            path = extensions? ? built : dir
            return [Gemfile::Entry.new(name: name, options: { path: path })] if gemspec

            # With a version, Bundler makes up a gemspec for a folder that has none.
            [Gemfile::Entry.new(name: name, version: "0", options: { path: path })]
          end

          def stamps = ["path #{name} sha256:#{digest}"]

          def fetch(gem_commands)
            return unless extensions?

            raise Impossible, "#{dir} has an extension but no gemspec to build it by" unless gemspec

            yield name if block_given?
            FileLock.hold(@context.path("locks", "built-#{digest[0, 16]}.lock")) do
              build(gem_commands) unless File.directory?(built)
            end
          end

          def expected(found)
            gem = super or return
            gemspec ? gem : gem.merge(version: nil)
          end

          private

          def dir = @contender.source.dir

          # The gemspec with that name, else any: a repository may have several.
          def gemspec
            @gemspec ||= Paths.matching(dir, "*.gemspec").min_by do |path|
              [File.basename(path) == "#{name}.gemspec" ? 0 : 1, path]
            end
          end

          def extensions? = Dir.glob("ext/**/extconf.rb", base: dir).any?

          def built = File.join(@store.path, "built", digest[0, 16])

          def digest = (@sources ||= SourceFiles.new(dir, SOURCES)).digest

          # The gemspec of an installed gem is in another folder. Next to the files, it turns them into a path source.
          def build(gem_commands)
            @context.build_folder(built) do |home|
              archive = File.join(home, "built.gem")
              log = "#{built}.log"
              arguments = ["build", File.basename(gemspec), "--force", "--output", archive]
              gem_commands.gem(arguments, home: home, log: log, chdir: dir)
              gem_commands.install(archive, ["--local"], home: home, log: log)
              made = Paths.matching(home, "gems/*").first
              FileUtils.cp(Paths.matching(home, "specifications/*.gemspec").first, File.join(made, "#{name}.gemspec"))
              made
            end
          end
        end

        # A revision of a repository on this machine, checked out and built by Bundler. The ref is resolved each time, so
        # that a branch that moved is another environment. Raises Usage for a ref that the repository does not have.
        class Git < Origin
          def pinned = companions

          # The paths at which Bundler finds a gemspec.
          GEMSPEC = %r{\A(?:[^/]+/){0,2}[^/]+\.gemspec\z}
          private_constant :GEMSPEC

          # With a version, Bundler makes up a gemspec for a revision that has none.
          def entries
            version = "0" unless gemspec?
            [Gemfile::Entry.new(name: name, version: version, options: { git: repository, ref: revision })]
          end

          def stamps = ["git #{name} #{revision}"]

          def checked_out? = true

          def expected(found)
            gem = super or return
            gemspec? ? gem : gem.merge(version: nil)
          end

          private

          def repository = @contender.source.dir

          def revision = @revision ||= @contender.source.revision(@contender.notation)

          def gemspec?
            return @gemspec if defined?(@gemspec)

            @gemspec = Places::Repository.new(repository).files(revision).grep(GEMSPEC).any?
          end
        end
      end
    end
  end
end
