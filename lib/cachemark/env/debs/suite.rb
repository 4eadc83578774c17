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
        # The settings of this machine's apt about the network, and about the age of an archive's lists.
        NETWORK = /\AAcquire::(?:https?|ftp|socks|tor|Retries|ForceIPv[46]|Check-Valid-Until|M(?:ax|in)-ValidTime)\b/i
        private_constant :INSTALLED, :ABSENT, :BASES, :NETWORK

        # Raised for a version that the archive no longer has, or does not provide.
        class Gone < Impossible; end

        # `type` is apt's: "deb", or "deb-src" for sources. `whole`: the packages are for a root file system that has nothing
        # from the machine. `expired`: whether lists may be used after their end, because an exact version is wanted. Their
        # signatures are verified in any case.
        #: (String, BuildContext, ?type: String, ?whole: bool, ?expired: bool) -> void
        def initialize(name, context, type: "deb", whole: false, expired: false)
          @name = name
          @context = context
          @type = type
          @whole = whole
          @expired = expired
        end

        # These packages and their dependencies, except for the installed ones: those that the machine provides (Installed),
        # or the ones in the text `installed`. Raises Impossible.
        #: (Array[String], ?installed: String?) -> Array[Deb]
        def resolve(packages, installed: nil)
          lines = kept(*(installed && other_status(installed)), "install", "--simulate", "--yes", *packages).lines
          found = lines.filter_map { |line| INSTALLED.match(line)&.named_captures }
          debs = found.map { |fields| Deb.new(**fields.transform_keys(&:to_sym), suite: @name) }
          refuse_libc(packages, debs) unless installed || @whole
          debs
        rescue Impossible => error
          raise error if error.how || !error.reason.match?(ABSENT)

          raise Impossible.new("Debian #{@name} has no #{error.reason[/(?:package|Package) (\S+)/, 1]}", log: error.log,
                               how: "see which versions there are: cachemark list versions CLIENT")
        end

        # The architecture of its packages.
        #: () -> String
        def architecture = machine.architecture

        # The package in the current version of this suite, or nil. Raises Impossible.
        #: (String) -> Deb?
        def find(package)
          text = kept("show", "--no-all-versions", package, program: "apt-cache")
          fields = %w[Package Version Architecture].map { |name| text[/^#{name}: (\S+)/, 1] }
          Deb.new(**%i[name version architecture].zip(fields).to_h, suite: @name) if fields.all?
        rescue Impossible => error
          raise unless error.reason.match?(ABSENT)
        end

        # Downloads the packages' archives, verified, into a folder; returns their paths in the same order. If the archive
        # has removed files in the lists, the lists are downloaded again, once. Raises Gone, Impossible.
        #: (Array[Deb], String) -> Array[String]
        def download(debs, into)
          raise Impossible.not_cached(debs.first.full_name) if @context.offline

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
          raise Impossible.not_cached("the source of #{package}") if @context.offline

          ask("source", "--download-only", "--only-source", package, chdir: folder)
          Paths.matching(folder, "*.orig.tar.*").min or
            raise Impossible, "the source of #{package} has no archive of its makers"
        rescue Impossible => error
          raise error if error.how || error.log.nil?

          raise Impossible.new("Debian #{@name} does not give the source of #{package}", log: error.log)
        end

        private

        def machine = @context.once([:installed]) { Installed.read }

        # A cache of apt's is valid for one list of installed packages.
        def other_status(text)
          path = file("status-#{Digest::SHA256.hexdigest(text)[0, 8]}")
          keep(path, text)
          ["-o", "Dir::State::status=#{path}", "-o", "Dir::Cache::pkgcache="]
        end

        def fetch(debs, into)
          ask("download", *debs.map { |deb| "#{deb.name}=#{deb.version}" }, chdir: into)
          debs.map { |deb| Paths.matching(into, "#{deb.name}_*.deb").first or raise Impossible.not_cached(deb.full_name) }
        end

        def ask(*words, program: "apt-get", chdir: folder)
          refresh
          locked { run([program, *words], chdir) }
        end

        def refresh = @context.once([:apt, folder]) { locked { prepare && update(AGE_S) } }

        # The answer to a question about the lists, for as long as they are the same. apt needs seconds for each.
        def kept(*words, program: "apt-get")
          refresh
          settings = [*%w[apt.conf status].map { |name| File.read(file(name)) }, File.mtime(file("updated")).to_r]
          path = file("answers/#{Digest::SHA256.hexdigest([program, *words, *settings].join("\0"))[0, 16]}")
          return File.read(path) if File.exist?(path)

          ask(*words, program: program).tap { |text| AtomicFile.write(path, text) }
        end

        def run(argv, chdir)
          @context.run(argv, env: { "APT_CONFIG" => file("apt.conf") }, chdir: chdir, log: @context.log("apt", folder, *argv))
        end

        def refuse_libc(packages, debs)
          libc = debs.find { |deb| deb.name == Installed::LIBC } or return
          raise Impossible.new("#{packages.last} of Debian #{@name} needs libc #{libc.version}, and this machine has " \
                               "#{machine.libc}", how: "take a version of an older Debian: cachemark list versions CLIENT")
        end

        def locked(&block) = FileLock.hold(@context.path("locks", "apt-#{File.basename(folder)}.lock"), &block)

        def prepare
          folders = %w[etc/apt.conf.d etc/preferences.d state/lists/partial cache/archives/partial answers]
          FileUtils.mkdir_p(folders.map { |name| file(name) })
          { "apt.conf" => configuration, "etc/debian.sources" => archive.stanza(@type, [*BASES[@name], @name]),
            "status" => @whole ? "" : machine.to_s }.each { |name, text| keep(file(name), text) }
        end

        # Makes an apt private. It accesses nothing outside its folder except the keys and the passwords for archives, and
        # runs no hooks. Without root, it drops no privileges. A lock keeps other processes out of its folder.
        def configuration
          dump = @context.once([:settings]) { @context.run(%w[apt-config dump], log: @context.log("apt-config")) }
          own = { "Dir" => folder, "Dir::State" => file("state"), "Dir::State::status" => file("status"),
                  "Dir::Cache" => file("cache"), "Dir::Cache::srcpkgcache" => "", "Dir::Log" => file("log"),
                  "Dir::Etc" => file("etc"), "Dir::Etc::sourcelist" => file("etc/debian.sources"),
                  "Dir::Etc::trusted" => "/etc/apt/trusted.gpg", "Dir::Etc::trustedparts" => "/etc/apt/trusted.gpg.d",
                  "Dir::Etc::netrc" => "/etc/apt/auth.conf", "Dir::Etc::netrcparts" => "/etc/apt/auth.conf.d",
                  "APT::Architecture" => architecture, "APT::Architectures" => architecture,
                  "APT::Install-Recommends" => "false", "APT::Sandbox::User" => "root", "APT::Update::Error-Mode" => "any",
                  "Acquire::Languages" => "none", "Acquire::GzipIndexes" => "true", "Debug::NoLocking" => "true" }
          [*dump.lines(chomp: true).grep(NETWORK), *own.map { |name, value| %(#{name} "#{value}";) }, ""].join("\n")
        end

        # Writes only changed files, because apt reads everything again if a file changes.
        def keep(path, text)
          FileUtils.mkdir_p(folder)
          AtomicFile.write(path, text) unless File.exist?(path) && File.read(path) == text
        end

        def update(age_s)
          mark = file("updated")
          return true if File.exist?(mark) && (@context.offline || Time.now - File.mtime(mark) < age_s)
          raise Impossible.not_cached("the list of Debian #{@name}") if @context.offline

          run(["apt-get", *(%w[-o Acquire::Check-Valid-Until=false] if @expired), "update"], folder)
          FileUtils.rm_f(Paths.matching(folder, "answers/*"))
          FileUtils.touch(mark)
        rescue Impossible => error
          raise error if error.how
          raise unreachable(error) unless File.exist?(mark)
        end

        def unreachable(error)
          Impossible.new("Debian #{@name} cannot be reached: #{error.reason}", log: error.log,
                         how: "check the network, proxies and apt's sources")
        end

        def archive = @context.archive || raise(Impossible.new("this machine's apt knows no archive of Debian's", how: HOW))

        # Archives for the same suite may differ. A link to the cache must not change the configuration (see `keep`).
        def folder
          @folder ||= begin
            identity = [archive.identity, *("whole" if @whole)].join(" ")
            name = [@name, *("sources" if @type == "deb-src"), Digest::SHA256.hexdigest(identity)[0, 8]].join("-")
            File.realpath(@context.path("apt", name).tap { |path| FileUtils.mkdir_p(path) })
          end
        end

        def file(name) = File.join(folder, name)
      end
    end
  end
end
