# frozen_string_literal: true

module Cachemark
  module Env
    module Debian
      # What making a Ruby takes on this machine: rights, programs, and an archive to fetch from.
      class Means
        # Where users' PATHs often do not lead, and debootstrap must.
        SBIN = %w[/usr/local/sbin /usr/sbin /sbin].freeze

        # Sources::Archive or nil.
        attr_reader :archive

        # `spawn` runs commands, as for Builder.
        #
        #: (spawn: Object, ?archive: Object, ?given: Variables, ?uid: Integer, ?sbin: Array[String]) -> void
        def initialize(spawn:, archive: Sources.read.archive, given: Variables.new, uid: ::Process.uid, sbin: SBIN)
          @spawn = spawn
          @archive = archive
          @given = given.for_build
          @uid = uid
          @folders = [*@given.fetch("PATH", "").split(::File::PATH_SEPARATOR), *sbin]
        end

        # All variables of debootstrap: the user's proxies apply.
        #
        #: () -> Hash[String, String]
        def variables = @given.merge("PATH" => @folders.join(::File::PATH_SEPARATOR))

        # What is not here: [[what, how to get it]].
        #
        #: () -> Array[[String, String]]
        def lacks = [rights, program("unshare", "util-linux"), program("debootstrap", "debootstrap"), source, mounts].compact

        private

        def rights
          ["root's rights, because only root can set owners", "run the same command as root"] unless root?
        end

        def program(name, package)
          [name, "apt-get install --no-install-recommends #{package}"] unless here?(name)
        end

        def source
          return if @archive

          ["an archive of Debian's", "add a line to apt's sources.list: deb http://deb.debian.org/debian trixie main"]
        end

        # In many containers not even root may. Who lacks more is told of that.
        def mounts
          return if !root? || !here?("unshare") || @spawn.run(%w[unshare --mount true], env: variables).success?

          ["the right to mount, in a namespace of its own", "give the container CAP_SYS_ADMIN, or do it outside"]
        end

        def root? = @uid.zero?

        def here?(program) = @folders.any? { |folder| ::File.executable?(::File.join(folder, program)) }
      end
    end
  end
end
