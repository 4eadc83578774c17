# frozen_string_literal: true

module Cachemark
  module Env
    module Debs
      # Which packages make a contender's environment.
      class Choice
        #: (Contender, Vocabulary::Language::Runtime, Hash[String, Suite]) -> void
        def initialize(contender, runtime, suites)
          @contender = contender
          @runtime = runtime
          @suites = suites
        end

        # All packages; for a checkout, only the dependencies of its library. Raises Impossible.
        #
        #: () -> Array[Deb]
        def debs
          return resolve(@runtime.packages) unless package

          released = @contender.source.kind == "package"
          return fit(resolve([*@runtime.packages, package])) if released && suite == @runtime.suite

          known = home.find(package) ? [package] : []
          needs = resolve([*@runtime.packages, *known]).reject { |deb| deb.name == package }
          released ? [*needs, stranger] : needs
        end

        # Packages of the runtime's own suite, with their dependencies.
        #
        #: (Array[String]) -> Array[Deb]
        def resolve(packages) = home.resolve(packages)

        private

        def home = @suites[@runtime.suite]

        def release = @contender.release

        def suite = release.suite || @runtime.suite

        def package = (release.package if release.respond_to?(:package)) || @contender.client.package

        def fit(debs) = debs.tap { check(debs.find { |deb| deb.name == package }) }

        # A package of another Debian release, without its dependencies there.
        def stranger
          deb = @suites[suite].find(package)
          check(deb)
          return deb if deb.for_all?

          raise Impossible.new("#{package} of Debian #{suite} is built for another #{@contender.language.title}",
                               how: "take a version of Debian #{@runtime.suite}: #{list}")
        end

        def check(deb)
          return if deb && deb.upstream == @contender.version

          has = deb ? "has #{deb.upstream}, not #{@contender.version}, of" : "has no"
          raise Impossible.new("Debian #{suite} #{has} #{package}", how: list)
        end

        def list = "see which versions there are: cachemark list versions #{@contender.client.name}"
      end
    end
  end
end
