# frozen_string_literal: true

require "digest"
require "fileutils"

module Cachemark
  module Env
    module Debs
      # Every package that was ever needed, unpacked once. No script of a package runs.
      class Store
        # `options` are those of its suites.
        #: (BuildContext, **bool) -> void
        def initialize(context, **options)
          @context = context
          @suites = Hash.new { |found, name| found[name] = Suite.new(name, context, **options) }
        end

        #: (String) -> Suite
        def suite(name) = @suites[name]

        #: (Deb) -> String
        def path(deb) = @context.path("debs", deb.full_name)

        # Downloads the missing packages, and returns all with their digests. The block receives the names being downloaded.
        # Raises Impossible, also if a package has another digest than the known one.
        #: (Array[Deb]) ?{ (String) -> void } -> Array[Deb]
        def obtain(debs, &event)
          debs.group_by(&:suite).each do |name, own|
            FileLock.hold(@context.path("locks", "debs-#{name}.lock")) { fetch(name, absent(own), &event) }
          end
          debs.map { |deb| proven(deb) }
        end

        private

        def absent(debs) = debs.reject { |deb| File.directory?(path(deb)) && File.exist?(note(deb)) }

        def fetch(name, debs)
          return if debs.empty?

          yield "#{debs.size > 3 ? "#{debs.size} packages" : debs.map(&:name).join(" ")} of Debian #{name}" if block_given?
          part = @context.path("debs", ".part-#{name}-#{Process.pid}")
          FileUtils.rm_rf(part)
          FileUtils.mkdir_p(part)
          debs.zip(suite(name).download(debs, part)) { |deb, archive| unpack(deb, archive, part) }
        ensure
          FileUtils.rm_rf(part) if part
        end

        def unpack(deb, archive, part)
          digest = Digest::SHA256.file(archive).hexdigest
          refuse(deb, digest)
          into = File.join(part, deb.full_name)
          @context.slot { @context.run(["dpkg-deb", "-x", archive, into], log: @context.log("dpkg-deb", deb.full_name)) }
          FileUtils.rm_f(archive)
          FileUtils.rm_rf(path(deb))
          File.write(note(deb), "#{digest}\n")
          File.rename(into, path(deb))
        end

        def proven(deb)
          digest = File.read(note(deb)).strip
          refuse(deb, digest)
          deb.with(sha256: digest)
        end

        def refuse(deb, digest)
          return if deb.sha256.nil? || deb.sha256 == digest

          raise Impossible, "the record's #{deb.full_name} is no longer available: the archive has another file of that name"
        end

        def note(deb) = "#{path(deb)}.sha256"

        # Removes the Debian packages that no environment needs, then the roots of runtimes, clones, and finally the package
        # lists.
        class Pruning
          # `needed` are full names.
          #: (String, Array[String]) -> void
          def initialize(cache, needed)
            @cache = cache
            @needed = needed
          end

          # The full names of the removed packages.
          #: () -> Array[String]
          def call
            debs = folder("debs")
            names = Dir.children(debs).grep_v(/\.sha256\z/) - @needed
            names.each { |name| FileUtils.rm_rf([File.join(debs, "#{name}.sha256"), File.join(debs, name)]) }
            # A root is rebuilt from its packages in a second, and a clone is rarely needed.
            FileUtils.rm_rf(%w[roots clones].map { |name| folder(name) }) if names.any?
            FileUtils.rm_rf(folder("apt")) if @needed.empty?
            names.reject { |name| name.start_with?(".") }
          rescue Errno::ENOENT
            []
          end

          private

          def folder(name) = File.join(@cache, name)
        end
      end
    end
  end
end
