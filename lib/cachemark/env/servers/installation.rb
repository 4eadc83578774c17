# frozen_string_literal: true

require "fileutils"
require "json"

module Cachemark
  module Env
    class Servers
      # The folder of a release in the cache. If it exists, it is complete.
      class Installation
        # Where an executable names its loader, and where a root may have that file.
        LOADER = %r{/lib\w*/(?:[\w-]+/)?(ld[\w.-]*\.so\.\d+)\0}n
        LOADERS = "{usr/,}lib{,64}{/*-linux-*,}"
        private_constant :LOADER, :LOADERS

        # Those in a cache.
        #: (String) -> Array[Installation]
        def self.all(cache)
          names = Dir.glob("*", base: File.join(cache, "servers")).select { |name| Gem::Version.correct?(name) }
          names.sort.map { |name| new(cache, name) }.select(&:ready?)
        end

        attr_reader :version, :path

        #: (String, String) -> void
        def initialize(cache, version)
          @version = version
          @path = File.join(cache, "servers", version)
        end

        def ready? = File.exist?(note)

        #: () -> Time
        def last_used_at = File.mtime(note)

        # "memcached 1.6.45-1 of Debian sid"
        #: () -> String
        def description
          facts = ::JSON.parse(File.read(note))
          "#{facts.fetch("packages").grep(/\A#{NAME} /).first.split.first(2).join(" ")} of Debian #{facts.fetch("suite")}"
        end

        # The program. `env prune` counts from now.
        #: () -> Program
        def use
          FileUtils.touch(note)
          program
        rescue Errno::EACCES, Errno::EPERM, Errno::EROFS
          program # it belongs to another user, and only that user may remove it
        end

        # Fills a folder that will take its place, and returns that folder.
        #: (String, Packages, Debs::Tools) -> String
        def fill(part, packages, tools)
          Debs::Tree.new(File.join(part, "root"), tools).add(packages.paths)
          File.write(File.join(part, File.basename(note)), ::JSON.pretty_generate(packages.facts))
          part
        end

        #: () -> void
        def remove = FileUtils.rm_rf(path)

        private

        def program = Program.new(version: version, argv: [loader, "--library-path", libraries, executable].freeze)

        def note = File.join(path, "server.json")

        def root = File.join(path, "root")

        def executable = File.join(root, "usr/bin", NAME)

        # The name of the loader differs between architectures.
        def loader
          name = File.binread(executable, 4096)[LOADER, 1]
          name && Dir.glob(File.join(root, LOADERS, name)).first or
            raise Trouble.new("#{executable} has no loader in #{root}", try: "remove #{path}, and run it again")
        end

        def libraries = Debs::Tree.new(root, nil).libraries.join(":")
      end
    end
  end
end
