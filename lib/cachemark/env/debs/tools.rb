# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # The tools of this machine: an archive, its own packages, and commands.
      class Tools
        HOW = "name a runtime of your own that has the client, as an option of the contender"
        # How to install a compiler.
        COMPILER = "apt-get install --no-install-recommends gcc g++ libc6-dev"
        private_constant :HOW, :COMPILER

        # `whole`: the packages are for a root file system that has nothing from the machine.
        #: (BuildContext, ?status: String, ?whole: bool) -> void
        def initialize(context, status: Installed::STATUS, whole: false)
          @context = context
          @status = status
          @whole = whole
        end

        def whole? = @whole

        # The archive of this machine's apt. Raises Impossible.
        #: () -> Debian::Sources::Archive
        def archive = @context.archive || raise(Impossible.new("this machine's apt knows no archive of Debian's", how: HOW))

        # The installed packages of this machine. Raises Impossible if it is not a Debian.
        #: () -> Installed
        def base
          @base ||= Installed.new(File.read(@status, encoding: "UTF-8").scrub).tap do |base|
            raise no_debian unless base.architecture
          end
        rescue SystemCallError
          raise no_debian
        end

        # The settings of this machine's apt.
        #: () -> String
        def settings = @context.once([:settings]) { run(%w[apt-config dump], chdir: @context.cache, log: log("apt-config")) }

        # Runs a command and returns its output. Raises Impossible, and Trouble if the disk is full.
        #: (Array[String], log: String, ?env: Hash[String, String], ?chdir: String, ?complaint: String?) -> String
        def run(argv, log:, env: {}, chdir: @context.cache, complaint: nil)
          FileUtils.mkdir_p(File.dirname(log))
          FileUtils.rm_f(log)
          environment = @context.variables.for_build.merge("LC_ALL" => "C.UTF-8").merge(env)
          status = @context.spawn.run(argv, env: environment, chdir: chdir, log: log)
          return File.read(log, encoding: "UTF-8").scrub if status.success?
          raise @context.full_disk if LogTail.full_disk?(log)

          raise Impossible.new("#{complaint || "#{argv.first} failed"}: #{LogTail.of(log)}", log: log)
        rescue Host::Keeper::NotStarted => error
          raise Impossible.new(error.message.lines.first.chomp,
                               how: "install the package that provides #{File.basename(argv.first)}")
        end

        # The file for the output of one kind of command.
        #: (*String) -> String
        def log(*words)
          @context.path("logs", "#{words.first.tr("/", "-")}-#{Digest::SHA256.hexdigest(words.join("\0"))[0, 12]}.log")
        end

        # Raises Impossible if this machine has no compiler for a library.
        #: (String) -> void
        def refuse_no_compiler(name)
          folders = @context.variables.for_build.fetch("PATH", "").split(File::PATH_SEPARATOR)
          lacking = %w[gcc g++].reject { |program| folders.any? { |folder| File.executable?(File.join(folder, program)) } }
          return if lacking.empty?

          raise Impossible.new("#{name} has to be compiled, and this machine has no #{lacking.join(" and no ")}", how: COMPILER)
        end

        private

        def no_debian
          Impossible.new("only a Debian can use Debian's packages, and this machine is none", how: HOW)
        end

        # The packages that a private apt considers installed: the libraries of the compiler, which must be the machine's
        # own, and packages that only serve to install others. Everything else is resolved, so that it is the same
        # everywhere. Pure.
        class Installed
          STATUS = "/var/lib/dpkg/status"
          LIBC = "libc6"
          HEADERS = "libc6-dev"
          # These have the machine's own versions, and the headers of libc belong to the compiler.
          MACHINES = { LIBC => LIBC, HEADERS => LIBC, "libgcc-s1" => "libgcc-s1", "libstdc++6" => "libstdc++6" }.freeze
          INSTALLERS = %w[debconf dpkg mime-support].freeze
          PROVIDED = { HEADERS => "libc-dev", "libgcc-s1" => "libgcc1 (= 1:%s)", "debconf" => "debconf-2.0" }.freeze
          private_constant :HEADERS, :MACHINES, :INSTALLERS, :PROVIDED

          # `text` is dpkg's list of the installed packages.
          #: (String) -> void
          def initialize(text)
            @text = text
          end

          # A list in the same form, for apt. No archive has its versions, because apt would otherwise use that archive's
          # dependencies.
          #: () -> String
          def to_s
            machines = MACHINES.filter_map { |name, of| [name, "#{version(of)}+machine"] if version(of) }
            (machines + INSTALLERS.map { |name| [name, "9999"] }).map do |name, version|
              provides = PROVIDED[name]&.sub("%s", version)
              Installed.stanza(name, version, architecture, provides: provides)
            end.join("\n")
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
end
