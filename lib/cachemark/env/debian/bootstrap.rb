# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # Makes a Ruby that Debian offers, with debootstrap; asks nothing and leaves nothing mounted.
      class Bootstrap
        # `spawn` runs commands, as for Builder; `keep` are folders that its Ruby must see.
        #
        #: (cache: String, spawn: Object, ?means: Means, ?keep: Array[String]) -> void
        def initialize(cache:, spawn:, means: Means.new(spawn: spawn), keep: [])
          @cache = cache
          @spawn = spawn
          @means = means
          @keep = Script.hidden([cache, *keep])
        end

        # What this machine lacks for it: [[what, how to get it]].
        #
        #: () -> Array[[String, String]]
        def lacks = @means.lacks

        #: (Offer) -> Installation
        def installation(offer) = Installation.new(@cache, offer.name)

        # What is to be known before it is done, as lines.
        #
        #: (Offer) -> Array[String]
        def cost(offer)
          ["#{offer.name}: from Debian #{offer.suite}, in a root file system of its own",
           "  installs  #{offer.packages.join(" ")} and what these need",
           "  from      #{@means.archive&.address || "nowhere: this machine's apt knows no archive of Debian's"}",
           "  into      #{installation(offer).path}; nothing else on this machine changes, and no service starts",
           "  takes     about #{offer.takes_s} s, #{offer.download_mb} MB of download, #{offer.disk_mb} MB of disk"]
        end

        # Returns the path of the Ruby's executable. What is ready is only looked at.
        # Raises Trouble; what was half done is then gone, but for its log.
        #
        #: (Offer) -> String
        def call(offer)
          lease = Lease.take(@cache)
          place = installation(offer)
          Latch.hold(::File.join(@cache, "locks", "ruby-#{offer.name}.lock")) do
            place.ready? ? refresh(place, offer) : build(place, offer)
          end
          place.executable
        rescue *Builder::REFUSALS => error
          raise Env.unusable(@cache, error)
        ensure
          lease&.close
        end

        private

        def refresh(place, offer)
          write(place, offer)
          place.use
        end

        def build(place, offer)
          place.prepare
          run(place, argv(place, offer))
          tidy(place.root)
          write(place, offer)
          place.finish(told(place))
        rescue StandardError
          FileUtils.rm_rf(place.root)
          raise
        end

        # In a namespace of its own, so that what it mounts goes with it.
        def argv(place, offer)
          archive = @means.archive
          keyring = archive.keyring if archive.keyring && ::File.exist?(archive.keyring)
          ["unshare", "--mount", "--", "debootstrap", "--variant=minbase", "--include=#{offer.packages.join(",")}",
           *("--keyring=#{keyring}" if keyring), offer.suite, place.root, archive.address]
        end

        def run(place, argv)
          return if @spawn.run(argv, env: @means.variables, chdir: place.path, log: place.log).success?

          raise Env.unusable(@cache, Errno::ENOSPC.new) if LogTail.full_disk?(place.log)

          raise Trouble.new("#{place.name} could not be made: #{LogTail.of(place.log)}", try: "All of it: #{place.log}")
        end

        # What was downloaded is installed; a mount needs something to be laid over.
        def tidy(root)
          FileUtils.rm_f(Dir.glob(::File.join(root, "var/cache/apt/archives/*.deb")))
          Script::OWN_FILES.select { |file| ::File.exist?(file) }.each { |file| touch(::File.join(root, file)) }
        end

        def touch(file)
          FileUtils.mkdir_p(::File.dirname(file))
          FileUtils.touch(file)
        end

        def write(place, offer)
          FileUtils.mkdir_p(@keep.map { |folder| ::File.join(place.root, folder) })
          place.write(Script.text(root: place.root, executable: offer.executable, keep: @keep))
        end

        def told(place)
          Runtimes.new(cache: @cache, spawn: @spawn).at(place.executable).description
        rescue Usage => error
          reason = error.message.lines.first.strip
          raise Trouble.new("#{place.name} was made, but does not run: #{reason}", try: "All of it: #{place.log}")
        end
      end
    end
  end
end
