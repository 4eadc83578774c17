# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # The packages that a private apt considers installed: the libraries of the compiler, which must be the machine's
      # own, and packages that only serve to install others. Everything else is resolved, so that it is the same
      # everywhere.
      class Installed
        STATUS = "/var/lib/dpkg/status"
        LIBC = "libc6"
        HEADERS = "libc6-dev"
        # These have the machine's own versions, and the headers of libc belong to the compiler.
        MACHINES = { LIBC => LIBC, HEADERS => LIBC, "libgcc-s1" => "libgcc-s1", "libstdc++6" => "libstdc++6" }.freeze
        INSTALLERS = %w[debconf dpkg mime-support].freeze
        PROVIDED = { HEADERS => "libc-dev", "libgcc-s1" => "libgcc1 (= 1:%s)", "debconf" => "debconf-2.0" }.freeze
        private_constant :HEADERS, :MACHINES, :INSTALLERS, :PROVIDED

        # Those of this machine. Raises Impossible if it is not a Debian.
        #: (?String) -> Installed
        def self.read(status = STATUS)
          text = File.readable?(status) ? File.read(status, encoding: "UTF-8").scrub : ""
          new(text).tap do |installed|
            raise Impossible.new("only a Debian can use Debian's packages, and this machine is none", how: HOW) unless
              installed.architecture
          end
        end

        # A list of these packages alone, in any version, for files that use nothing of the machine's.
        #: (Array[String], String) -> String
        def self.only(names, architecture)
          names.map { |name| stanza(name, "9999", architecture, multi_arch: "allowed", provides: PROVIDED[name]) }.join("\n")
        end

        # A list of what a runtime with its own libc does not bring along, in the same form. Builds use the machine's compiler,
        # with the headers that belong to it.
        #: (String) -> String
        def self.outside(architecture) = only([*INSTALLERS, HEADERS], architecture)

        # An installed package, in dpkg's form.
        #: (String, String, String, ?multi_arch: String, ?provides: String?) -> String
        def self.stanza(name, version, architecture, multi_arch: "same", provides: nil)
          "Package: #{name}\nStatus: install ok installed\nArchitecture: #{architecture}\nMulti-Arch: #{multi_arch}\n" \
            "Version: #{version}\n#{"Provides: #{provides}\n" if provides}Maintainer: nobody\nDescription: this machine's\n"
        end

        # `text` is dpkg's list of the installed packages.
        #: (String) -> void
        def initialize(text)
          @text = text
        end

        # A list in the same form, for apt. No archive has its versions, because apt would otherwise use that archive's
        # dependencies.
        def to_s
          machines = MACHINES.filter_map { |name, of| [name, "#{version(of)}+machine"] if version(of) }
          (machines + INSTALLERS.map { |name| [name, "9999"] }).map do |name, version|
            Installed.stanza(name, version, architecture, provides: PROVIDED[name]&.sub("%s", version))
          end.join("\n")
        end

        # The architecture of the machine, such as "amd64"; nil if it is not a Debian.
        #: () -> String?
        def architecture = @architecture ||= stanzas("dpkg").first&.slice(/^Architecture: (.*)$/, 1)

        # Version of the machine's libc.
        #: () -> String?
        def libc = version(LIBC)

        private

        # A machine may have a library for several architectures.
        def version(name)
          own = stanzas(name).find { |stanza| stanza.match?(/^Architecture: #{architecture}$/) }
          own&.slice(/^Version: (.*)$/, 1)
        end

        def stanzas(name) = @text.scan(/^Package: #{Regexp.escape(name)}\n(?:.+\n)*/)
      end
    end
  end
end
