# frozen_string_literal: true

module Cachemark
  module Env
    module Debian
      # Builds a Ruby from Debian packages that are only unpacked, in a separate root file system. It needs no root, but user
      # namespaces, in which the Ruby also runs. No script of a package runs, so the links that such scripts make are made
      # here.
      class Unpacked < Construction
        include OtherRoot

        # Packages that every Debian has, so that no package names them as its dependencies.
        ESSENTIAL = %w[base-files bash coreutils dash diffutils findutils gawk grep gzip hostname mawk sed tar util-linux].freeze
        # Links of Debian's alternatives: {path => where it leads, as globs}.
        LINKS = { "usr/bin/cc" => "usr/bin/gcc", "usr/bin/c++" => "usr/bin/g++", "usr/bin/awk" => "usr/bin/gawk",
                  "usr/bin/java" => "usr/lib/jvm/*/bin/java" }.freeze
        private_constant :ESSENTIAL, :LINKS

        # `archive` is the one of this machine's apt.
        #: (cache: String, spawn: Object, ?archive: Object, ?keep: Array[String], ?given: Variables, ?essential: Array[String]) -> void
        def initialize(cache:, spawn:, archive: Sources.read.archive, keep: [], given: Variables.new, essential: ESSENTIAL)
          @essential = essential
          super(cache: cache, spawn: spawn)
          @archive = archive
          @keep = Script.hidden([cache, *keep])
          @given = given
        end

        #: (Offer) -> Array[[String, String]]
        def lacks(_offer)
          [(Sources.absent unless @archive), (Unpacked.no_namespace unless Unpacked.possible?(@spawn, @given))].compact
        end

        #: (Offer) -> Array[String]
        def cost(offer)
          ["#{offer.name}: from Debian #{offer.suite}, unpacked into a separate root file system",
           "  installs  #{offer.packages.join(" ")} and their dependencies",
           *costs(offer, @archive), "  needs     user namespaces, and no root rights"]
        end

        # Whether this user may mount, in a private namespace.
        #: (Object, Variables) -> bool
        def self.possible?(spawn, given = Variables.new)
          spawn.run(%w[unshare --user --map-root-user --mount true], env: given.for_build).success?
        rescue Host::Keeper::NotStarted
          false
        end

        # The requirement of user namespaces, and how to get it.
        #: () -> [String, String]
        def self.no_namespace
          ["user namespaces, which this system forbids",
           "run the same command as root, or allow them: sysctl kernel.unprivileged_userns_clone=1"]
        end

        private

        def fill(place, offer)
          suite = Debs::Suite.new(offer.suite, context, tools)
          store = Debs::Store.new(context, tools, { offer.suite => suite })
          debs = store.obtain(suite.resolve(@essential + offer.packages))
          Debs::Tree.new(place.root, tools).add(debs.map { |deb| store.path(deb) })
          link(place.root)
          write(place, offer)
        rescue Impossible => error
          raise Trouble.new("#{offer.name} could not be built: #{error.reason}", try: error.how || "read the log: #{error.log}")
        end

        def link(root)
          LINKS.each do |path, glob|
            target = Dir.glob(File.join(root, glob)).min or next
            File.symlink(target.delete_prefix(root), File.join(root, path)) unless File.symlink?(File.join(root, path))
          end
        end

        def tools = @tools ||= Debs::Tools.new(context, whole: true)

        def context
          @context ||= Builder::BuildContext.new(cache: @cache, spawn: @spawn, registry: nil, variables: @given,
                                                 archive: @archive)
        end
      end
    end
  end
end
