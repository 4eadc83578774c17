# frozen_string_literal: true

require "fileutils"
require "shellwords"

module Cachemark
  module Env
    # Runtimes from Debian packages, each in a separate root file system, independent of this machine's system.
    #
    #   cache/runtimes/NAME/root/     the root with the packages, or the prefix of a Ruby built from source
    #   cache/runtimes/NAME/NAME      the executable, for ruby= or node=, and its tools next to it
    #   cache/runtimes/NAME/packages  the packages that `env prune` keeps for it
    #   cache/runtimes/NAME/ready     written last: a folder without it is unfinished
    #   cache/runtimes/NAME/build.log
    #
    # A Ruby or a Node.js finds its files only at the paths of Debian. So its executable is a script. In a private mount namespace
    # it mounts that root's /usr and /etc over the machine's, and becomes the runtime. All other paths and the pid stay the same.
    # The kernel removes the mounts with the process, however it ends. Other runtimes work in any folder (Linked). A Ruby from
    # source is built for this machine, and needs neither root nor mounts.
    module Debian
      # A runtime of a Debian release. `executable` is its path below the root. `packages` are the packages to install. `takes_s`,
      # `download_mb` and `disk_mb` are the measured cost. `source` says how to build it instead. `runtime` has the facts that a
      # file of its language states.
      Offer = Value.define(:name, :version, :suite, :executable, :takes_s, :download_mb, :disk_mb, :language,
                           packages: [].freeze, source: nil, runtime: nil) do
        # What a contender's option must be. `executable` is that of its installation.
        #: (String) -> String
        def word(executable) = language.runtimes.any? ? version : executable
      end
      # A source package, and how to configure it. `needs` are {package of the machine => a file of it, as a glob below
      # /usr/include}. `programs` are {program => [package, its oldest version or nil]}.
      Source = Value.define(:package, :configure, :needs, :programs)

      # The object that builds an offer. `keep` are folders that a runtime in another root must see.
      #: (Offer, cache: String, spawn: Object, ?keep: Array[String]) -> Construction
      def self.builder(offer, cache:, spawn:, keep: [])
        return FromSource.new(cache: cache, spawn: spawn) if offer.source
        return Linked.new(cache: cache, spawn: spawn) if offer.runtime && !offer.runtime.mounted

        Unpacked.new(cache: cache, spawn: spawn, keep: keep)
      end

      class << Offer
        EVERY = %w[ca-certificates git mount].freeze
        # Headers and compilers for the gems of the catalogue.
        BUILDING = %w[ruby-bundler build-essential libsasl2-dev libyaml-dev zlib1g-dev].freeze
        # Ruby and Java; JRuby builds no extensions.
        RUNNING = %w[jruby].freeze
        # To build a Ruby.
        HEADERS = { "libyaml-dev" => "yaml.h", "libssl-dev" => "{,*/}openssl/ssl.h", "libffi-dev" => "{,*/}ffi.h",
                    "zlib1g-dev" => "zlib.h" }.freeze
        PROGRAMS = { "gcc" => ["gcc", nil], "make" => ["make", nil], "tar" => ["tar", nil], "xz" => ["xz-utils", nil] }.freeze
        # The oldest compiler of Rust with which YJIT can be built.
        RUST = { "rustc" => ["rustc", "1.58"] }.freeze
        private_constant :EVERY, :BUILDING, :RUNNING, :HEADERS, :PROGRAMS, :RUST

        # Oldest first.
        #: () -> Array[Offer]
        def all
          @all ||= [
            ruby("3.1", "bookworm"), ruby("3.3", "trixie"), yjit("3.3", "trixie"), ruby("3.4", "experimental"),
            jruby("9.3", "bookworm"), jruby("9.4", "trixie"), jruby("10", "sid"),
            *Vocabulary::Language.all.values.flat_map { |language| stated(language) }
          ].freeze
        end

        # The name of a language other than Cachemark's own means its first one. Raises Usage, with a list of all offers.
        #: (String) -> Offer
        def named(name)
          all.find { |offer| offer.name == name || (offer.runtime && offer.language.option == name) } or
            raise Usage.new("Cachemark knows no Debian package for #{name}",
                            try: "choose one of #{all.map(&:name).join(", ")}; for another Ruby, pass its executable: ruby=PATH")
        end

        # Whether a word is a name like these, and not a path.
        #: (String) -> bool
        def name?(word) = word.match?(/\A[a-z]+(-\d[\w.]*(-[a-z]+)?)?\z/)

        # The oldest Ruby that meets a gem's required version of MRI, or nil. Later ones may come from unstable suites.
        #: (String) -> Offer?
        def meeting(requirement)
          wanted = Gem::Requirement.new(requirement.split(/\s*,\s*/))
          rubies = all.select { |offer| offer.packages.intersect?(BUILDING) }
          rubies.find { |offer| wanted.satisfied_by?(Gem::Version.new(offer.version)) }
        end

        # The offer that a version of a language means ("3.4", "jruby-10", or a name), with a JIT compiler if that is asked for.
        #: (String, Vocabulary::Language, ?jit: String?) -> Offer?
        def of(word, language = Vocabulary::Language.own, jit: nil)
          asked = word.match?(/\A\d/) ? "#{language.option}-#{word}" : word
          named = all.select { |offer| offer.name == asked || offer.name.start_with?("#{asked}.", "#{asked}-") }
          named.find { |offer| offer.name.end_with?("-#{jit}") } || named.first
        end

        private

        # Those that the file of a language states.
        def stated(language)
          { **language.offers, **language.runtimes }.values.map do |one|
            new(name: "#{language.option}-#{one.version}", language: language, runtime: one,
                packages: one.packages + (one.mounted ? EVERY : []), executable: "/#{one.executable}",
                **one.to_h.slice(:version, :suite, :takes_s, :download_mb, :disk_mb))
          end
        end

        def own(version, suite, **more)
          new(version: version, suite: suite, language: Vocabulary::Language.own, **more)
        end

        def ruby(version, suite)
          own(version, suite, name: "ruby-#{version}",
                              executable: "/usr/bin/ruby#{version}",
                              packages: %W[ruby#{version} ruby#{version}-dev] + BUILDING + EVERY,
                              takes_s: 60, download_mb: 130, disk_mb: 700)
        end

        def jruby(version, suite)
          own(version, suite, name: "jruby-#{version}", executable: "/usr/bin/jruby", packages: RUNNING + EVERY,
                              takes_s: 60, download_mb: 150, disk_mb: 600)
        end

        # Debian's own packages are built without YJIT.
        def yjit(version, suite)
          source = Source.new(package: "ruby#{version}", needs: HEADERS, programs: PROGRAMS.merge(RUST),
                              configure: %w[--enable-yjit --disable-install-doc])
          own(version, suite, name: "ruby-#{version}-yjit", executable: "bin/ruby", source: source,
                              takes_s: 240, download_mb: 16, disk_mb: 250)
        end
      end

      # The folder of a runtime in the cache.
      class Installation
        # Where they are. Before there were others than Rubies, it was the second one, whose Rubies cannot be moved.
        FOLDERS = %w[runtimes rubies].freeze
        private_constant :FOLDERS

        # Every installation in a cache, complete or not, by name.
        #: (String) -> Array[Installation]
        def self.all(cache)
          found = FOLDERS.flat_map { |folder| Paths.matching(cache, "#{folder}/*/") }
          found.map { |path| File.basename(path) }.uniq.sort.map { |name| new(cache, name) }
        end

        # {name of a language => executables that a contender can run on}. Debian's runtimes of some languages need none.
        #: (String) -> Hash[String, Array[String]]
        def self.executables(cache)
          usable = all(cache).select(&:ready?).group_by(&:language).reject { |language, _| language.runtimes.any? }
          usable.to_h { |language, places| [language.name, places.map(&:executable)] }
        end

        # The path of a tool that came with a runtime, or with the runtime of an executable; nil without one.
        #: (String, String, ?of: String?) -> String?
        def self.tool(cache, name, of: nil)
          places = all(cache).select { |place| place.ready? && [nil, place.executable].include?(of) }
          places.map { |place| place.tool(name) }.reverse.find { |path| File.executable?(path) }
        end

        attr_reader :name, :path

        #: (String, String) -> void
        def initialize(cache, name)
          @name = name
          paths = FOLDERS.map { |folder| File.join(cache, folder, name) }
          @path = paths.find { |path| File.directory?(path) } || paths.first
        end

        #: () -> Vocabulary::Language
        def language = Offer.all.find { |offer| offer.name == @name }&.language || Vocabulary::Language.own

        # The root file system.
        def root = File.join(@path, "root")

        # The path for ruby= or node=.
        def executable = File.join(@path, @name)

        # The path of another program that came with it.
        #: (String) -> String
        def tool(name) = File.join(@path, name)

        # The full names of the packages that it keeps in the cache.
        #: () -> Array[String]
        def debs = File.exist?(tool("packages")) ? File.readlines(tool("packages"), chomp: true) : []

        #: (Array[Debs::Deb]) -> void
        def keep(debs) = File.write(tool("packages"), debs.map { |deb| "#{deb.full_name}\n" }.join)

        # The folder in which it is built from source; removed after the build.
        def source = File.join(@path, "source")

        def log = File.join(@path, "build.log")

        def ready? = File.exist?(mark)

        # The description that the Ruby prints, or nil.
        #: () -> String?
        def description = (File.read(mark).strip if ready?)

        #: () -> Time
        def last_used_at = File.mtime(ready? ? mark : @path)

        # Removes the remains of an interrupted build.
        def prepare
          remove
          FileUtils.mkdir_p(root)
        end

        # Makes the executable a link to one below the root.
        #: (String) -> void
        def link(path)
          FileUtils.rm_f(executable)
          File.symlink(File.join("root", path), executable)
        end

        # Writes the executable, or a tool. An unchanged one keeps its date, which identifies it.
        #: (String, ?String) -> void
        def write(script, path = executable)
          return if File.exist?(path) && File.read(path) == script

          AtomicFile.write(path, script)
          File.chmod(0o755, path)
        end

        #: (String) -> void
        def finish(description) = AtomicFile.write(mark, "#{description}\n")

        # For `prune`: records that it was used now.
        def use
          FileUtils.touch(mark)
        rescue Errno::EACCES, Errno::EPERM, Errno::EROFS
          nil # it belongs to another user, and only that user may remove it
        end

        # Raises Trouble if something is mounted in it, or if it belongs to another user.
        #: (?mounts: String) -> void
        def remove(mounts: "/proc/self/mounts")
          refuse_mounts(mounts)
          FileUtils.rm_f(mark)
          FileUtils.rm_r(@path) if File.exist?(@path)
        rescue SystemCallError => error
          raise Trouble.new("#{@path} cannot be removed: #{error.message.sub(/ @ \w+ - /, ": ")}",
                            try: "remove it as the user who made it, most likely root")
        end

        private

        def mark = File.join(@path, "ready")

        # Cachemark mounts nothing there, but a user may have, and a mounted folder must not be emptied.
        def refuse_mounts(table)
          points = File.readlines(table).map { |line| line.split[1].gsub(/\\(\d{3})/) { $1.oct.chr } }
          mount = points.find { |point| point.start_with?("#{File.realpath(@path)}/") } or return
          raise Trouble.new("#{mount} is a mounted file system: nothing was removed", try: "unmount it first: umount #{mount}")
        rescue Errno::ENOENT
          nil
        end
      end

      # Builds a runtime that Debian offers. There is a subclass for each way. Each has
      #
      #   lacks  the requirements that this machine does not meet: [[requirement, how to get it]]
      #   cost   the cost of an offer, as lines
      #   fill   fills the folder of a runtime, with its executable
      class Construction
        # `spawn` runs commands, as for Builder. `archive` is the one of this machine's apt, unless another is given.
        #: (cache: String, spawn: Object, ?archive: (Debs::Archive | false | nil), ?given: Variables) -> void
        def initialize(cache:, spawn:, archive: nil, given: Variables.new)
          @cache = cache
          @context = Builder::BuildContext.new(cache: cache, spawn: spawn, registry: nil, variables: given, archive: archive)
        end

        #: (Offer) -> Installation
        def installation(offer) = Installation.new(@cache, offer.name)

        # Returns the path of the executable. An existing runtime is not built again. Raises Trouble; a half-built one is removed
        # then, but its log is kept.
        #: (Offer) -> String
        def call(offer)
          cache_lock = FileLock.use(@cache)
          place = installation(offer)
          FileLock.hold(File.join(@cache, "locks", "runtime-#{offer.name}.lock")) do
            place.ready? ? refresh(place, offer) : build(place, offer)
          end
          place.executable
        rescue *Builder::REFUSALS => error
          raise Env.unusable(@cache, error)
        ensure
          cache_lock&.close
        end

        private

        def refresh(place, _offer) = place.use

        def build(place, offer)
          place.prepare
          fill(place, offer)
          place.finish(description(place, offer.language))
        rescue StandardError => error
          FileUtils.rm_rf([place.root, place.source])
          raise error unless error.is_a?(Impossible)

          raise Trouble.new("#{place.name} could not be built: #{error.reason}", try: error.how || "read the log: #{error.log}")
        end

        def description(place, language)
          @context.runtimes.at(place.executable, language).description
        rescue Usage => error
          reason = error.message.lines.first.strip
          raise Trouble.new("#{place.name} was built, but does not run: #{reason}", try: "read the whole log: #{place.log}")
        end

        # The requirement of an archive, if it is missing.
        def no_archive = (Debs::Archive::ABSENT unless @context.archive)

        # The lines of a cost that every way has.
        def costs(offer)
          archive = @context.archive
          ["  from      #{archive ? archive.address : "nowhere: this machine's apt knows no archive of Debian's"}",
           "  into      #{installation(offer).path}; nothing else on this machine changes, and no service starts",
           "  takes     about #{offer.takes_s} s, #{offer.download_mb} MB of download, #{offer.disk_mb} MB of disk"]
        end
      end

      # The text of an executable, which becomes the one of another root file system.
      #
      # With a chroot, root would have to mount every folder in use into it, and unmount it later. This script replaces
      # only the system's folders, in a namespace that ends with the process. Without root, it is a user namespace.
      module Script
        # Files of the machine that stay visible: names, the network, and trusted certificates.
        OWN_FILES = %w[/etc/resolv.conf /etc/hosts /etc/passwd /etc/group /etc/gemrc /etc/ssl/certs/ca-certificates.crt].freeze
        # Folders that are replaced. Links are not, because they lead to /usr. /usr is last, because it contains `mount`.
        SYSTEM = %w[/etc /bin /sbin /lib /lib32 /lib64 /libx32 /usr].freeze

        # `keep` are folders below SYSTEM that must stay visible, such as Cachemark's own.
        #: (root: String, executable: String, ?keep: Array[String]) -> String
        def self.text(root:, executable:, keep: [])
          <<~SH
            #!/bin/sh
            # Made by cachemark env runtime; see guides/versions.md.
            set -eu
            root=#{Shellwords.escape(root)}
            # Without it this would be the machine's own runtime under another name.
            if [ ! -d "$root/usr" ]; then echo "$root is gone: make it again with cachemark env runtime" >&2; exit 127; fi
            if [ "${1-}" != --inside ]; then
              if [ "$(id -u)" = 0 ]; then set -- --mount "$0" --inside "$@"
              else set -- --user --map-root-user --mount "$0" --inside "$@"; fi
              exec unshare "$@"
            fi
            shift
            for path in #{Shellwords.join(OWN_FILES + keep)}; do
              if [ -e "$path" ] && [ -e "$root$path" ]; then mount --rbind "$path" "$root$path"; fi
            done
            for path in #{Shellwords.join(SYSTEM)}; do
              if [ -d "$path" ] && [ ! -h "$path" ] && [ -d "$root$path" ]; then mount --rbind "$root$path" "$path"; fi
            done
            exec #{Shellwords.escape(executable)} "$@"
          SH
        end

        # The folders among these that the other root would hide.
        #: (Array[String]) -> Array[String]
        def self.hidden(folders)
          folders.select { |folder| SYSTEM.any? { |system| folder.start_with?("#{system}/") } }.uniq
        end
      end
    end
  end
end
