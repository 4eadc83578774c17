# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    # Environments of a language whose drivers are compiled. Each is a program: the driver, the adapters of the references, and
    # that of its client. The library comes from Debian's packages, or from a folder where the user has built it.
    #
    #   cache/envs/DIGEST/root/        the files of the packages
    #   cache/envs/DIGEST/site/driver  the program
    module Cc
      FLAGS = %w[-std=gnu11 -D_GNU_SOURCE -pthread -O2 -Wall -Wextra -Werror].freeze
      SOURCES = "**/*.{c,h}"
      # The files of a driver that every program has.
      COMMON = "{driver,lib/**/*,adapters/null,adapters/socket}.c"
      private_constant :SOURCES, :COMMON

      # The program of a contender.
      class Construction < MachineBuild
        # Part of every digest. Increase it if the meaning of a folder's contents changes.
        FORMAT = 1

        private

        def missing = "cc"

        def client = @contender.client

        def kind = @contender.source.kind

        def driver = language.folder

        def stamps
          @stamps ||= case kind
                      when "none" then []
                      when "package" then ["debian #{@contender.release.suite} #{client.package} #{@contender.version}"]
                      when "path" then [Debs::SourceTree.new(client.library, tree.path, language, @context).stamp]
                      else raise Impossible.new("a commit is not built here", how: "build it: #{client.name}@path:DIR")
                      end
        end

        def digest
          parts = [FORMAT, @contender.runtime, runtime.description, SourceFiles.new(driver, [SOURCES]).digest, client.adapter,
                   stamps, @lock]
          Digest::SHA256.hexdigest(parts.flatten.join("\0"))[0, 20]
        end

        # The files of the library.
        def tree = @tree ||= Debs::Tree.new(kind == "path" ? @contender.source.dir : folder.file("root"), @context)

        def make
          folder.clear
          debs = kind == "package" ? obtain : []
          @event.call("building", client.name)
          compile
          kept(store: folder.path, debs: debs.map(&:full_name), expected: expected,
               lock: Lockfile.portable(debs.map(&:to_s).sort.join("\n"), stamps: stamps))
        end

        def obtain
          @event.call("resolving", nil)
          store = Debs::Store.new(@context)
          chosen = @lock ? Debs.locked(@lock) : Debs::Choice.new(@contender, suite, store).debs
          store.obtain(chosen).tap { |debs| tree.add(debs.map { |deb| store.path(deb) }) }
        end

        # All packages are those of one suite, as if a runtime came from it.
        def suite
          Vocabulary::Language::Runtime.new(name: nil, version: nil, executable: nil, packages: [],
                                            suite: @contender.release.suite)
        end

        def compile
          FileUtils.mkdir_p(File.dirname(program))
          linked = client.library ? ["-l#{client.library.delete_prefix("lib")}", *paths] : []
          argv = [@contender.runtime, *FLAGS, *sources, "-o", program, *linked]
          @context.slot do
            @context.run(argv, env: client.library ? variables : {}, log: folder.file("build.log"),
                               complaint: "the driver cannot be compiled")
          end
        end

        # The loader takes the library, and what it needs, from here.
        def paths = ["-Wl,--disable-new-dtags,-rpath,#{tree.libraries.join(":")}"]

        def variables
          own = tree.for_compiler
          own.merge("CPATH" => [own["CPATH"], tree.file("include")].reject(&:empty?).join(":"))
        end

        def sources = Paths.matching(driver, COMMON) | [File.join(driver, "adapters", "#{client.adapter}.c")]

        def program = File.join(folder.file("site"), "driver")

        def expected
          return [] unless client.library

          version = @contender.version
          [{ gem: client.library, version: version, dir: tree.path, extension_dir: nil, reports: version }]
        end

        def argv = [program]
      end
    end
  end
end
