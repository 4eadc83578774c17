# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # A release of Debian, through a private apt that uses nothing else. Its lists are downloaded again when they are older
      # than AGE_S. If the archive does not respond, the old lists are used.
      class Suite
        AGE_S = 86_400
        INSTALLED = /\AInst (?<name>\S+) (?:\[\S+\] )?\((?<version>\S+) .*\[(?<architecture>\w+)\]\)/
        ABSENT = /Unable to locate|No packages found|no installation candidate/
        # Suites with only a few packages, and the suite that has the others. apt prefers the latter.
        BASES = { "experimental" => "sid" }.freeze
        private_constant :INSTALLED, :ABSENT, :BASES

        # Raised for a version that the archive no longer has, or does not provide.
        class Gone < Impossible; end

        attr_reader :name

        # `type` is apt's: "deb", or "deb-src" for sources. `expired`: whether lists may be used after their end, because an
        # exact version is wanted. Their signatures are verified in any case.
        #: (String, BuildContext, Tools, ?type: String, ?expired: bool) -> void
        def initialize(name, context, tools, type: "deb", expired: false)
          @type = type
          @expired = expired
          @name = name
          @context = context
          @tools = tools
        end

        # These packages and their dependencies, except for the installed ones: those that the machine provides
        # (Tools::Installed), or the ones in the text `installed`. Raises Impossible.
        #: (Array[String], ?installed: String?) -> Array[Deb]
        def resolve(packages, installed: nil)
          lines = ask(*(installed && other_status(installed)), "install", "--simulate", "--yes", *packages).lines
          found = lines.filter_map { |line| INSTALLED.match(line)&.named_captures }
          debs = found.map { |fields| Deb.new(**fields.transform_keys(&:to_sym), suite: @name) }
          refuse_libc(packages, debs) unless installed
          debs
        rescue Impossible => error
          raise error if error.how || !error.reason.match?(ABSENT)

          raise Impossible.new("Debian #{@name} has no #{error.reason[/(?:package|Package) (\S+)/, 1]}", log: error.log,
                               how: "see which versions there are: cachemark list versions CLIENT")
        end

        # The architecture of its packages.
        #: () -> String
        def architecture = @tools.base.architecture

        # The package in the current version of this suite, or nil. Raises Impossible.
        #: (String) -> Deb?
        def find(package)
          text = ask("show", "--no-all-versions", package, program: "apt-cache")
          fields = %w[Package Version Architecture].map { |name| text[/^#{name}: (\S+)/, 1] }
          Deb.new(**%i[name version architecture].zip(fields).to_h, suite: @name) if fields.all?
        rescue Impossible => error
          raise unless error.reason.match?(ABSENT)
        end

        # Downloads the packages' archives, verified, into a folder; returns their paths in the same order. If the archive
        # has removed files in the lists, the lists are downloaded again, once. Raises Gone, Impossible.
        #: (Array[Deb], String) -> Array[String]
        def download(debs, into)
          raise absent(debs.first.full_name) if @context.offline

          begin
            fetch(debs, into)
          rescue Impossible
            @context.once([:renewed, folder]) { locked { update(0) } }
            fetch(debs, into)
          end
        rescue Impossible => error
          raise Gone.new("Debian #{@name} does not give #{debs.map(&:full_name).first(3).join(", ")}: #{error.reason}",
                         how: "check the network, proxies and apt's sources", log: error.log)
        end

        # Downloads the original archive of a source package, verified, into a folder; returns its path. Raises Impossible.
        #: (String, String) -> String
        def source(package, into)
          folder = File.join(into, package)
          FileUtils.mkdir_p(folder)
          raise absent("the source of #{package}") if @context.offline

          ask("source", "--download-only", "--only-source", package, chdir: folder)
          Paths.matching(folder, "*.orig.tar.*").min or
            raise Impossible, "the source of #{package} has no archive of its makers"
        rescue Impossible => error
          raise error if error.how || error.log.nil?

          raise Impossible.new("Debian #{@name} does not give the source of #{package}", log: error.log)
        end

        private

        # A cache of apt's is valid for one list of installed packages.
        def other_status(text)
          FileUtils.mkdir_p(folder)
          path = file("status-#{Digest::SHA256.hexdigest(text)[0, 8]}")
          keep(path, text)
          ["-o", "Dir::State::status=#{path}", "-o", "Dir::Cache::pkgcache="]
        end

        def fetch(debs, into)
          ask("download", *debs.map { |deb| "#{deb.name}=#{deb.version}" }, chdir: into)
          debs.map { |deb| Paths.matching(into, "#{deb.name}_*.deb").first or raise absent(deb.full_name) }
        end

        def ask(*words, program: "apt-get", chdir: folder)
          ready
          locked { run([program, *words], chdir) }
        end

        def run(argv, chdir)
          @tools.run(argv, env: { "APT_CONFIG" => file("apt.conf") }, chdir: chdir, log: @tools.log("apt", folder, *argv))
        end

        def absent(what) = Impossible.new("#{what} is not in the cache", how: "run once without --offline")

        def refuse_libc(packages, debs)
          return if @tools.whole?

          libc = debs.find { |deb| deb.name == Tools::Installed::LIBC } or return
          needs = "#{packages.last} of Debian #{@name} needs libc #{libc.version}"
          raise Impossible.new("#{needs}, and this machine has #{@tools.base.libc}",
                               how: "take a version of an older Debian: cachemark list versions CLIENT")
        end

        def ready = @context.once([:apt, folder]) { locked { prepare && update(AGE_S) } }

        def locked(&block) = FileLock.hold(@context.path("locks", "apt-#{File.basename(folder)}.lock"), &block)

        def prepare
          folders = %w[etc/apt.conf.d etc/preferences.d state/lists/partial cache/archives/partial]
          FileUtils.mkdir_p(folders.map { |name| file(name) })
          settings = Settings.new(folder: folder, suites: [*BASES[@name], @name], archive: @tools.archive,
                                  architecture: architecture, machine: @tools.settings, type: @type)
          { "apt.conf" => settings.configuration, "etc/sources.list" => settings.sources,
            "status" => @tools.whole? ? "" : @tools.base.to_s }
            .each { |name, text| keep(file(name), text) }
        end

        # Writes only changed files, because apt reads everything again if a file changes.
        def keep(path, text)
          AtomicFile.write(path, text) unless File.exist?(path) && File.read(path) == text
        end

        def update(age_s)
          mark = file("updated")
          return true if File.exist?(mark) && (@context.offline || Time.now - File.mtime(mark) < age_s)
          raise absent("the list of Debian #{@name}") if @context.offline

          run(["apt-get", *(%w[-o Acquire::Check-Valid-Until=false] if @expired), "update"], folder)
          FileUtils.touch(mark)
        rescue Impossible => error
          raise error if error.how
          raise unreachable(error) unless File.exist?(mark)
        end

        def unreachable(error)
          Impossible.new("Debian #{@name} cannot be reached: #{error.reason}", log: error.log,
                         how: "check the network, proxies and apt's sources")
        end

        # Archives for the same suite may differ.
        def folder
          @folder ||= begin
            identity = [@tools.archive.address, @tools.archive.keyring, *("whole" if @tools.whole?)].join(" ")
            @context.path("apt", [@name, *("sources" if @type == "deb-src"), Digest::SHA256.hexdigest(identity)[0, 8]].join("-"))
          end
        end

        def file(name) = File.join(folder, name)

        # The texts that make an apt private. It accesses nothing outside its folder except the keys and the passwords for
        # archives, and runs no hooks. Pure.
        class Settings
          # The settings of this machine's apt about the network, and about the age of an archive's lists.
          NETWORK = /\AAcquire::(?:https?|ftp|socks|tor|Retries|ForceIPv[46]|Check-Valid-Until|M(?:ax|in)-ValidTime)\b/i

          # `machine` is the output of `apt-config dump`.
          #: (folder: String, suites: Array[String], archive: Debian::Sources::Archive, architecture: String, machine: String, ?type: String) -> void
          def initialize(folder:, suites:, archive:, architecture:, machine:, type: "deb")
            @type = type
            @folder = folder
            @suites = suites
            @archive = archive
            @architecture = architecture
            @machine = machine
          end

          # Without root, apt drops no privileges. A lock keeps other processes out of its folder.
          #: () -> String
          def configuration
            own = { "Dir" => @folder, "Dir::State" => "#{@folder}/state", "Dir::State::status" => "#{@folder}/status",
                    "Dir::Cache" => "#{@folder}/cache", "Dir::Cache::srcpkgcache" => "",
                    "Dir::Etc" => "#{@folder}/etc", "Dir::Etc::trusted" => "/etc/apt/trusted.gpg",
                    "Dir::Etc::trustedparts" => "/etc/apt/trusted.gpg.d", "Dir::Etc::netrc" => "/etc/apt/auth.conf",
                    "Dir::Etc::netrcparts" => "/etc/apt/auth.conf.d", "Dir::Log" => "#{@folder}/log",
                    "APT::Architecture" => @architecture, "APT::Architectures" => @architecture,
                    "APT::Install-Recommends" => "false", "APT::Sandbox::User" => "root", "APT::Update::Error-Mode" => "any",
                    "Acquire::Languages" => "none", "Acquire::GzipIndexes" => "true", "Debug::NoLocking" => "true" }
            lines = own.map { |name, value| %(#{name} "#{value}";) }
            [*@machine.lines(chomp: true).grep(NETWORK), *lines].join("\n").concat("\n")
          end

          #: () -> String
          def sources
            signed = @archive.trusted ? "trusted=yes" : @archive.keyring && "signed-by=#{@archive.keyring}"
            @suites.map { |suite| "#{[@type, *("[#{signed}]" if signed), @archive.address, suite, "main"].join(" ")}\n" }.join
          end
        end
      end
    end
  end
end
