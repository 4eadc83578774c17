# frozen_string_literal: true

require "etc"
require "fileutils"
require "rbconfig"
require "tempfile"

module Cachemark
  module Env
    module Debian
      # Builds a Ruby from Debian's source package, with the machine's compilers, and installs it below its folder. apt
      # downloads and verifies the source. It needs no root rights.
      class FromSource < Construction
        # The file that names gems for the installation to download. An empty one installs none.
        BUNDLED = "gems/bundled_gems"
        private_constant :BUNDLED

        # `archive` is the one of this machine's apt.
        #: (cache: String, spawn: Object, ?archive: Object, ?given: Variables, ?headers: String, ?suite: Object) -> void
        def initialize(cache:, spawn:, archive: Sources.read.archive, given: Variables.new, headers: "/usr/include", suite: nil)
          super(cache: cache, spawn: spawn)
          @archive = archive
          @given = given
          @headers = headers
          @suite = suite
        end

        #: (Offer) -> Array[[String, String]]
        def lacks(offer) = Requirements.new(offer.source, @given.for_build, @headers, @archive, @spawn).lacks

        #: (Offer) -> Array[String]
        def cost(offer)
          source = offer.source
          packages = [*source.programs.values.map(&:first), *source.needs.keys]
          ["#{offer.name}: built here from Debian #{offer.suite}'s source package #{source.package}",
           "  with      #{source.configure.join(" ")}", *costs(offer, @archive),
           "  needs     no root rights, and these packages: #{packages.uniq.join(" ")}"]
        end

        private

        def fill(place, offer)
          unpack(place, offer)
          File.write(File.join(place.source, BUNDLED), "")
          commands(place, offer).each { |argv| run(place, argv, env: @given.for_build, chdir: place.source) }
          FileUtils.rm_rf(place.source)
          place.link(offer.executable)
        end

        def unpack(place, offer)
          FileUtils.mkdir_p(place.source)
          archive = suite(offer).source(offer.source.package, place.path)
          run(place, ["tar", "-xf", archive, "-C", place.source, "--strip-components=1"], env: @given.for_build)
          FileUtils.rm_rf(File.dirname(archive))
        rescue Impossible => error
          raise Trouble.new("#{offer.name} could not be built: #{error.reason}", try: error.how || "read the log: #{error.log}")
        end

        def commands(place, offer)
          [["./configure", "--prefix=#{place.root}", "--with-baseruby=#{RbConfig.ruby}", *offer.source.configure],
           ["make", "-j#{Etc.nprocessors}"], %w[make install]]
        end

        def suite(offer)
          @suite ||= begin
            context = Builder::BuildContext.new(cache: @cache, spawn: @spawn, registry: nil, variables: @given, archive: @archive)
            Debs::Suite.new(offer.suite, context, Debs::Tools.new(context), type: "deb-src")
          end
        end

        # The requirements for building on this machine: an archive, programs and headers.
        class Requirements
          # `variables` are those of the build, `headers` is the folder of the machine's headers.
          #: (Source, Hash[String, String], String, Object, Object) -> void
          def initialize(source, variables, headers, archive, spawn)
            @source = source
            @variables = variables
            @folders = variables.fetch("PATH", "").split(File::PATH_SEPARATOR)
            @headers = headers
            @archive = archive
            @spawn = spawn
          end

          # The missing requirements: [[requirement, how to get it]].
          #: () -> Array[[String, String]]
          def lacks
            names = missing.uniq
            packages = ["the packages #{names.join(" ")}", "apt-get install --no-install-recommends #{names.join(" ")}"]
            [(packages if names.any?), *too_old, (Sources.absent unless @archive)].compact
          end

          private

          def missing
            programs = @source.programs.reject { |program, _| path(program) }.values.map(&:first)
            programs + @source.needs.reject { |_, glob| Dir.glob(glob, base: @headers).any? }.keys
          end

          def too_old
            @source.programs.filter_map do |program, (package, oldest)|
              next unless oldest && path(program) && (found = version(program))
              next if Gem::Version.new(found) >= Gem::Version.new(oldest)

              ["#{program} #{oldest} or later, and this machine has #{found}", "install a later #{package}"]
            end
          end

          def path(program) = @folders.map { |folder| File.join(folder, program) }.find { |path| File.executable?(path) }

          # nil if the program does not say its version.
          def version(program)
            Tempfile.create("version") do |file|
              @spawn.run([path(program), "--version"], env: @variables, log: file.path)
              file.read[/\d+(?:\.\d+)+/]
            end
          end
        end
      end
    end
  end
end
