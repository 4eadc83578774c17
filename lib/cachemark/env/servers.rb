# frozen_string_literal: true

require "fileutils"
require "json"
require "tempfile"

module Cachemark
  module Env
    # Releases of memcached: the ones that Debian's suites have, the ones in the cache, the installed one, and builds of the
    # user. A release of Debian is unpacked with the libraries that it needs, and started by the loader among them. So it
    # needs neither root rights nor this machine's libc.
    #
    #   cache/servers/VERSION/root/         the package and its libraries, as hard links into cache/debs
    #   cache/servers/VERSION/server.json   its suite and its packages
    class Servers
      # A release of which a Debian suite has the package.
      Offer = Value.define(:version, :suite)
      OFFERS = { "1.6.9" => "bullseye", "1.6.18" => "bookworm", "1.6.38" => "trixie", "1.6.45" => "sid" }
               .map { |version, suite| Offer.new(version: version, suite: suite) }.freeze
      # A release that can be started. `suite` is Debian's, or nil; `cached`: whether it is in the cache; `path`: the
      # installed executable, or nil. The other members are those of a release in Contender::Versions.
      Known = Value.define(:number, suite: nil, cached: false, path: nil, requires: nil, prerelease: false)
      # `argv` starts it. `version` is the one that it reports.
      Program = Value.define(:version, :argv)

      NAME = "memcached"
      VERSION = /\A(?:\d+(?:\.\w+)*(?:\.x)?|newest)\z/
      RELEASE = /\A\d+\.\d+\.\d+\z/
      REPORTED = /\A#{NAME} (\d+(?:\.\w+)+)/
      OWN = "the path of an executable works, too, for a build of your own"
      private_constant :NAME, :VERSION, :RELEASE, :REPORTED, :OWN

      # `spawn` runs commands, as for Builder.
      #: (cache: String, spawn: Object, ?offline: bool, ?install: bool, ?archive: Debs::Archive?, ?variables: Variables, ?offers: Array[Offer]) -> void
      def initialize(cache:, spawn:, offline: false, install: true, archive: nil, variables: Variables.new, offers: OFFERS)
        @offers = offers
        @context = Builder::BuildContext.new(cache: cache, spawn: spawn, registry: nil, offline: offline, install: install,
                                    variables: variables, archive: archive)
      end

      # Every release that can be had here, oldest first.
      #: () -> Array[Known]
      def known
        installed = self.installed
        numbers = [*@offers.map(&:version), *Installation.all(@context.cache).map(&:version), *installed&.version].uniq
        numbers.sort_by { |number| Gem::Version.new(number) }.map do |number|
          Known.new(number: number, suite: offer(number)&.suite, cached: installation(number).ready?,
                    path: (installed.argv.first if installed&.version == number))
        end
      end

      # The exact version, or the absolute path, that a word means: "1.6.45", "1.6", "newest" or a path. Raises Usage, also
      # for a file that is no memcached.
      #: (String) -> String
      def exact(word)
        return at(File.expand_path(word)) unless word.match?(VERSION)

        newer?(word) ? word : versions { |all| all.pick(word) }.number
      end

      # The exact versions of "A..B", the oldest first. Raises Usage.
      #: (String) -> Array[String]
      def between(range)
        first, last = range.split("..", 2)
        return versions { |all| all.between(first, last) }.map(&:number) if last && [first, last].all?(VERSION)

        raise Usage.new("#{range} is not a range of servers",
                        try: "write it as #{known.map(&:number).values_at(0, -1).join("..")}")
      end

      # The program of an exact version or path. A release that is neither in the cache nor installed is prepared first, and
      # the block receives a word about each step. Raises Trouble if that is impossible.
      #: (String) ?{ (String) -> void } -> Program
      def program(exact, &event)
        return Program.new(version: version_of([exact]), argv: [exact].freeze) if exact.start_with?("/")

        place = installation(exact)
        return place.use if place.ready?

        (installed if installed&.version == exact) || prepare(exact, place, &event)
      rescue *Builder::REFUSALS => error
        raise Env.unusable(@context.cache, error)
      end

      # The memcached on the PATH; nil without one.
      #: () -> Program?
      def installed
        return @installed if defined?(@installed)

        folders = @context.variables.for_driver.fetch("PATH", "").split(File::PATH_SEPARATOR)
        path = folders.map { |folder| File.join(folder, NAME) }.find { |file| File.file?(file) && File.executable?(file) }
        version = path && version_of([path])
        @installed = version && Program.new(version: version, argv: [path].freeze)
      end

      private

      def versions
        yield Contender::Versions.new(NAME, known)
      rescue Usage => error
        raise Usage.new(error.message.lines.first.chomp,
                        try: "versions that can be had: #{numbers}; #{OWN} (cachemark list servers)")
      end

      # The suite with the newest release may have an even newer one by now, which shows when its package is asked for.
      def offer(version)
        @offers.find { |offer| offer.version == version } || (last_offer.with(version: version) if newer?(version))
      end

      def last_offer = @offers.max_by { |offer| Gem::Version.new(offer.version) }

      def newer?(word)
        newest = last_offer&.version or return false
        word.match?(RELEASE) && word[/\A\d+/] == newest[/\A\d+/] && Gem::Version.new(word) > Gem::Version.new(newest) &&
          !installation(word).ready? && installed&.version != word
      end

      def installation(version) = Installation.new(@context.cache, version)

      def at(path)
        refuse_file(path)
        version_of([path]) or raise not_one(path, "it does not answer -V as a memcached does")
        path
      end

      def refuse_file(path)
        return if File.file?(path) && File.executable?(path)

        raise not_one(path, File.exist?(path) ? "it is not an executable file" : "it does not exist")
      end

      def not_one(path, why)
        Usage.new("#{path} is not a memcached that runs here: #{why}",
                  try: "name an executable of memcached, or a version: #{numbers}")
      end

      def numbers = known.map(&:number).join(", ")

      # nil if it reports none, or does not run.
      def version_of(argv)
        Tempfile.create("cachemark-server") do |log|
          @context.spawn.run([*argv, "-V"], env: @context.variables.for_driver, log: log.path)
          File.read(log.path, encoding: "UTF-8").scrub[REPORTED, 1]
        end
      rescue Host::Keeper::NotStarted
        nil
      end

      def prepare(version, place, &event)
        cache_lock = FileLock.use(@context.cache)
        FileLock.hold(@context.path("locks", "server-#{version}.lock")) { build(version, place, &event) unless place.ready? }
        place.use
      rescue Impossible => error
        raise Trouble.new("memcached #{version} cannot be prepared: #{error.reason}",
                          try: error.how || (error.log ? "read the whole log: #{error.log}" : OWN))
      ensure
        cache_lock&.close
      end

      def build(version, place, &event)
        raise Impossible.new("it is not in the cache", how: "run without install=no") unless @context.install
        raise Impossible.not_cached("it") if @context.offline

        offer = offer(version) or raise Impossible.new("it is gone from the cache", how: OWN)
        packages = Packages.new(@context, offer).obtain(&event)
        @context.build_folder(place.path) { |part| place.fill(part, packages, @context) }
        refuse_wrong(version, place)
      end

      def refuse_wrong(version, place)
        reported = version_of(place.use.argv)
        return if reported == version

        place.remove
        raise Impossible.new("it was unpacked, but #{reported ? "is #{reported}" : "does not run here"}", how: OWN)
      end

      # The folder of a release in the cache. If it exists, it is complete.
      class Installation
        # Below the root.
        EXECUTABLE = "usr/bin/#{NAME}"
        private_constant :EXECUTABLE

        # Those in a cache.
        #: (String) -> Array[Installation]
        def self.all(cache)
          names = Dir.glob("*", base: File.join(cache, "servers")).select { |name| Gem::Version.correct?(name) }
          names.sort.map { |name| new(cache, name) }.select(&:ready?)
        end

        attr_reader :version, :path

        #: (String, String) -> void
        def initialize(cache, version)
          @version = version
          @path = File.join(cache, "servers", version)
        end

        def ready? = File.exist?(note)

        #: () -> Time
        def last_used_at = File.mtime(note)

        # "memcached 1.6.45-1 of Debian sid"
        #: () -> String
        def description
          facts = ::JSON.parse(File.read(note))
          "#{facts.fetch("packages").grep(/\A#{NAME} /).first.split.first(2).join(" ")} of Debian #{facts.fetch("suite")}"
        end

        # The program. `env prune` counts from now.
        #: () -> Program
        def use
          FileUtils.touch(note)
          program
        rescue Errno::EACCES, Errno::EPERM, Errno::EROFS
          program # it belongs to another user, and only that user may remove it
        end

        # Fills a folder that will take its place, and returns that folder.
        #: (String, Packages, BuildContext) -> String
        def fill(part, packages, context)
          Debs::Tree.new(File.join(part, "root"), context).add(packages.paths)
          File.write(File.join(part, File.basename(note)), ::JSON.pretty_generate(packages.facts))
          part
        end

        def remove = FileUtils.rm_rf(path)

        private

        def program = Program.new(version: version, argv: Debs::Launcher.new(Debs::Tree.new(root, nil), EXECUTABLE).argv)

        def note = File.join(path, "server.json")

        def root = File.join(path, "root")
      end

      # The package of a release with everything that it needs to run, down to libc.
      class Packages
        # Needed to install and to administer it, not to run it.
        UNNEEDED = %w[adduser debconf dpkg init-system-helpers lsb-base perl perl-base systemd sysvinit-utils].freeze
        private_constant :UNNEEDED

        #: (BuildContext, Offer) -> void
        def initialize(context, offer)
          @offer = offer
          @store = Debs::Store.new(context, expired: true)
        end

        # Downloads and verifies them; the block receives the names being downloaded. Raises Impossible.
        #: () ?{ (String) -> void } -> Packages
        def obtain(&event)
          @debs = @store.obtain(current, &event)
          self
        end

        # The folders of their files.
        #: () -> Array[String]
        def paths = @debs.map { |deb| @store.path(deb) }

        # For server.json.
        #: () -> Hash[Symbol, Object]
        def facts = { suite: @offer.suite, packages: @debs.map(&:to_s).sort }

        private

        # Suites that are not yet stable change.
        def current
          suite = @store.suite(@offer.suite)
          debs = suite.resolve([NAME], installed: Debs::Installed.only(UNNEEDED, suite.architecture))
          found = debs.find { |deb| deb.name == NAME }
          return debs if found.upstream == @offer.version

          raise Impossible.new("Debian #{@offer.suite} has #{found.upstream} now",
                               how: "--with memcached=#{found.upstream}; #{OWN}")
        end
      end
    end
  end
end
