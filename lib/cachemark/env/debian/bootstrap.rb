# frozen_string_literal: true

require "fileutils"
require "shellwords"

module Cachemark
  module Env
    module Debian
      # Builds a Ruby that Debian offers, with debootstrap. It asks no questions and leaves nothing mounted.
      class Bootstrap < Construction
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

        def refresh(place, offer)
          write(place, offer)
          super
        end

        def fill(place, offer)
          run(place, argv(place, offer), env: @requirements.variables)
          tidy(place.root)
          write(place, offer)
        end

        # In a private mount namespace, so that its mounts end with it.
        def argv(place, offer)
          archive = @requirements.archive
          keyring = archive.keyring if archive.keyring && File.exist?(archive.keyring)
          ["unshare", "--mount", "--", "debootstrap", "--variant=minbase", "--include=#{offer.packages.join(",")}",
           *("--keyring=#{keyring}" if keyring), offer.suite, place.root, archive.address]
        end

        # Removes downloads that are now installed. A mount needs an existing file to cover.
        def tidy(root)
          FileUtils.rm_f(Dir.glob(File.join(root, "var/cache/apt/archives/*.deb")))
          Script::OWN_FILES.select { |file| File.exist?(file) }.each { |file| touch(File.join(root, file)) }
        end

        def touch(file)
          FileUtils.mkdir_p(File.dirname(file))
          FileUtils.touch(file)
        end

        def write(place, offer)
          FileUtils.mkdir_p(@keep.map { |folder| File.join(place.root, folder) })
          place.write(Script.text(root: place.root, executable: offer.executable, keep: @keep))
        end

        # The text of a Ruby's executable, which becomes the Ruby of another root file system.
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
              # Made by cachemark env runtime; see guides/runtimes.md.
              set -eu
              root=#{Shellwords.escape(root)}
              # Without it this would be the machine's own Ruby under another name.
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
