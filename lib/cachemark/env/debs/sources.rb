# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # Libraries that Debian has no package of for a runtime, and the runtime's suite has the source packages of:
      # fetched and verified by apt, built once for the runtime, in their order, each with those before it at hand.
      class Sources
        #: (Vocabulary::Language, Vocabulary::Language::Runtime, Workshop, Tools) -> void
        def initialize(language, runtime, workshop, tools)
          @language = language
          @runtime = runtime
          @workshop = workshop
          @tools = tools
        end

        # A folder to be laid over the runtime's root; the block yields the root that can build, its
        # interpreter and its variables. Raises Impossible, the same error for every caller.
        #
        #: (String) { () { (Tree, String, Hash[String, String]) -> void } -> void } -> String
        def path(store, &building)
          built = File.join(store, "built", "sources-#{digest}")
          @workshop.once([:sources, built]) do
            Latch.hold(@workshop.path("locks", "built-#{File.basename(built)}.lock")) do
              make(built, &building) unless File.directory?(built)
            end
          end
          built
        end

        private

        def sources = @runtime.sources

        def digest = Digest::SHA256.hexdigest([@runtime.suite, sources.to_h].join(" "))[0, 16]

        def suite = Suite.new(@runtime.suite, @workshop, @tools, type: "deb-src")

        def make(built)
          part = "#{built}.part"
          FileUtils.rm_rf(part)
          FileUtils.mkdir_p(part)
          archives = sources.packages.map { |package| suite.source(package, part) }
          yield ->(tree, executable, variables) { archives.each { |archive| add(archive, part, tree, executable, variables) } }
          File.rename("#{part}/lib", built)
        ensure
          FileUtils.rm_rf(part) if part
        end

        def add(archive, part, tree, executable, variables)
          source = "#{part}/source"
          into = "#{part}/one"
          FileUtils.rm_rf([source, into])
          FileUtils.mkdir_p(source)
          @tools.say(["tar", "-xf", archive, "-C", source, "--strip-components=1"], log: log(archive))
          build(source, File.join(into, sources.into), executable, variables.merge(own(tree)), archive)
          [tree, Tree.new("#{part}/lib", @tools)].each { |whole| whole.add([into]) }
        end

        def build(source, into, executable, variables, archive)
          argv = [executable, @language.environment.build, "build", source, sources.mode, into]
          env = @language.environment.variables.merge(variables)
          complaint = "#{File.basename(archive)} cannot be built"
          @workshop.slot { @tools.say(argv, env: env, log: log(archive), complaint: complaint) }
        end

        # ROOT is replaced by the path of the root that builds.
        def own(tree) = sources.variables.transform_values { |value| value.gsub("ROOT", tree.path) }

        def log(archive) = @tools.log("source", File.basename(archive))
      end
    end
  end
end
