# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # Builds a Ruby that Debian offers. There is a subclass for each way. Each has
      #
      #   lacks  the requirements that this machine does not meet: [[requirement, how to get it]]
      #   cost   the cost of an offer, as lines
      #   fill   fills the folder of a Ruby, with its executable
      class Construction
        # `spawn` runs commands, as for Builder.
        #: (cache: String, spawn: Object) -> void
        def initialize(cache:, spawn:)
          @cache = cache
          @spawn = spawn
        end

        #: (Offer) -> Installation
        def installation(offer) = Installation.new(@cache, offer.name)

        # Returns the path of the Ruby's executable. An existing Ruby is not built again. Raises Trouble; a half-built Ruby
        # is removed then, but its log is kept.
        #: (Offer) -> String
        def call(offer)
          cache_lock = FileLock.use(@cache)
          place = installation(offer)
          FileLock.hold(File.join(@cache, "locks", "ruby-#{offer.name}.lock")) do
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
          place.finish(description(place))
        rescue StandardError
          FileUtils.rm_rf([place.root, place.source])
          raise
        end

        def run(place, argv, env:, chdir: place.path)
          return if @spawn.run(argv, env: env, chdir: chdir, log: place.log).success?

          raise Env.unusable(@cache, Errno::ENOSPC.new) if LogTail.full_disk?(place.log)

          raise Trouble.new("#{place.name} could not be built: #{LogTail.of(place.log)}", try: "read the whole log: #{place.log}")
        end

        def description(place)
          Runtimes.new(cache: @cache, spawn: @spawn).at(place.executable).description
        rescue Usage => error
          reason = error.message.lines.first.strip
          raise Trouble.new("#{place.name} was built, but does not run: #{reason}", try: "read the whole log: #{place.log}")
        end

        # The lines of a cost that every way has.
        def costs(offer, archive)
          ["  from      #{archive&.address || "nowhere: this machine's apt knows no archive of Debian's"}",
           "  into      #{installation(offer).path}; nothing else on this machine changes, and no service starts",
           "  takes     about #{offer.takes_s} s, #{offer.download_mb} MB of download, #{offer.disk_mb} MB of disk"]
        end
      end
    end
  end
end
