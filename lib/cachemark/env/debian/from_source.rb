# frozen_string_literal: true

require "etc"
require "fileutils"
require "rbconfig"

module Cachemark
  module Env
    module Debian
      # Builds a Ruby from Debian's source package, with the machine's compilers, and installs it below its folder. apt
      # downloads and verifies the source. It needs no root rights.
      class FromSource < Construction
        # The file that names gems for the installation to download. An empty one installs none.
        BUNDLED = "gems/bundled_gems"
        private_constant :BUNDLED

        # `headers` is the folder of the machine's headers.
        #: (?headers: String, **Object) -> void
        def initialize(headers: "/usr/include", **options)
          super(**options)
          @headers = headers
        end

        # An archive, programs and headers.
        #: (Offer) -> Array[[String, String]]
        def lacks(offer)
          names = missing(offer.source).uniq
          packages = ["the packages #{names.join(" ")}", "apt-get install --no-install-recommends #{names.join(" ")}"]
          [(packages if names.any?), *too_old(offer.source), no_archive].compact
        end

        #: (Offer) -> Array[String]
        def cost(offer)
          source = offer.source
          packages = [*source.programs.values.map(&:first), *source.needs.keys]
          ["#{offer.name}: built here from Debian #{offer.suite}'s source package #{source.package}",
           "  with      #{source.configure.join(" ")}", *costs(offer),
           "  needs     no root rights, and these packages: #{packages.uniq.join(" ")}"]
        end

        private

        def fill(place, offer)
          archive = Debs::Suite.new(offer.suite, @context, type: "deb-src").source(offer.source.package, place.path)
          FileUtils.mkdir_p(place.source)
          run(place, "tar", "-xf", archive, "--strip-components=1")
          FileUtils.rm_rf(File.dirname(archive))
          File.write(File.join(place.source, BUNDLED), "")
          run(place, "./configure", "--prefix=#{place.root}", "--with-baseruby=#{RbConfig.ruby}", *offer.source.configure)
          run(place, "make", "-j#{Etc.nprocessors}")
          run(place, "make", "install")
          FileUtils.rm_rf(place.source)
          place.link(offer.executable)
        end

        # All commands have one log.
        def run(place, *argv)
          status = @context.spawn.run(argv, env: @context.variables.for_build, chdir: place.source, log: place.log)
          return if status.success?
          raise @context.full_disk if LogTail.full_disk?(place.log)

          raise Impossible.new(LogTail.of(place.log), how: "read the whole log: #{place.log}")
        end

        def missing(source)
          programs = source.programs.reject { |program, _| @context.which(program) }.values.map(&:first)
          programs + source.needs.reject { |_, glob| Dir.glob(glob, base: @headers).any? }.keys
        end

        def too_old(source)
          source.programs.filter_map do |program, (package, oldest)|
            next unless oldest && (path = @context.which(program)) && (found = version(path))
            next if Gem::Version.new(found) >= Gem::Version.new(oldest)

            ["#{program} #{oldest} or later, and this machine has #{found}", "install a later #{package}"]
          end
        end

        # nil if the program does not say its version.
        def version(path)
          @context.run([path, "--version"], log: @context.log("version", path))[/\d+(?:\.\d+)+/]
        rescue Impossible
          nil
        end
      end
    end
  end
end
