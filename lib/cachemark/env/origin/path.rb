# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    class Origin
      # A checkout or a bare lib folder on this machine. Pure Ruby is used where it lies; one
      # with extensions is built into the store, once per content, and never in its own folder.
      class Path < Origin
        SOURCES = ["lib/**/*", "ext/**/*", "*.gemspec"].freeze

        def pinned = companions

        def entries
          path = extensions? ? built : dir
          return [Gemfile::Entry.new(name: name, options: { path: path })] if gemspec

          # Bundler makes up a gemspec for a folder without one if it is told a version.
          [Gemfile::Entry.new(name: name, version: "0", options: { path: path })]
        end

        def stamps = ["path #{name} sha256:#{digest}"]

        def fetch(toolbox)
          return unless extensions?

          raise Impossible, "#{dir} has an extension but no gemspec to build it by" unless gemspec

          yield name if block_given?
          Latch.hold(@workshop.path("locks", "built-#{digest[0, 16]}.lock")) { build(toolbox) unless ::File.directory?(built) }
        end

        def expected(found)
          gem = super or return
          gemspec ? gem : gem.merge(version: nil)
        end

        private

        def dir = @contender.source.dir

        # The one of that name, else any: a repository may hold several.
        def gemspec
          @gemspec ||= Dir.glob(::File.join(dir, "*.gemspec")).min_by do |path|
            [::File.basename(path) == "#{name}.gemspec" ? 0 : 1, path]
          end
        end

        def extensions? = Dir.glob(::File.join(dir, "ext", "**", "extconf.rb")).any?

        def built = ::File.join(@store.path, "built", digest[0, 16])

        def digest = (@sources ||= SourceFiles.new(dir, SOURCES)).digest

        # An installed gem has its gemspec elsewhere; beside the files it makes them a path source.
        def build(toolbox)
          home = "#{built}.part"
          FileUtils.rm_rf(home)
          FileUtils.mkdir_p(home)
          archive = ::File.join(home, "built.gem")
          log = "#{built}.log"
          toolbox.gem(["build", ::File.basename(gemspec), "--force", "--output", archive], home: home, log: log, chdir: dir)
          toolbox.install(archive, ["--local"], home: home, log: log)
          made = Dir.glob(::File.join(home, "gems", "*")).first
          FileUtils.cp(Dir.glob(::File.join(home, "specifications", "*.gemspec")).first, ::File.join(made, "#{name}.gemspec"))
          ::File.rename(made, built)
          FileUtils.rm_rf(home)
        end
      end
    end
  end
end
