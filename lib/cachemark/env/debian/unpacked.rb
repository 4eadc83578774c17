# frozen_string_literal: true

require "fileutils"

module Cachemark
  module Env
    module Debian
      # Builds a runtime from Debian packages that are only unpacked, in a separate root file system. Its executable is a script
      # that enters that root, in a mount namespace. No script of a package runs, so the links that such scripts make are made
      # here.
      class Unpacked < Construction
        # Packages that every Debian has, so that no package names them as its dependencies.
        ESSENTIAL = %w[base-files bash coreutils dash diffutils findutils gawk grep gzip hostname mawk sed tar util-linux].freeze
        # Links of Debian's alternatives: {path => where it leads, as globs}.
        LINKS = { "usr/bin/cc" => "usr/bin/gcc", "usr/bin/c++" => "usr/bin/g++", "usr/bin/awk" => "usr/bin/gawk",
                  "usr/bin/java" => "usr/lib/jvm/*/bin/java" }.freeze
        # Folders that packages of Debian 12 and before have outside of /usr.
        MERGED = %w[bin sbin lib lib32 lib64 libx32].freeze
        private_constant :ESSENTIAL, :LINKS, :MERGED

        # `keep` are folders that the runtime must see. `essential` are packages that no other package names, and `uid` is the
        # user.
        #: (cache: String, ?keep: Array[String], ?essential: Array[String], ?uid: Integer, **Object) -> void
        def initialize(cache:, keep: [], essential: ESSENTIAL, uid: Process.uid, **options)
          super(cache: cache, **options)
          @keep = Script.hidden([cache, *keep])
          @essential = essential
          @uid = uid
        end

        #: (Offer) -> Array[[String, String]]
        def lacks(_offer) = [no_archive, (no_namespace unless mounts?)].compact

        #: (Offer) -> Array[String]
        def cost(offer)
          ["#{offer.name}: from Debian #{offer.suite}, unpacked into a separate root file system",
           "  installs  #{offer.packages.join(" ")} and their dependencies",
           *costs(offer), "  needs     user namespaces, or root rights"]
        end

        private

        # Whether this user may mount, in a private namespace. In many containers not even root may.
        def mounts?
          user = %w[--user --map-root-user] unless @uid.zero?
          @context.spawn.run(["unshare", *user, "--mount", "true"], env: @context.variables.for_build).success?
        rescue Host::Keeper::NotStarted
          false
        end

        # The missing requirement, and how to get it.
        def no_namespace
          if @uid.zero?
            return ["the right to mount, in a private namespace", "give the container CAP_SYS_ADMIN, or do it outside"]
          end

          ["user namespaces, which this system forbids",
           "run the same command as root, or allow them: sysctl kernel.unprivileged_userns_clone=1"]
        end

        def fill(place, offer)
          store = Debs::Store.new(@context, whole: true, expired: true)
          debs = store.obtain(store.suite(offer.suite).resolve(@essential + offer.packages))
          Debs::Tree.new(place.root, @context).add(debs.map { |deb| store.path(deb) })
          merge(place.root)
          link(place.root)
          write(place, offer)
        end

        # Moves these folders into /usr, as Debian does when it installs: elsewhere a machine's own links would hide them.
        def merge(root)
          MERGED.each do |name|
            folder = File.join(root, name)
            next if File.symlink?(folder) || !File.directory?(folder)

            Debs::Tree.new(File.join(root, "usr", name), @context).add([folder])
            FileUtils.rm_r(folder)
            File.symlink("usr/#{name}", folder)
          end
        end

        def refresh(place, offer)
          write(place, offer)
          super
        end

        # A mount needs an existing file or folder to cover.
        def write(place, offer)
          Script::OWN_FILES.select { |file| File.exist?(file) }.each { |file| touch(File.join(place.root, file)) }
          FileUtils.mkdir_p(@keep.map { |folder| File.join(place.root, folder) })
          place.write(Script.text(root: place.root, executable: offer.executable, keep: @keep))
          offer.runtime&.tools.to_a.each do |name|
            place.write(Script.text(root: place.root, executable: "/usr/bin/#{name}", keep: @keep), place.tool(name))
          end
        end

        def touch(file)
          FileUtils.mkdir_p(File.dirname(file))
          FileUtils.touch(file)
        end

        def link(root)
          LINKS.each do |path, glob|
            target = Paths.matching(root, glob).min or next
            File.symlink(target.delete_prefix(root), File.join(root, path)) unless File.symlink?(File.join(root, path))
          end
        end
      end
    end
  end
end
