# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    # Libraries from the user's own pip index: its releases (Index), and the files of one release, installed into a folder
    # for a single environment (Origin). Only pip accesses the index, so that the user's pip.conf and PIP_* variables apply.
    #
    #   cache/pip/SHA256/FILE      every file that was ever needed, once
    #   cache/pip/built/DIGEST/    the wheel that was built from an archive of sources
    #   cache/registry/pip-ID/     which releases an index has
    #   cache/envs/DIGEST/site/    the libraries of one environment
    module Pip
      # What missing pips need.
      HOW = "apt-get install --no-install-recommends python3-pip"

      # These would move the installation, ask a question, or write to the user's folders.
      FORCED = { "PIP_REQUIRE_VIRTUALENV" => "0", "PIP_USER" => "0", "PIP_NO_INPUT" => "1", "PIP_NO_COLOR" => "1",
                 "PIP_PROGRESS_BAR" => "off", "PIP_DISABLE_PIP_VERSION_CHECK" => "1", "PIP_ROOT_USER_ACTION" => "ignore",
                 "PIP_NO_PYTHON_VERSION_WARNING" => "1" }.freeze
      # Variables of the user that must not reach an installation: its folder and its files are given.
      DROPPED = %w[PIP_TARGET PIP_PREFIX PIP_ROOT PIP_LOG PIP_REQUIREMENT PIP_CONSTRAINT PIP_PYTHON PIP_DRY_RUN PIP_REPORT
                   PIP_NO_BINARY PIP_ONLY_BINARY PIP_NO_DEPS PIP_EDITABLE PIP_QUIET PIP_VERBOSE PIP_DEST
                   PIP_REQUIRE_HASHES].freeze
      private_constant :FORCED, :DROPPED

      # A file of an index: a wheel, or an archive of sources.
      Package = Value.define(:name, :version, :file, :sha256) do
        def wheel? = file.end_with?(".whl")

        # Whether it is of a project. pip compares names in this way.
        #: (String?) -> bool
        def project?(other) = [name, other.to_s].map { |one| one.downcase.gsub(/[-_.]+/, "-") }.uniq.one?

        # A line of a lock. Lines of Debian's packages have another number of words.
        #: (?mode: String?) -> String
        def line(mode: nil) = "#{"for #{mode}: " if mode}#{name} #{version} #{file} sha256:#{sha256}"

        # A line of a file of requirements, which pip verifies.
        #: () -> String
        def requirement = "#{name}==#{version} --hash=sha256:#{sha256}"
      end

      class << Package
        WHEEL = /\A(?<name>[^-]+)-(?<version>[^-]+)-.*\.whl\z/
        SOURCES = /\A(?<name>.+)-(?<version>[^-]+?)\.(?:tar\.\w+|tgz|zip)\z/
        # Before a line of a library that a mode needs.
        FOR = /\Afor (\w+): /
        private_constant :WHEEL, :SOURCES, :FOR

        # A file on this machine; nil if its name is not that of a package.
        #: (String) -> Package?
        def at(path)
          file = File.basename(path)
          found = WHEEL.match(file) || SOURCES.match(file) or return
          new(**found.named_captures.transform_keys(&:to_sym), file: file, sha256: Digest::SHA256.file(path).hexdigest)
        end

        # The packages in a lock's text: those of the client, or those of a mode.
        #: (String, ?mode: String?) -> Array[Package]
        def locked(text, mode: nil) = read(text.lines(chomp: true).select { |line| line[FOR, 1] == mode })

        # All packages in a lock's text.
        #: (String) -> Array[Package]
        def all_locked(text) = read(text.lines(chomp: true))

        private

        def read(lines)
          lines.reject { |line| line.start_with?("#") }.map { |line| line.sub(FOR, "").split }.select { |words| words.size == 4 }
               .map { |words| new(**%i[name version file].zip(words).to_h, sha256: words.last.delete_prefix("sha256:")) }
        end
      end

      class << self
        # The variables of a pip that runs with the user's configuration.
        #: (Variables) -> Hash[String, String]
        def variables(variables) = variables.for_pip.except(*DROPPED).merge(FORCED)

        # Identifies the configuration, and with it the index. `variables` are those of pip.
        #: (Hash[String, String]) -> String
        def identity(variables)
          settings = variables.select { |name, _| name.start_with?("PIP_") }.sort
          Digest::SHA256.hexdigest([*settings, *files(variables).map { |path| text(path) }].join("\0"))[0, 12]
        end

        private

        # Where pip reads its configuration.
        def files(variables)
          home = variables["HOME"].to_s
          ["/etc/pip.conf", "/etc/xdg/pip/pip.conf", "#{home}/.pip/pip.conf",
           "#{variables["XDG_CONFIG_HOME"] || "#{home}/.config"}/pip/pip.conf", *variables["PIP_CONFIG_FILE"]]
        end

        def text(path) = File.file?(path) && File.readable?(path) ? File.read(path) : ""
      end

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
            unneeded = Paths.matching(@folder, "*").reject { |path| [*@needed, "built"].include?(File.basename(path)) }
            names = unneeded.flat_map { |path| Dir.children(path) }
            FileUtils.rm_rf([*unneeded, *(File.join(@folder, "built") if unneeded.any?)])
            names
          end
        end
      end

      # A release from the user's pip index, with everything that it requires. Its files are downloaded once, and verified by
      # their SHA-256. Wheels are preferred, other archives are built for the runtime in place. All of this is pip's work.
      class Origin < Debs::Origin
        #: (Contender, BuildContext, ?lock: String?) -> void
        def initialize(contender, context, lock: nil)
          super(contender, context)
          @locked = lock && Package.locked(lock)
        end

        def stamps = ["pip #{wanted.join(" ")}"]

        # The files of a lock are the same everywhere.
        def registry = @locked ? nil : Pip.identity(Pip.variables(@context.variables))

        # The lines of the lock about its files, after `fetch`.
        def lines = @files.map(&:line).sort

        def fetch(runtime, folder)
          delivery = Delivery.of(runtime, folder, @context)
          said = ->(what) { yield what if block_given? }
          @files = files(delivery, said)
          delivery.install(@files, into: folder.file("site"), &said)
          [folder.file("site")]
        end

        private

        # pip resolves the release, and the client below it.
        def wanted = ["#{@contender.release.index}==#{@contender.version}", *@contender.client.below&.index]

        # Whether Debian never had it.
        def only_here? = @contender.client.releases.empty?

        def how
          client = @contender.client.name
          return "see which versions there are: cachemark list versions #{client}" unless only_here?

          "name an index that has it, with PIP_INDEX_URL or pip.conf, or name a checkout: #{client}@path:DIR"
        end

        def refuse_silence
          language = @contender.language
          runtime = language.runtimes.fetch(@contender.client.runtime || language.own_runtime)
          index = @context.index.tap { |one| one.of(@contender.release.index, runtime.version) }
          return unless index.silence

          raise Impossible.new("it comes from a pip index, and none answers (#{index.silence})", how: how)
        end

        def files(delivery, said)
          return delivery.exactly(@locked) { |names| said.call("#{names} of the pip index") } if @locked

          refuse_silence if only_here? && !@context.offline
          delivery.newest(wanted, how: how) { said.call("#{wanted.join(" ")} of the pip index") }
        end
      end
    end
  end
end
