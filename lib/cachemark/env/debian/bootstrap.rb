# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # Builds a Ruby that Debian offers, with debootstrap. It asks no questions and leaves nothing mounted.
      class Bootstrap < Construction
        include OtherRoot

        # `spawn` runs commands, as for Builder; `keep` are folders that its Ruby must see.
        #: (cache: String, spawn: Object, ?requirements: Requirements, ?keep: Array[String]) -> void
        def initialize(cache:, spawn:, requirements: Requirements.new(spawn: spawn), keep: [])
          super(cache: cache, spawn: spawn)
          @requirements = requirements
          @keep = Script.hidden([cache, *keep])
        end

        #: (Offer) -> Array[[String, String]]
        def lacks(_offer) = @requirements.lacks

        # The cost, as lines to print before anything is done.
        #: (Offer) -> Array[String]
        def cost(offer)
          ["#{offer.name}: from Debian #{offer.suite}, in a separate root file system",
           "  installs  #{offer.packages.join(" ")} and their dependencies",
           *costs(offer, @requirements.archive), "  needs     root rights and debootstrap; running it needs neither"]
        end

        private

        def fill(place, offer)
          run(place, argv(place, offer), env: @requirements.variables)
          FileUtils.rm_f(Dir.glob(File.join(place.root, "var/cache/apt/archives/*.deb"))) # they are installed
          write(place, offer)
        end

        # In a private mount namespace, so that its mounts end with it.
        def argv(place, offer)
          archive = @requirements.archive
          keyring = archive.keyring if archive.keyring && File.exist?(archive.keyring)
          ["unshare", "--mount", "--", "debootstrap", "--variant=minbase", "--include=#{offer.packages.join(",")}",
           *("--keyring=#{keyring}" if keyring), offer.suite, place.root, archive.address]
        end

        # The requirements for building a Ruby on this machine: rights, programs, and an archive to download from.
        class Requirements
          # Folders that debootstrap needs, but that are often missing in a user's PATH.
          SBIN = %w[/usr/local/sbin /usr/sbin /sbin].freeze

          # Sources::Archive or nil.
          attr_reader :archive

          # `spawn` runs commands, as for Builder.
          #: (spawn: Object, ?archive: Object, ?given: Variables, ?uid: Integer, ?sbin: Array[String]) -> void
          def initialize(spawn:, archive: Sources.read.archive, given: Variables.new, uid: Process.uid, sbin: SBIN)
            @spawn = spawn
            @archive = archive
            @given = given.for_build
            @uid = uid
            @folders = [*@given.fetch("PATH", "").split(File::PATH_SEPARATOR), *sbin]
          end

          # All variables of debootstrap: the user's proxies apply.
          #: () -> Hash[String, String]
          def variables = @given.merge("PATH" => @folders.join(File::PATH_SEPARATOR))

          # The missing requirements: [[requirement, how to get it]].
          #: () -> Array[[String, String]]
          def lacks = [rights, program("unshare", "util-linux"), program("debootstrap", "debootstrap"), source, mounts].compact

          private

          def rights
            ["root rights, because only root can set file owners", "run the same command as root"] unless root?
          end

          def program(name, package)
            [name, "apt-get install --no-install-recommends #{package}"] unless here?(name)
          end

          def source = (Sources.absent unless @archive)

          # In many containers not even root may mount. Other missing requirements are reported first.
          def mounts
            return if !root? || !here?("unshare") || @spawn.run(%w[unshare --mount true], env: variables).success?

            ["the right to mount, in a private namespace", "give the container CAP_SYS_ADMIN, or do it outside"]
          end

          def root? = @uid.zero?

          def here?(program) = @folders.any? { |folder| File.executable?(File.join(folder, program)) }
        end
      end
    end
  end
end
