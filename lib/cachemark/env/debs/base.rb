# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # What counts as installed when a private apt resolves: the libraries that come with a machine's
      # compiler, of which only the machine's own can be used, and what serves nothing but the installing of
      # packages. All else is resolved, so that it is the same wherever it is used. Pure.
      class Base
        STATUS = "/var/lib/dpkg/status"
        LIBC = "libc6"
        # They count in the machine's own versions; headers of libc come along with the compiler.
        MACHINES = { LIBC => LIBC, "libc6-dev" => LIBC, "libgcc-s1" => "libgcc-s1", "libstdc++6" => "libstdc++6" }.freeze
        INSTALLERS = %w[debconf dpkg mime-support].freeze
        PROVIDED = { "libc6-dev" => "libc-dev", "libgcc-s1" => "libgcc1 (= 1:%s)", "debconf" => "debconf-2.0" }.freeze
        private_constant :MACHINES, :INSTALLERS, :PROVIDED

        # `text` is dpkg's list of what this machine has.
        #
        #: (String) -> void
        def initialize(text)
          @text = text
        end

        # A list of that form, for apt. Its versions are such as no archive has, else apt would take that one's
        # dependencies for theirs.
        #
        #: () -> String
        def to_s
          machines = MACHINES.filter_map { |name, of| [name, "#{version(of)}+machine"] if version(of) }
          (machines + INSTALLERS.map { |name| [name, "9999"] }).map { |name, version| stanza(name, version) }.join("\n")
        end

        # The machine's, such as "amd64"; nil where there is no Debian.
        #
        #: () -> String?
        def architecture = @architecture ||= stanzas("dpkg").first&.slice(/^Architecture: (.*)$/, 1)

        # Version of the machine's libc.
        #
        #: () -> String?
        def libc = version(LIBC)

        private

        # A machine may have a library of other architectures beside its own.
        def version(name)
          own = stanzas(name).find { |stanza| stanza.match?(/^Architecture: #{architecture}$/) }
          own&.slice(/^Version: (.*)$/, 1)
        end

        def stanzas(name) = @text.scan(/^Package: #{Regexp.escape(name)}\n(?:.+\n)*/)

        def stanza(name, version)
          provides = "Provides: #{PROVIDED[name].sub("%s", version)}\n" if PROVIDED.key?(name)
          "Package: #{name}\nStatus: install ok installed\nArchitecture: #{architecture}\nMulti-Arch: same\n" \
            "Version: #{version}\n#{provides}Maintainer: nobody\nDescription: this machine's\n"
        end
      end
    end
  end
end
